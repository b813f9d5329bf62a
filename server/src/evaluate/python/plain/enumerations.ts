// Enumerations that a program defines with Python's `Enum`: their members are equal to themselves alone.

import type { Scope } from '../../../frontends/common/scope.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';

/** A member of an enumeration: `Tile.SMALL` */
export class Enumerator extends TypeValue {
  readonly of: Scope;
  readonly member: string;
  readonly value: Value;
  constructor(of: Scope, member: string, value: Value) {
    super(`${of.name}.${member}`, null);
    this.of = of;
    this.member = member;
    this.value = value;
  }
}

/** Whether the members of a class are no integers and no texts. */
export const isEnumeration = ({ kind, bases }: Scope): boolean =>
  kind === 'class' &&
  bases.some(
    (base) =>
      (base.kind === 'name' && base.name === 'Enum') || (base.kind === 'member' && base.name.name === 'Enum'),
  );

/** `Tile.SMALL.value` */
export function memberOfEnumerator({ member, value }: Enumerator, name: string): Value {
  if (name === 'value') return value;
  return name === 'name'
    ? member
    : new Unknown('unsupported', `the attribute ${name} is not computed`, [], name);
}

/** Members of equal values are one; undefined: it cannot be told. */
export function sameEnumerators(
  a: Enumerator,
  b: Enumerator,
  equal: (a: Value, b: Value) => boolean | undefined,
): boolean | undefined {
  if (a.of !== b.of) return false;
  return a.member === b.member ? true : equal(a.value, b.value);
}
