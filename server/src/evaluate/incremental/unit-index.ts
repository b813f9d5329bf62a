// The units of a file by what they name: what they call or give arguments to, what they may change, and which member
// functions they have. Each index is made when somebody asks.

import { memberFunctions, mutationsIn } from '../../frontends/common/mutations.ts';
import { referencesOf } from '../../frontends/common/references.ts';
import type { Scope, Unit } from '../../frontends/common/scope.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { FileDeclaration } from '../model/file.ts';

export type MemberDeclaration = FileDeclaration & { readonly scope: Scope };

type Index<T> = ReadonlyMap<string, readonly T[]>;

export class UnitIndex {
  readonly #states: readonly UnitMemo[];
  #mentioning: Index<UnitMemo> | null = null;
  #changing: Index<UnitMemo> | null = null;
  #members: Index<MemberDeclaration> | null = null;

  constructor(memos: readonly UnitMemo[]) {
    this.#states = memos;
  }

  /** The units that call a name or give arguments to it. */
  mentioning(name: string): readonly UnitMemo[] {
    this.#mentioning ??= indexed(byNames(this.#states, (unit) => referencesOf(unit).keys()));
    return this.#mentioning.get(name) ?? NO_STATES;
  }

  /** The units that may change a variable of the name, or a member of an object. */
  unitsMutating(name: string): ReadonlySet<UnitMemo> {
    this.#changing ??= indexed(byNames(this.#states, (unit) => mutationsIn(unit).keys()));
    return new Set([...(this.#changing.get(name) ?? []), ...(this.#changing.get(`.${name}`) ?? [])]);
  }

  /** The member functions of a name. */
  memberFunctions(name: string): readonly MemberDeclaration[] {
    this.#members ??= indexed(byName(this.#states));
    return this.#members.get(name) ?? NO_MEMBERS;
  }
}

const NO_STATES: readonly UnitMemo[] = [];
const NO_MEMBERS: readonly MemberDeclaration[] = [];

/** The member functions of the classes in a unit; `name`: those of it alone. */
export function* membersIn(memo: UnitMemo, name: string | null = null): Iterable<MemberDeclaration> {
  const namespace = memo.placed.namespace.join('::');
  for (const { declaration, scope } of memberFunctions(memo.placed.unit))
    if (name === null || declaration.name === name) yield { declaration, scope, memo, namespace };
}

function indexed<T>(entries: Iterable<readonly [string, T]>): Index<T> {
  const found = new Map<string, T[]>();
  for (const [name, item] of entries) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [item]);
    else known.push(item);
  }
  return found;
}

function* byNames(
  memos: readonly UnitMemo[],
  names: (unit: Unit) => Iterable<string>,
): Iterable<readonly [string, UnitMemo]> {
  for (const memo of memos) for (const name of names(memo.placed.unit)) yield [name, memo];
}

function* byName(memos: readonly UnitMemo[]): Iterable<readonly [string, MemberDeclaration]> {
  for (const memo of memos) for (const member of membersIn(memo)) yield [member.declaration.name, member];
}
