// Which kernel a name launches: the kernel itself, or a variable that holds it, `auto kernel = &scale<Traits>;`.

import { codeOf } from '../../frontends/common/host-tokens.ts';
import { difference } from '../../syntax/text/difference.ts';
import { mentions } from '../../syntax/text/mentions.ts';

/** So much of the text before the angles of a launch may be the kernel's name with its arguments. */
const NEAR = 400;

/** A cast of a kernel's address, `(void const*)` or `reinterpret_cast<void const*>(`. */
const CAST = String.raw`(?:\(\s*(?:const\s+)?void\s*(?:const\s*)?\*\s*\)\s*|reinterpret_cast\s*<[^<>;]*>\s*\(\s*)?`;

/** `auto kernel = &space::scale<Traits<8, 4>>;` */
const VARIABLE = new RegExp(
  String.raw`\b(?:auto|void)\s*(?:const\b\s*)?(?:\*\s*)?(?:const\b\s*)?(\w+)\s*=\s*${CAST}&?\s*(?:\w+::)*(\w+)\s*(?:<[^;{}]*>)?\s*\)?\s*;`,
  'g',
);

/** So much of the text around a kernel's name tells whether it is launched by it. */
export const LOOKED_AROUND = 5 * NEAR;

interface KernelVariable {
  readonly name: string;
  readonly kernel: string;
  /** Where its declaration begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the kernel's name stands in it. */
  readonly at: number;
}

interface Read {
  readonly code: string;
  readonly variables: readonly KernelVariable[];
}

let last: Read | null = null;

/** The variables of a text that may hold kernels. Every launch asks after every edit. */
function variablesIn(code: string): readonly KernelVariable[] {
  if (last?.code !== code)
    last = { code, variables: last === null ? read(code, 0, code.length) : readAgain(last, code) };
  return last.variables;
}

/** A declaration ends with its semicolon, and has no other, and no brace: those around an edit are read. */
function readAgain({ code: before, variables }: Read, code: string): readonly KernelVariable[] {
  const changed = difference(before, code);
  if (changed === null) return variables;
  const { start, oldEnd, newEnd } = changed;
  const from =
    1 + Math.max(...[...';{}'].map((sign) => (start === 0 ? -1 : code.lastIndexOf(sign, start - 1))));
  const stop = code.indexOf(';', newEnd);
  const to = stop < 0 ? code.length : stop + 1;
  const by = newEnd - oldEnd;
  return [
    ...variables.filter((variable) => variable.end <= from),
    ...read(code, from, to),
    ...variables
      .filter((variable) => variable.start >= to - by)
      .map((variable) => ({
        ...variable,
        start: variable.start + by,
        end: variable.end + by,
        at: variable.at + by,
      })),
  ];
}

const read = (code: string, from: number, to: number): readonly KernelVariable[] =>
  [...code.slice(from, to).matchAll(VARIABLE)].map(({ 0: declaration, 1: name, 2: kernel, index }) => {
    const start = from + index;
    const nameEnds = declaration.indexOf('=');
    const at = start + nameEnds + declaration.slice(nameEnds).search(new RegExp(`\\b${kernel}\\b`));
    return { name: name!, kernel: kernel!, start, end: start + declaration.length, at };
  });

/** Whether a variable may hold a kernel. */
export const isVariableOf = (code: string, kernel: string): boolean =>
  variablesIn(code).some((variable) => variable.kernel === kernel);

/** Where the block ends that an offset is in. */
function blockEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth < 0) return at;
  }
  return code.length;
}

/** The kernel that a name at a place stands for. */
export function kernelAt(text: string, name: string, at: number): string {
  const code = codeOf(text, 'cpp');
  const variable = variablesIn(code).findLast(
    (each) => each.name === name && each.end <= at && at < blockEnd(code, each.end),
  );
  return variable?.kernel ?? name;
}

/** A call of the runtime that launches, up to the kernel's name. */
const LAUNCH_CALL = /\bcudaLaunch(?:Cooperative)?Kernel\s*\([^;{},]*$/;

/** Whether a text of C++ launches kernels. */
export const launchesKernels = (text: string): boolean =>
  mentions(text, '<<<') ||
  mentions(text, 'cudaLaunchKernel') ||
  mentions(text, 'cudaLaunchCooperativeKernel');

/** The name of the kernel that such a call is handed: `(void const*)&space::kernel<T>`. */
export const kernelHanded = (written: string): string | null =>
  /(\w+)\s*(?:<[^;{}]*>)?\s*\)?\s*$/.exec(written)?.[1] ?? null;

