// What a unit of Python does with names, as C++ says it of its variables.

import type { Expr } from '../../common/expression.ts';
import { dottedParts } from '../../common/expression-parts.ts';
import { usedWord } from '../../common/mutations.ts';
import type { Declaration, Escape, Escapes, Scope } from '../../common/scope.ts';
import { isSameStructure } from '../../common/structure.ts';
import { type Use, usesAlone, usesIn } from './uses.ts';

/** For whoever compares versions of a unit; worked out when somebody asks. */
export class UnitUses implements Escapes {
  /** These are a part of it. */
  readonly #scope: () => Scope;

  constructor(scope: () => Scope) {
    this.#scope = scope;
  }

  get(name: string): ReadonlyMap<string, Escape> | undefined {
    const uses = usesIn(this.#scope()).get(name);
    return uses === undefined ? undefined : new Map(uses.map((use) => [textOfUse(use), ASSIGNED]));
  }

  keys(): Iterable<string> {
    return usesIn(this.#scope()).keys();
  }

  *[Symbol.iterator](): Iterator<[string, ReadonlyMap<string, Escape>]> {
    for (const name of this.keys()) yield [name, this.get(name)!];
  }

  *values(): Iterable<ReadonlyMap<string, Escape>> {
    for (const [, all] of this) yield all;
  }
}

const ASSIGNED: Escape = { kind: 'assigned' };

/**
 * The names that are used otherwise in one of two versions of a function, as words. `gone` and `added`: what stands in one
 * of them alone. What both have says the same of names, unless they differ in what they change in place.
 */
export function usedOtherwise(
  [before, gone]: Version,
  [now, added]: Version,
  owner: Scope | null,
): ReadonlySet<string> {
  const [a, b] = (
    isSameStructure(changesIn(before), changesIn(now))
      ? [alone(before, gone), alone(now, added)]
      : [before, now]
  ).map((scope) => useTexts(usesAlone(scope, owner)));
  const names = [...a!.keys(), ...b!.keys()].filter((name) => a!.get(name) !== b!.get(name));
  return new Set(names.map(usedWord));
}

type Version = readonly [scope: Scope, parts: readonly (Declaration | Expr)[]];

const isDeclared = (part: Declaration | Expr): part is Declaration => 'nameSpan' in part;

/** The function with nothing but some of its statements. */
const alone = (scope: Scope, parts: readonly (Declaration | Expr)[]): Scope => ({
  ...scope,
  changes: undefined,
  returns: [],
  declarations: parts.filter(isDeclared),
  expressions: parts.filter((part) => !isDeclared(part)),
  children: [],
});

const changesIn = ({ span, changes, returns, children }: Scope): readonly unknown[] => [
  ...(changes === undefined && returns === undefined ? [] : [span.start, changes, returns]),
  ...children.flatMap(changesIn),
];

/** What is done with each name, to be compared. */
const useTexts = (uses: ReadonlyMap<string, readonly Use[]>): ReadonlyMap<string, string> =>
  new Map([...uses].map(([name, all]) => [name, all.map(textOfUse).sort().join(';')]));

const textOfUse = (use: Use): string =>
  use.kind === 'assigned'
    ? `assigned ${use.of}`
    : use.kind === 'changed'
      ? `changed ${use.isFollowed}`
      : use.kind === 'named'
        ? `named ${use.name} ${use.from} ${use.by}`
        : `handed ${dottedParts(use.call.callee).join('.')} ${use.at} ${use.isItem}`;
