// Everything that a function says of a barrier, `st.empty`, by what is written: who makes it, waits for it and arrives at it.

import { closing, escaped, LAMBDA, type loopsIn, statementEnd } from '../../../indexing/text/code.ts';

type What = 'init' | 'wait' | 'arrive' | 'expect' | 'other';

export interface Mention {
  readonly what: What;
  /** Where the name of the barrier begins in the code. */
  readonly at: number;
  /** Where the call begins that it stands in. */
  readonly call: number;
  /** What is written in the brackets behind it, without spaces: the slot of a ring. */
  readonly slot: string;
  readonly method: string;
}

const WHAT: Readonly<Record<string, What>> = {
  init: 'init',
  initialize_barrier: 'init',
  wait: 'wait',
  wait_barrier: 'wait',
  arrive: 'arrive',
  arrive_barrier: 'arrive',
  arrive_and_expect_tx: 'arrive',
  set_barrier_transaction_bytes: 'arrive',
  expect_transaction: 'expect',
  try_wait: 'expect',
  test_wait: 'expect',
};
const BEFORE = /(?:\b\w+(?:<[^<>()]*>)?\s*::\s*)*\b(\w+)\s*\(\s*&?\s*$/;
const BEHIND = /^\s*(?:\.|->)\s*(\w+)\s*\(/;
/** What TMA is told to count bytes on arrives at nothing: `tma.with(full[s])`, `SM90_BULK_COPY_G2S::copy(…, &full[s], …)`. */
const COPIES = /(?:\.\s*with|\bSM\d+_(?:BULK|TMA)_\w+\s*::\s*copy)\s*\([^();]*$/;
const NEAR = 160;

/** The mentions of a barrier, in the order of the code; null where the declaration alone names it. */
export function mentionsOf(code: string, barrier: string): readonly Mention[] {
  const name = escaped(barrier).replace(/\\\.|->/g, (dot) => `\\s*${dot}\\s*`);
  return [...code.matchAll(new RegExp(`(?<![\\w.]|->|::)${name}(?!\\w)`, 'g'))].map((found): Mention => {
    const at = found.index;
    const brackets = /^\s*\[/.exec(code.slice(at + found[0].length, at + found[0].length + 20));
    const open = at + found[0].length + (brackets?.[0].length ?? 0) - 1;
    const close = brackets === null ? at + found[0].length - 1 : closing(code, open);
    const slot = brackets === null ? '' : code.slice(open + 1, close).replace(/\s+/g, '');
    const [left, right] = [code.slice(Math.max(0, at - NEAR), at), code.slice(close + 1, close + 1 + NEAR)];
    const method = BEHIND.exec(right)?.[1];
    if (method !== undefined) return { what: WHAT[method] ?? 'other', at, call: at, slot, method };
    const before = BEFORE.exec(left);
    const called = before?.[1] ?? '';
    const what = WHAT[called] ?? (COPIES.test(left) ? 'expect' : 'other');
    const call = before === null ? at : at - left.length + before.index;
    return { what: /^\s*[,)]/.test(right) ? what : 'other', at, call, slot, method: called };
  });
}

type Stretch = ReturnType<typeof loopsIn>[number];

export const innermostOf = (stretches: readonly Stretch[], at: number): Stretch | undefined =>
  stretches.findLast(({ start, end }) => start <= at && at < end);

/** The bodies of lambdas: how often they run is said elsewhere. */
export const lambdasIn = (code: string): readonly (Stretch & { readonly open: number })[] =>
  [...code.matchAll(new RegExp(LAMBDA, 'g'))].map(({ 0: head, index }) => {
    const open = index + head.length - 1;
    return { start: index, open, end: closing(code, open) };
  });

/** How the memory is named that a pointer or reference is laid over: `reinterpret_cast<Storage*>(raw)`, `(Storage*)raw`. */
const LAID_OVER = /(?:_cast\s*<[^;]*>\s*\(|\(\s*[\w:]+\s*\*\s*\))\s*&?\s*(\w+)/;

/**
 * Whether others than the function may have the barrier: what it is a member of is none of its own variables, or stands where no
 * member of it is asked for, or the memory that this is laid over is an argument.
 */
export function isHandedOn(code: string, barrier: string): boolean {
  const parts = barrier.split(/(\.|->)/);
  for (let length = 1; length < parts.length; length += 2) {
    const owner = parts.slice(0, length).join('');
    const bare = mentionsAlone(code, owner);
    if (bare.some((at, i) => length > 1 || i > 0 || !isDeclared(code, at))) return true;
  }
  const [declared] = mentionsAlone(code, parts[0]!).filter((at) => isDeclared(code, at));
  return declared === undefined || declared < code.indexOf('{') || isMemoryHandedOn(code, declared);
}

/** Where a name stands with no member behind it. */
function mentionsAlone(code: string, name: string): readonly number[] {
  const alone = new RegExp(`(?<![\\w.]|->|::)${escaped(name)}(?!\\w)(?!\\s*(?:\\.|->))`, 'g');
  return [...code.matchAll(alone)].map(({ index }) => index);
}

/** Whether a type stands before a name: `Storage& smem`, `uint64_t empty[4]`. */
export function isDeclared(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - NEAR), at);
  return /[\w>]\s*[&*\s]\s*$/.test(before) && !/\b(?:return|case|delete|sizeof|new)\s*$/.test(before);
}

/** Whether the memory of a variable is another's, or is an argument of anything but the cast. */
function isMemoryHandedOn(code: string, at: number): boolean {
  const statement = code.slice(at, statementEnd(code, at));
  if (!/[=({]/.test(statement)) return false;
  const memory = LAID_OVER.exec(statement)?.[1];
  if (memory === undefined) return true;
  const others = [...code.matchAll(new RegExp(`(?<![\\w.]|->)${memory}\\b`, 'g'))];
  return others.some(({ index }) => {
    const before = code.slice(Math.max(0, index - NEAR), index);
    return /[(,]\s*&?\s*$/.test(before) && !/_cast\s*<[^;{}]*>\s*\(\s*&?\s*$/.test(before);
  });
}
