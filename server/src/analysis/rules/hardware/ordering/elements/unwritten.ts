// Elements of shared memory that are read and that nothing writes, and sums of warps that are written and nobody reads: told
// where all that is done with the memory is seen, by the numbers of all threads in all rounds.

import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { WARP } from '../../../../../hardware/memory/banks.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { callsOfFunctionAt } from '../../../../indexing/callers.ts';
import { escaped } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import { threadsIn } from '../../../../indexing/thread-block.ts';
import type { Site } from '../../../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../../../rule.ts';
import { type Accessed, accessedAround } from './accessed.ts';
import type { SharedAccess } from './accesses.ts';
import { checkedByCallers } from './races.ts';
import { type Touched, touchedAt } from './touched.ts';

/** Where a name stands in code that is none of an object. */
const uses = (code: string, name: string): readonly number[] =>
  [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}(?!\\w)`, 'g'))].map(({ index }) => index);

/** What a tensor of shared memory is made of: `buffer` of `make_tensor(make_smem_ptr(buffer), …)`. */
const MADE = /=\s*(?:cute::)?make_tensor\s*\(\s*(?:cute::)?make_smem_ptr\s*\(\s*(\w+)\s*\)/;
const ALLOCATED = /=\s*[\w.]+\.allocate_tensor\s*\(/;
const ARRAY = /\b__shared__\b[^;={}]*$/;

/** So much of the code behind a name, or before it, says how it is declared. */
const NEAR = 200;

/** What of a function is read. */
type Code = Pick<Accessed, 'code'>;

/** Whether a function declares a tensor or array itself, and names it nowhere but there and where that is known. */
function isOwn({ code }: Code, name: string, isKnown: (at: number) => boolean): boolean {
  const [declared, ...others] = uses(code, name).filter((at) => !isKnown(at));
  if (declared === undefined || others.length > 0) return false;
  if (ARRAY.test(code.slice(Math.max(0, declared - NEAR), declared))) return true;
  const given = code.slice(declared + name.length, declared + name.length + NEAR).trimStart();
  if (ALLOCATED.exec(given)?.index === 0) return true;
  const made = MADE.exec(given);
  if (made?.index !== 0) return false;
  const isMade = (at: number): boolean => at > declared && at < declared + name.length + NEAR;
  return isOwn({ code }, made[1]!, isMade);
}

/** Whether nothing but the elements that are looked at is done with a tensor or array, which the function declares, or its caller. */
function isSeen(
  { code, start, run }: Accessed,
  name: string,
  all: readonly SharedAccess[],
  { model, text }: RuleContext,
): boolean {
  const elements = new Set(all.map(({ site }) => site.span.start - start));
  if (isOwn({ code }, name, (at) => elements.has(at))) return true;
  const [{ site }] = all as [SharedAccess];
  const given = run.call?.given.get(name);
  const body = code.slice(code.search(/[{\n]/));
  if (given === undefined || uses(body, name).length > elements.size) return false;
  const caller = functionCodeAt(given, text);
  const calls = callsOfFunctionAt(model, text, site);
  if (caller === null || calls.some((call) => functionCodeAt(call, text)?.start !== caller.start))
    return false;
  const isHanded = (at: number): boolean =>
    calls.some(({ span }) => span.start <= at + caller.start && at + caller.start < span.end);
  return isOwn(caller, text.slice(given.span.start, given.span.end), isHanded);
}

/** `8`, `8 to 31`, `1, 3 and 5`: offsets of elements. */
function numbersText(offsets: readonly number[]): string {
  const all = [...offsets].sort((a, b) => a - b);
  const [first, last] = [all[0]!, all.at(-1)!];
  if (all.length === 1) return `element ${first}`;
  if (all.length === 2) return `elements ${first} and ${last}`;
  if (last - first === all.length - 1) return `elements ${first} to ${last}`;
  return `${all.length} elements from ${first} to ${last}`;
}

function union(all: readonly (Touched | null)[]): Touched | null {
  if (all.includes(null)) return null;
  return new Map(all.flatMap((touched) => [...touched!]));
}

const touched = ({ run }: Pick<Accessed, 'run'>, all: readonly SharedAccess[], of: 'possible' | 'certain') =>
  all.map((access) => touchedAt(run, access, of));

/** Whether one thread of each warp writes, no more than one element each. */
const isOfWarps = (written: Touched, threads: number): boolean =>
  written.size > 1 &&
  written.size <= Math.ceil(threads / WARP) &&
  new Set([...written.values()].map((thread) => Math.floor(thread / WARP))).size === written.size;

function checkTensor(
  accessed: Accessed,
  name: string,
  all: readonly SharedAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { model } = context;
  const [writes, reads] = [true, false].map((isWrite) => all.filter((each) => each.isWrite === isWrite));
  if (writes!.length === 0 || reads!.length === 0 || !isSeen(accessed, name, all, context)) return [];
  const written = union(touched(accessed, writes!, 'possible'));
  if (written === null || written.size === 0) return [];
  const unwritten = reads!.flatMap((access): readonly RuleFinding[] => {
    const read = touchedAt(accessed.run, access, 'certain');
    const missing = [...(read ?? [])].filter(([offset]) => !written.has(offset));
    const [first] = missing;
    if (first === undefined || model.neverRuns(access.site)) return [];
    const what = numbersText(missing.map(([offset]) => offset));
    const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const most = Math.max(...written.keys());
    const isBehind = missing.every(([offset]) => offset > most);
    const message = `${what} of ${name} ${are} read here, by thread ${first[1]} first, and nothing writes ${them}${isBehind ? `: what is written ends with element ${most}` : ''}`;
    return [{ span: access.site.span, message }];
  });
  if (unwritten.length > 0) return unwritten;
  // Another block may read what the first one does not.
  const read = union(touched({ run: { ...accessed.run, grid: null } }, reads!, 'possible'));
  return read === null ? [] : checkUnread(accessed, name, writes!, read, model);
}

/** `part[warp] = sum` of which later warps are forgotten. */
function checkUnread(
  { run }: Accessed,
  name: string,
  writes: readonly SharedAccess[],
  read: Touched,
  model: RuleContext['model'],
): readonly RuleFinding[] {
  return writes.flatMap((access): readonly RuleFinding[] => {
    const own = touchedAt(run, access, 'certain');
    if (own === null || !isOfWarps(own, threadsIn(run.block)!)) return [];
    const missing = [...own.keys()].filter((offset) => !read.has(offset));
    if (missing.length === 0 || missing.length === own.size || model.neverRuns(access.site)) return [];
    const what = numbersText(missing);
    const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const message = `${what} of ${name} ${are} written by a warp each, and nobody reads ${them}: ${own.size} warps write, and elements up to ${Math.max(...read.keys())} are read`;
    return [{ span: access.site.span, message }];
  });
}

function checkAround(site: Site, context: RuleContext): readonly RuleFinding[] {
  const accessed = accessedAround(context, site);
  if (accessed === null) return [];
  const names = new Set(accessed.all.map(({ tensor }) => tensor));
  return [...names].flatMap((name) =>
    checkTensor(
      accessed,
      name,
      accessed.all.filter(({ tensor }) => tensor === name),
      context,
    ),
  );
}

const checkSites = checkedByCallers(checkAround);

export const unwrittenElements: Rule = {
  id: 'unwritten-elements',
  severity: 'warning',
  title: 'Shared memory that nothing writes',
  checkDocument: (context) =>
    mentions(
      codeOf(context.text, context.model.dialect === 'python' ? 'python' : 'cpp'),
      /__shared__|allocate_tensor/,
    )
      ? checkSites(context)
      : [],
};
