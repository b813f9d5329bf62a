// By which name a constant of a class or namespace is called while its value is not known. Many classes have a
// `kBlockM`: the first one of the file is called so, the others by their class too. What a constant is called depends
// on the file alone, not on who asked first, so that a file shows the same before and after it was edited.

import type { Scope, Unit } from '../../frontends/common/scope.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { Constant } from '../model/file.ts';
import type { Imports } from '../model/imports.ts';

const constantsOf = new WeakMap<Unit, readonly Constant[]>();

/** The constants of a unit that are outside of functions and not written as a plain number. */
function constants(unit: Unit): readonly Constant[] {
  const known = constantsOf.get(unit);
  if (known !== undefined) return known;
  const found: Constant[] = [];
  const visit = (scope: Scope, owners: readonly string[]): void => {
    for (const d of scope.declarations)
      if (d.kind === 'value' && d.isConstant === true && d.isMember !== true && d.init?.kind !== 'integer')
        found.push({ owners, name: d.name });
    for (const child of scope.children) {
      if (child.kind === 'function' || child.kind === 'block') continue;
      visit(child, child.kind === 'class' && child.name !== null ? [...owners, child.name] : owners);
    }
  };
  visit(unit.scope, []);
  constantsOf.set(unit, found);
  return found;
}

const keyOf = (namespace: readonly string[], { owners, name }: Constant): string =>
  [...namespace, ...owners, name].join('::');

/** What a constant may be called, shortest first. */
const labelsOf = (constant: Constant, key: string): readonly string[] => [
  constant.name,
  [...constant.owners.slice(-1), constant.name].join('::'),
  key,
];

type Owners = Map<string, string>;

/** The first of the names that is free, or the constant's already. */
function take(owners: Owners, constant: Constant, key: string): string | null {
  for (const label of labelsOf(constant, key)) {
    const owner = owners.get(label);
    if (owner === undefined) owners.set(label, key);
    if (owner === undefined || owner === key) return label;
  }
  return null;
}

/** A constant of another file, with its key. */
interface Foreign {
  readonly constant: Constant;
  readonly key: string;
}

/** So many units of other files are read for the constants of one name. */
const MOST_UNITS = 64;

export class ConstantNames {
  /** By name: the key of the constant that is called so. */
  #owners: Owners | null = null;
  #ownKeys: ReadonlySet<string> = new Set();
  /** The names that values may hold, with the constants that they stand for there: of the file, and of others. */
  readonly #own = new Map<string, string>();
  readonly #other = new Map<string, string>();
  /** The constants of other files in their order, by what they are declared as, and where they were looked for. */
  readonly #foreign = new Map<string, readonly Foreign[]>();
  #imports: Imports | null = null;

  /** The name for a constant, in the classes `owners` from the outermost on. Null where all of its names are taken. */
  nameOf(
    namespace: readonly string[],
    constant: Constant,
    memos: () => readonly UnitMemo[],
    imports: Imports | null,
  ): string | null {
    const owners = this.#owners ?? this.#begin(memos());
    const key = keyOf(namespace, constant);
    const isOwn = this.#ownKeys.has(key);
    if (!isOwn) this.#takeForeign(owners, constant.name, imports);
    const name = take(owners, constant, key);
    if (name !== null) (isOwn ? this.#own : this.#other).set(name, key);
    return name;
  }

  #begin(memos: readonly UnitMemo[]): Owners {
    const owners = ownersIn(memos);
    this.#owners = owners;
    this.#ownKeys = new Set(owners.values());
    return owners;
  }

  /** Names all the constants of other files that are declared so, whichever is asked about first. */
  #takeForeign(owners: Owners, name: string, imports: Imports | null): void {
    this.#imports = imports;
    let foreign = this.#foreign.get(name);
    if (foreign !== undefined) return;
    foreign = imports === null ? [] : foreignIn(imports, name);
    this.#foreign.set(name, foreign);
    for (const { constant, key } of foreign) take(owners, constant, key);
  }

  /** Takes a new version of the file; false when a name that values hold stands for another constant now. */
  update(memos: readonly UnitMemo[], imports: Imports | null): boolean {
    this.#owners = null;
    if (this.#own.size + this.#other.size === 0) {
      this.#foreign.clear();
      return true;
    }
    const owners = this.#begin(memos);
    for (const [name, key] of this.#own) if (owners.get(name) !== key) return false;
    for (const [name, known] of this.#foreign) {
      const foreign = imports === this.#imports ? known : imports === null ? [] : foreignIn(imports, name);
      this.#foreign.set(name, foreign);
      for (const { constant, key } of foreign) take(owners, constant, key);
    }
    this.#imports = imports;
    for (const [name, key] of this.#other) {
      const owner = owners.get(name);
      if (owner !== undefined && owner !== key) return false;
      owners.set(name, key);
    }
    return true;
  }

  /** Nothing is called by its name any more. */
  clear(): void {
    this.#owners = null;
    this.#own.clear();
    this.#other.clear();
    this.#foreign.clear();
  }
}

/** The constants of other files that are declared with a name, in the order of the files. */
function foreignIn(imports: Imports, name: string): readonly Foreign[] {
  const found: Foreign[] = [];
  let left = MOST_UNITS;
  for (const { placed } of imports.unitsReferencing(name)) {
    if (left-- <= 0) break;
    for (const constant of constants(placed.unit))
      if (constant.name === name) found.push({ constant, key: keyOf(placed.namespace, constant) });
  }
  return found;
}

function ownersIn(memos: readonly UnitMemo[]): Owners {
  const owners: Owners = new Map();
  for (const { placed } of memos)
    for (const constant of constants(placed.unit)) take(owners, constant, keyOf(placed.namespace, constant));
  return owners;
}
