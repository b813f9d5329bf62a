// All mutants of a sample in one build: where one changes an expression or a statement, the program asks whether it is
// the one that is switched on. So they are built once, and the same question tells which tests come by.
//
// A test that comes by, and for which the change is none (`a <= b` for `a < b`, where they are never equal), cannot
// notice it. Where the changed expression may be worked out beside the one that stands there, it is, and only a
// different value counts as a hit.

import type { Mutant } from './find.ts';
import { isPure } from './pure.ts';

/** The functions that are asked; they stand in front of each bundle. */
const COMES_BY = 'layoutLensMutant';
const IS_ON = 'layoutLensIsOn';
const COMPARED = 'layoutLensCompared';

/** What bundles begin with: the number of the mutant that is on, and which ones have been come by. */
export const prelude = (count: number): string =>
  `const layoutLensMutants = globalThis.layoutLensMutants ??= { active: Number(process.env.LAYOUT_LENS_MUTANT ?? -1), hit: new Uint8Array(${count}), compares: false };
function ${COMES_BY}(n) { layoutLensMutants.hit[n] = 1; return n === layoutLensMutants.active; }
function ${IS_ON}(n) { return n === layoutLensMutants.active; }
function ${COMPARED}(n, value, changed) {
  const all = layoutLensMutants;
  if (all.active >= 0 || all.hit[n] !== 0 || all.compares) return value;
  all.compares = true;
  try {
    const other = changed();
    const isSame = Object.is(value, other) || (Array.isArray(value) && Array.isArray(other) &&
      value.length === other.length && value.every((each, i) => Object.is(each, other[i])));
    if (!isSame) all.hit[n] = 1;
  } catch { all.hit[n] = 1; } finally { all.compares = false; }
  return value;
}`;

/** At the end of a process that a test starts, what it has come by is left for the test's process to read. */
export const postscript = `if (!globalThis.layoutLensMutants.isNoted) {
  // The parts of a program share what they have come by.
  globalThis.layoutLensMutants.isNoted = true;
  process.once('exit', () => {
    const folder = process.env.LAYOUT_LENS_MUTANT_HITS;
    const { hit } = globalThis.layoutLensMutants;
    if (folder) process.getBuiltinModule('node:fs').writeFileSync(folder + '/' + process.pid, hit);
  });
}`;

export interface Numbered {
  readonly number: number;
  readonly mutant: Mutant;
}

/** What is sorted or turned round in place is no longer what it was before. */
const inPlace = (text: string): boolean => /\.(?:sort|reverse)\(/.test(text);

/** The place of a mutant, with what stands there and may have mutants of its own. */
function switched({ number, mutant }: Numbered, original: string): string {
  const { text, condition, isStatement } = mutant;
  if (isStatement) {
    if (condition === undefined || !isPure(condition))
      return `{ if (${COMES_BY}(${number})) { ${text} } else { ${original} } }`;
    const looks = `${COMPARED}(${number}, false, () => !!(${condition}));`;
    return `{ if (${IS_ON}(${number})) { ${text} } else { ${looks} ${original} } }`;
  }
  return isPure(text) && !inPlace(original)
    ? `(${IS_ON}(${number}) ? (${text}) : ${COMPARED}(${number}, (${original}), () => (${text})))`
    : `(${COMES_BY}(${number}) ? (${text}) : (${original}))`;
}

/** A file's text with its mutants in it. */
export function withMutants(text: string, mutants: readonly Numbered[]): string {
  // Outer ones first; of the same place each stands in what the one before it leaves.
  const ordered = [...mutants].sort(
    (a, b) => a.mutant.start - b.mutant.start || b.mutant.end - a.mutant.end || a.number - b.number,
  );
  let next = 0;
  const between = (from: number, to: number): string => {
    let written = '';
    let at = from;
    while (next < ordered.length && ordered[next]!.mutant.end <= to) {
      const each = ordered[next++]!;
      const { start, end } = each.mutant;
      written += text.slice(at, start) + switched(each, between(start, end));
      at = end;
    }
    return written + text.slice(at, to);
  };
  return between(0, text.length);
}
