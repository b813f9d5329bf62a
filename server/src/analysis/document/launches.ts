// How many threads a block of a kernel of C++ has, as its launches in the text say.

import { codeOf } from '../../frontends/common/host-tokens.ts';

/** The parts of a list, between its own commas. */
export function listed(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const c of list) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

/** `128`, `dim3(32, 4)`; undefined for others. */
function threadsIn(written: string): number | undefined {
  const sizes = /^(?:dim3\s*)?[({]?([\s\d,]+)[)}]?$/.exec(written)?.[1]?.split(',');
  if (sizes === undefined || !sizes.every((size) => /^\s*\d+\s*$/.test(size))) return undefined;
  return sizes.reduce((product, size) => product * Number(size), 1);
}

/** What `dim3 block(128)` or `int block = 128` gives a name that is declared once. */
function givenTo(name: string, text: string): string | undefined {
  const declared = [
    ...text.matchAll(
      new RegExp(
        `\\b(?:dim3|int|unsigned|size_t|auto)\\s+(?:const\\s+)?${name}\\s*(?:=\\s*|(?=[({]))([^;]*);`,
        'g',
      ),
    ),
  ];
  const assigned = new RegExp(`\\b${name}(?:\\.[xyz])?\\s*[-+*/%]?=[^=]`, 'g');
  const [only] = declared;
  if (only === undefined || declared.length > 1) return undefined;
  const rest = text.slice(0, only.index) + text.slice(only.index + only[0].length);
  return assigned.test(rest) ? undefined : only[1]!.trim();
}

/** What the launches of a kernel are given in their angle brackets, in the text without comments. */
function launchesOf(text: string, kernel: string): readonly (readonly string[])[] {
  if (!text.includes('<<<')) return [];
  const launches = text.matchAll(new RegExp(`\\b${kernel}\\s*(?:<[^;{}]*?>)?\\s*<<<([^;{}]*?)>>>`, 'g'));
  return [...launches].map(([, list]) => listed(list!));
}

const isName = (written: string): boolean => /^[A-Za-z_]\w*$/.test(written);

/** What all of them say; undefined where that differs. */
const saidByAll = (said: readonly (number | undefined)[]): number | undefined =>
  said.every((n) => n === said[0]) ? said[0] : undefined;

/** What `kernel<<<grid, block>>>(…)` says everywhere in the text; undefined where that differs, or is not a number. */
export function launchedThreads(source: string, kernel: string): number | undefined {
  const text = codeOf(source, 'cpp');
  return saidByAll(
    launchesOf(text, kernel).map(([, block = '']) =>
      threadsIn(isName(block) ? (givenTo(block, text) ?? '') : block),
    ),
  );
}

/** `48 * 1024`; undefined for others. */
function productOf(written: string): number | undefined {
  const factors = written.split('*').map((factor) => factor.trim());
  return factors.every((factor) => /^\d+$/.test(factor))
    ? factors.reduce((product, factor) => product * Number(factor), 1)
    : undefined;
}

/** The bytes of shared memory that `kernel<<<grid, block, bytes>>>(…)` asks for everywhere in the text, none where it says none. */
export function launchedBytes(source: string, kernel: string): number | undefined {
  const text = codeOf(source, 'cpp');
  return saidByAll(
    launchesOf(text, kernel).map(([, , bytes = '0']) =>
      productOf(isName(bytes) ? (givenTo(bytes, text) ?? '') : bytes),
    ),
  );
}
