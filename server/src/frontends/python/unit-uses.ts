// What a unit of Python does with names, as C++ says it of its variables.

import { dottedParts } from '../common/expression-parts.ts';
import type { Escape, Escapes, Scope } from '../common/scope.ts';
import { type Use, usesIn } from './alias-graph.ts';

/** For whoever compares versions of a unit; worked out when somebody asks. */
export class UnitUses implements Escapes {
  /** These are a part of it. */
  readonly #scope: () => Scope;

  constructor(scope: () => Scope) {
    this.#scope = scope;
  }

  get(name: string): ReadonlyMap<string, Escape> | undefined {
    const uses = usesIn(this.#scope()).get(name);
    return uses === undefined ? undefined : new Map(uses.map((use) => [textOf(use), ASSIGNED]));
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

const textOf = (use: Use): string =>
  use.kind === 'assigned'
    ? `assigned ${use.of}`
    : use.kind === 'changed'
      ? `changed ${use.isFollowed}`
      : use.kind === 'named'
        ? `named ${use.name} ${use.from} ${use.by}`
        : `handed ${dottedParts(use.call.callee).join('.')} ${use.at} ${use.isItem}`;
