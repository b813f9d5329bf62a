// By which name a constant of a class or namespace is called while its value is not known. Many classes have a
// `kBlockM`: the first one of the file is called so, the others by their class too. What a constant is called depends
// on the file alone, not on who asked first, so that a file shows the same before and after it was edited.

import type { Scope, Unit } from '../frontends/scope.ts';
import type { UnitState } from './frame.ts';

/** A constant and the classes that it stands in. */
interface Constant {
  readonly owners: readonly string[];
  readonly name: string;
}

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

export class ConstantNames {
  /** By name: the key of the constant that is called so. */
  #owners: Owners | null = null;
  /** The names that values may hold, with the constants that they stand for there: of the file, and of others. */
  readonly #own = new Map<string, string>();
  readonly #other = new Map<string, string>();

  /** The name for a constant, in the classes `owners` from the outermost on. Null where all of its names are taken. */
  nameOf(
    namespace: readonly string[],
    constant: Constant,
    states: () => readonly UnitState[],
  ): string | null {
    this.#owners ??= ownersIn(states());
    const key = keyOf(namespace, constant);
    const size = this.#owners.size;
    const name = take(this.#owners, constant, key);
    // What had no name yet is of another file.
    if (name !== null && !this.#other.has(name))
      (this.#owners.size === size ? this.#own : this.#other).set(name, key);
    return name;
  }

  /** Takes a new version of the file; false when a name that values hold stands for another constant now. */
  update(states: readonly UnitState[]): boolean {
    this.#owners = null;
    if (this.#own.size + this.#other.size === 0) return true;
    const owners = ownersIn(states);
    this.#owners = owners;
    for (const [name, key] of this.#own) if (owners.get(name) !== key) return false;
    for (const [name, key] of this.#other) {
      if (owners.has(name)) return false;
      owners.set(name, key);
    }
    return true;
  }

  /** Nothing is called by its name any more. */
  clear(): void {
    this.#owners = null;
    this.#own.clear();
    this.#other.clear();
  }
}

function ownersIn(states: readonly UnitState[]): Owners {
  const owners: Owners = new Map();
  for (const { placed } of states)
    for (const constant of constants(placed.unit)) take(owners, constant, keyOf(placed.namespace, constant));
  return owners;
}
