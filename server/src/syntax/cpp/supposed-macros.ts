// Other ways of compiling a file: with a macro that somebody defines on the command line, so that a branch is read which
// is left out without it.

import type { BranchText } from './preprocessor-branches.ts';
import {
  type DefinedMacro,
  type DefinedMacros,
  isSupposedUndefined,
  supposedNotDefined,
  supposedValue,
} from './preprocessor-condition.ts';

/** A macro as somebody may define it. */
export interface SupposedMacro {
  readonly name: string;
  readonly macro: DefinedMacro;
  /** `= 2`, `is defined` */
  readonly text: string;
  /** `#define EXECMODE 2` */
  readonly line: string;
}

/** A branch that is not read, and the macro with which it is. */
export interface Alternative {
  readonly supposed: SupposedMacro;
  readonly start: number;
  readonly end: number;
}

const ASKED = /\bdefined\s*\(?\s*([A-Za-z_]\w*)/g;

/**
 * Names of which some condition asks whether they are defined, and which the file may be compiled without for that: in
 * the others they are 0.
 */
export function notDefinedIn(branches: readonly BranchText[]): DefinedMacros {
  const found = new Map<string, DefinedMacro>();
  for (const { condition } of branches)
    for (const [, name] of condition?.matchAll(ASKED) ?? [])
      if (isSupposedUndefined(name!))
        found.set(name!, { value: false, suppositions: [supposedNotDefined(name!)] });
  return found;
}

const supposing = ({ name, value }: Wanted): SupposedMacro => {
  const supposition = supposedValue(name, value);
  const line = `#define ${name}${value === true ? '' : ` ${value}`}`;
  return { name, macro: { value, suppositions: [supposition] }, text: supposition.text, line };
};

/** The macro with which one branch of several is read, where its condition says it; null: it does not. */
export function supposedIn(group: readonly BranchText[], at: number): SupposedMacro | null {
  const condition = group[at]?.condition;
  if (condition === undefined) return null;
  const [first] = group;
  const wanted = condition === null ? otherThan(at === 1 ? first!.condition : null) : wantedBy(condition);
  return wanted === null || !isSupposedUndefined(wanted.name) ? null : supposing(wanted);
}

interface Wanted {
  readonly name: string;
  readonly value: number | true;
}

const NAME = String.raw`([A-Za-z_]\w*)`;
const DEFINED = String.raw`defined\s*(?:\(\s*${NAME}\s*\)|${NAME})`;
const EQUALS = String.raw`\(?\s*${NAME}\s*==\s*(\d+)[uUlL]*\s*\)?`;
const IS_DEFINED = new RegExp(`^${DEFINED}$`);
const IS_NOT_DEFINED = new RegExp(`^!\\s*${DEFINED}$`);
/** `X == 2`, also with the question before it whether X is defined. */
const IS_NUMBER = new RegExp(`^(?:!?\\s*${DEFINED}\\s*(?:&&|\\|\\|)\\s*)?${EQUALS}$`);
const IS_NAME = new RegExp(`^${NAME}$`);

function wantedBy(condition: string): Wanted | null {
  const text = condition.trim();
  const defined = IS_DEFINED.exec(text);
  if (defined !== null) return { name: (defined[1] ?? defined[2])!, value: true };
  const number = IS_NUMBER.exec(text);
  if (number !== null) {
    const [, one, other, name, digits] = number;
    const asked = one ?? other;
    return asked === undefined || asked === name ? { name: name!, value: Number(digits) } : null;
  }
  const name = IS_NAME.exec(text)?.[1];
  return name === undefined || name === 'true' || name === 'false' ? null : { name, value: 1 };
}

/** What the `#else` behind one condition is read with. */
function otherThan(condition: string | null): Wanted | null {
  const missing = condition === null ? null : IS_NOT_DEFINED.exec(condition.trim());
  return missing === null ? null : { name: (missing[1] ?? missing[2])!, value: true };
}

/** How many of them are looked at. */
const MAXIMUM_SUPPOSED = 4;

/** The macros with which branches are read that have one of some names in their text. */
export function supposedNaming(
  text: string,
  alternatives: readonly Alternative[],
  names: ReadonlySet<string>,
): readonly SupposedMacro[] {
  const found = new Map<string, SupposedMacro>();
  for (const { supposed, start, end } of alternatives) {
    if (found.size >= MAXIMUM_SUPPOSED) break;
    if (found.has(supposed.line)) continue;
    if (
      text
        .slice(start, end)
        .match(/[A-Za-z_]\w*/g)
        ?.some((word) => names.has(word)) === true
    )
      found.set(supposed.line, supposed);
  }
  return [...found.values()];
}
