// Sets of Python. In which order one hands out its items is not known.

import { TypeValue, type Value } from '../../model/value.ts';

export class PythonSet extends TypeValue {
  readonly items: readonly Value[];
  /** Whether each item is there once, for certain. */
  readonly isExact: boolean;
  constructor(items: readonly Value[]) {
    super('set', null);
    this.isExact = items.every((item) => typeof item === 'number' || typeof item === 'string');
    this.items = this.isExact ? [...new Set(items)] : items;
  }

  override get identity(): string | null {
    return null;
  }
}

export const sameSets = (a: PythonSet, b: PythonSet): boolean | undefined =>
  a.isExact && b.isExact
    ? a.items.length === b.items.length && a.items.every((item) => b.items.includes(item))
    : undefined;

export function ofSets(operator: string, a: PythonSet, b: PythonSet): Value | null {
  if (!a.isExact || !b.isExact) return null;
  const without = (x: PythonSet, y: PythonSet) => x.items.filter((item) => !y.items.includes(item));
  switch (operator) {
    case '|':
      return new PythonSet([...a.items, ...b.items]);
    case '&':
      return new PythonSet(a.items.filter((item) => b.items.includes(item)));
    case '-':
      return new PythonSet(without(a, b));
    case '^':
      return new PythonSet([...without(a, b), ...without(b, a)]);
    case '<=':
      return without(a, b).length === 0;
    case '>=':
      return without(b, a).length === 0;
    default:
      return null;
  }
}
