// The sequences of integers that packs are made from: int_sequence, make_seq, index_sequence, tuple_seq.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { type Entity, LibraryType } from '../../model/entity.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { libraryName } from './names.ts';
import { typeView } from './type-identity.ts';

const MAXIMUM_LENGTH = 256;

/** Names of one template, each with the sequence that it is. */
const SEQUENCES: ReadonlyMap<string, string> = new Map([
  ['int_sequence', 'int_sequence'],
  ['seq', 'int_sequence'],
  ['index_sequence', 'index_sequence'],
]);
const MAKERS: ReadonlyMap<string, string> = new Map([
  ['make_int_sequence', 'int_sequence'],
  ['make_seq', 'int_sequence'],
  ['make_index_sequence', 'index_sequence'],
]);

/** The name by which a pattern's sequence is compared; null for what is none. */
export const sequenceName = (name: string): string | null => SEQUENCES.get(name) ?? null;

const sequence = (name: string, numbers: readonly number[]): LibraryType =>
  new LibraryType(name, { template: name, args: numbers.map((n) => new Dynamic(n)) });

const numberOf = (t: Entity | undefined): number | null => {
  const n = t !== undefined && isInteger(t as Value) ? knownNumber(t as Dynamic) : undefined;
  return n === undefined ? null : n;
};

const counted = (name: string, from: number | null, to: number | null): Entity => {
  if (from === null || to === null) return new Unknown('undetermined', `the length of ${name} is not known`);
  if (to - from > MAXIMUM_LENGTH || to < from) return new Unknown('unsupported', `${name} is too long`);
  return sequence(
    name,
    Array.from({ length: to - from }, (_, i) => from + i),
  );
};

/** A sequence of the library as a type; undefined: the name is none's. */
export function sequenceType(path: readonly string[], args: readonly Entity[]): Entity | undefined {
  const name = libraryName(path);
  if (name === null) return undefined;
  const listed = SEQUENCES.get(name);
  if (listed !== undefined) {
    const numbers = args.map(numberOf);
    return numbers.some((n) => n === null)
      ? new Unknown('undetermined', `the numbers of ${name} are not known`)
      : sequence(listed, numbers as number[]);
  }
  const made = MAKERS.get(name);
  if (made !== undefined) return counted(made, 0, numberOf(args[0]));
  if (name === 'make_range' || name === 'make_int_range')
    return counted('int_sequence', numberOf(args[0]), numberOf(args[1]));
  if (name !== 'tuple_seq') return undefined;
  const view = args[0] === undefined ? null : typeView(args[0]);
  const isTuple = view !== null && view !== 'plain' && view.template === 'tuple';
  return counted('int_sequence', 0, isTuple ? view.args!.length : null);
}

/** The numbers of `int_sequence<0, 1>`; null: the type is no such sequence. */
export function sequenceNumbers(type: Entity): readonly number[] | null {
  if (!(type instanceof LibraryType) || type.template.template !== 'int_sequence') return null;
  const numbers = type.template.args.map(numberOf);
  return numbers.some((n) => n === null) ? null : (numbers as number[]);
}