const HANDED_KERNEL = /\bcudaLaunch(?:Cooperative)?Kernel\s*\(([^;{},]*),/g;

/** What was found before the angles of launches: edits elsewhere leave it as it is. */
const heads = new Map<string, string | null>();
const MAXIMUM_HEADS = 4096;

/** The name that angles launch, by what stands before them; null in a comment. */
function nameBefore(head: string): string | null {
  let name = heads.get(head);
  if (name === undefined) {
    const isCommented = /\/\/[^\n]*$/.test(head);
    name = isCommented ? null : (/(\w+)\s*(?:<[^;{}]*>)?\s*$/.exec(head)?.[1] ?? null);
    if (heads.size >= MAXIMUM_HEADS) heads.clear();
    heads.set(head, name);
  }
  return name;
}

/** How often each kernel is launched in a text, as far as can be seen without reading it. */
export function writtenLaunches(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const called = mentions(text, 'cudaLaunch') ? text.matchAll(HANDED_KERNEL) : [];
  for (const { 1: handed, index } of called) {
    const name = kernelHanded(handed!);
    if (name === null || /\/\/[^\n]*$/.test(headOf(text, index))) continue;
    const kernel = kernelAt(text, name, index);
    counts.set(kernel, (counts.get(kernel) ?? 0) + 1);
  }
  for (let at = text.indexOf('<<<'); at >= 0; at = text.indexOf('<<<', at + 3)) {
    const name = nameBefore(text.slice(Math.max(0, at - NEAR), at));
    if (name === null) continue;
    const kernel = kernelAt(text, name, at);
    counts.set(kernel, (counts.get(kernel) ?? 0) + 1);
  }
  return counts;
}

/** Functions of the runtime that a kernel is handed to without being launched. */
const ASKS_OF_KERNEL =
  /\bcuda(?:FuncSetAttribute|FuncGetAttributes|FuncSetCacheConfig|Occupancy\w+)\s*\([^;{}]*$/;
/** What stands before a name that is handed on, which may be launched under another one. */
const HANDED_ON = /(?:[=?:&,(]|\breturn)\s*(?:\(\s*(?:const\s+)?void\s*(?:const\s*)?\*\s*\)\s*)?(?:\w+::)*$/;
/** What stands behind the name of what is launched. */
const LAUNCHED = /^\s*(?:<[^;{}]*?>)?\s*<<</;

/** Whether the runtime is asked about the kernel, or to launch it, by what stands before its name. */
const isTakenByRuntime = (head: string): boolean => ASKS_OF_KERNEL.test(head) || LAUNCH_CALL.test(head);

const headOf = (code: string, at: number): string => code.slice(Math.max(0, at - NEAR), at);

/** Whether a variable is only launched, or asked about. */
function isOnlyLaunched(code: string, { name, end: from }: KernelVariable): boolean {
  const scope = code.slice(0, blockEnd(code, from));
  const uses = new RegExp(`\\b${name}\\b`, 'g');
  uses.lastIndex = from;
  for (let use = uses.exec(scope); use !== null; use = uses.exec(scope))
    if (!LAUNCHED.test(code.slice(use.index + name.length, use.index + name.length + 4 * NEAR)))
      if (!isTakenByRuntime(headOf(code, use.index))) return false;
  return true;
}

/**
 * Whether the launches of a kernel are those of its name, and of variables that hold it: it has no overload, and nothing
 * else keeps a pointer to it.
 */
export function isLaunchedByName(text: string, kernel: string): boolean {
  const code = codeOf(text, 'cpp');
  const variables = variablesIn(code);
  let definitions = 0;
  for (const { index } of code.matchAll(new RegExp(`\\b${kernel}\\b`, 'g'))) {
    const head = headOf(code, index);
    const tail = code.slice(index + kernel.length, index + kernel.length + 4 * NEAR);
    // A variable of the name is launched in its place.
    if (/^\s*=(?!=)/.test(tail)) return false;
    if (/\b__global__\b[^;{}]*$/.test(head)) {
      // A declaration before it says nothing new.
      if (/^\s*\([^;{}]*\{/.test(tail) && ++definitions > 1) return false;
    } else if (HANDED_ON.test(head) && !isTakenByRuntime(head) && !LAUNCHED.test(tail)) {
      const variable = variables.find(({ at }) => at === index);
      if (variable === undefined || !isOnlyLaunched(code, variable)) return false;
    }
  }
  return true;
}
