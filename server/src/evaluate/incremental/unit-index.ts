// The units of a file by what they name: what they call or give arguments to, what they may change, and which member
// functions they have. Each index is made when somebody asks, and kept from version to version of the file: only units
// that come or go are looked at.

import { addTo } from '../../frontends/common/lists.ts';
import { memberFunctions, mutationsIn } from '../../frontends/common/mutations.ts';
import { referencesOf } from '../../frontends/common/references.ts';
import type { Scope, Unit } from '../../frontends/common/scope.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { FileDeclaration, NamesIn, UnitsByName } from '../model/file.ts';

export type MemberDeclaration = FileDeclaration & { readonly scope: Scope };

type Index = Map<string, Set<Unit>>;

export class UnitIndex implements UnitsByName {
  /** A unit that stands in the file twice has a memo for each place. */
  #memos: ReadonlyMap<Unit, readonly UnitMemo[]> = new Map();
  readonly #indexes = new Map<NamesIn, Index>();
  /** What was asked of this version. */
  readonly #found = new Map<NamesIn, Map<string, readonly UnitMemo[]>>();

  /** Takes the units of a new version. */
  update(memos: readonly UnitMemo[]): void {
    const before = this.#memos;
    this.#memos = byUnit(memos);
    this.#found.clear();
    for (const [namesIn, index] of this.#indexes) {
      for (const unit of before.keys())
        if (!this.#memos.has(unit)) for (const name of namesIn(unit)) index.get(name)?.delete(unit);
      for (const unit of this.#memos.keys()) if (!before.has(unit)) enter(unit, namesIn, index);
    }
  }

  having(namesIn: NamesIn, name: string): readonly UnitMemo[] {
    let found = this.#found.get(namesIn);
    if (found === undefined) {
      found = new Map();
      this.#found.set(namesIn, found);
    }
    let memos = found.get(name);
    if (memos === undefined) {
      memos = this.#inOrder(this.#indexOf(namesIn).get(name));
      found.set(name, memos);
    }
    return memos;
  }

  #indexOf(namesIn: NamesIn): Index {
    let index = this.#indexes.get(namesIn);
    if (index === undefined) {
      index = new Map();
      for (const unit of this.#memos.keys()) enter(unit, namesIn, index);
      this.#indexes.set(namesIn, index);
    }
    return index;
  }

  #inOrder(units: ReadonlySet<Unit> | undefined): readonly UnitMemo[] {
    if (units === undefined || units.size === 0) return NO_MEMOS;
    return [...units].flatMap((unit) => this.#memos.get(unit)!).sort((a, b) => a.index - b.index);
  }

  /** The units that call a name or give arguments to it. */
  mentioning(name: string): readonly UnitMemo[] {
    return this.having(mentioned, name);
  }

  /** The units that may change a variable of the name, or a member of an object. */
  unitsMutating(name: string): ReadonlySet<UnitMemo> {
    return new Set([...this.having(changed, name), ...this.having(changed, `.${name}`)]);
  }

  /** The member functions of a name. */
  *memberFunctions(name: string): Iterable<MemberDeclaration> {
    for (const memo of this.having(memberNames, name)) yield* membersIn(memo, name);
  }
}

const NO_MEMOS: readonly UnitMemo[] = [];

function byUnit(memos: readonly UnitMemo[]): ReadonlyMap<Unit, readonly UnitMemo[]> {
  const found = new Map<Unit, UnitMemo[]>();
  for (const memo of memos) {
    addTo(found, memo.placed.unit, memo);
  }
  return found;
}

const mentioned: NamesIn = (unit) => referencesOf(unit).keys();
const changed: NamesIn = (unit) => mutationsIn(unit).names;
const memberNames: NamesIn = (unit) => memberFunctions(unit).map(({ declaration }) => declaration.name);

function enter(unit: Unit, namesIn: NamesIn, index: Index): void {
  for (const name of namesIn(unit)) {
    const units = index.get(name);
    if (units === undefined) index.set(name, new Set([unit]));
    else units.add(unit);
  }
}

/** The member functions of a name of the classes in a unit. */
export function* membersIn(memo: UnitMemo, name: string): Iterable<MemberDeclaration> {
  const namespace = memo.placed.namespace.join('::');
  for (const { declaration, scope } of memberFunctions(memo.placed.unit))
    if (declaration.name === name) yield { declaration, scope, memo, namespace };
}
