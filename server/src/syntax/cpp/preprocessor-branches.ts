// Which branch of an `#if` is read. The one that the conditions choose, as far as they can be told; where they cannot,
// the first that may be chosen, so that what stands in it is read at all.

import { type DefinedMacros, decide, type Supposition, supposedDefined } from './preprocessor-condition.ts';

/** A branch of an `#if`. */
export interface BranchText {
  /** Null: `#else`. */
  readonly condition: string | null;
  /** How many characters it has. */
  readonly length: number;
  /** Whether all that it does is to define macros that stand for nothing. */
  readonly isNothing: boolean;
}

/** The branches of every `#if`, in order, by the offset of the `#`. */
export type BranchGroups = ReadonlyMap<number, readonly BranchText[]>;

const CONDITIONAL = /^#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b/;

/** Finds the groups of a file. `directives`: its preprocessor lines, from their `#` on, in order. */
export function branchGroups(
  source: string,
  directives: readonly { readonly start: number; readonly end: number }[],
): BranchGroups {
  const groups = new Map<number, BranchText[]>();
  const open: { group: BranchText[]; condition: string | null; from: number }[] = [];
  for (const { start, end } of directives) {
    const line = source.slice(start, end);
    const match = CONDITIONAL.exec(line);
    if (match === null) continue;
    const word = match[1]!;
    const condition = conditionOf(word, line.slice(match[0].length));
    if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
      const group: BranchText[] = [];
      open.push({ group, condition, from: end });
      groups.set(start, group);
      continue;
    }
    const around = open.at(-1);
    if (around === undefined) continue;
    around.group.push(branchOf(source, around, start));
    if (word === 'endif') open.pop();
    else Object.assign(around, { condition, from: end });
  }
  // A group has no end yet while it is typed.
  for (const branch of open) branch.group.push(branchOf(source, branch, source.length));
  return groups;
}

const branchOf = (
  source: string,
  { condition, from }: { readonly condition: string | null; readonly from: number },
  end: number,
): BranchText => ({
  condition,
  length: end - from,
  // Longer ones say more.
  isNothing: end - from < 400 && NOTHING.test(source.slice(from, end)),
});

const NOTHING = /^(?:\s*#[ \t]*define[ \t]+\w+(?:\([^()\n]*\))?[ \t]*(?:\r?\n|$))+\s*$/;

/** `A` of `#if A`, `defined(A)` of `#ifdef A`; null for `#else`. */
export function conditionOf(word: string, rest: string): string | null {
  if (word === 'else' || word === 'endif') return null;
  const plain = rest
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gs, ' ')
    .replaceAll(/\\\r?\n/g, ' ')
    .trim();
  return word === 'ifdef' ? `defined(${plain})` : word === 'ifndef' ? `!defined(${plain})` : plain;
}

export interface BranchChoice {
  /** Which branch is read; -1: none. */
  readonly index: number;
  /** Whether it is read for certain, so that the others are as good as comments. */
  readonly isCertain: boolean;
  /** What makes it the right one; null when nothing does. */
  readonly suppositions: readonly Supposition[] | null;
}

/** How many times longer a branch is than one that only says that something is not supported. */
const FALLBACK = 4;

/** Chooses a branch. */
export function choose(group: readonly BranchText[], defined: DefinedMacros): BranchChoice {
  const suppositions: Supposition[] = [];
  /** Those that are left out by what is supposed alone. */
  const left: number[] = [];
  for (const [index, { condition, length }] of group.entries()) {
    const decision = condition === null ? { value: true, suppositions: [] } : decide(condition, defined);
    if (decision.value === null) return { index, isCertain: false, suppositions: null };
    suppositions.push(...decision.suppositions);
    if (decision.value) {
      // A kernel behind a macro of its project's, with a message in its place for other GPUs: the kernel is read.
      const longer = left.find((i) => group[i]!.length > FALLBACK * (length + 50));
      if (longer !== undefined) return { index: longer, isCertain: false, suppositions: null };
      const asked = index === 1 && group[1]!.isNothing ? supposedDefined(group[0]!.condition) : null;
      // What can be switched off by leaving a macro empty is there: who reads it does so for what it does.
      if (asked !== null && left[0] === 0) return { index: 0, isCertain: false, suppositions: [asked] };
      return { index, isCertain: suppositions.length === 0, suppositions };
    }
    if (decision.suppositions.length > 0) left.push(index);
  }
  // Without an `#else` what is supposed to be left out is read all the same: it stands in nothing's way.
  const [first] = left;
  return first === undefined
    ? { index: -1, isCertain: true, suppositions }
    : { index: first, isCertain: false, suppositions: null };
}
