// `LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,1),(2,2),(0,1),(0,2)])`: a linear layout as document 000 writes it, by
// the shapes of its two spaces and the images of the basis vectors, those of the first coordinate first.

import { type Failure, refuse } from '../../algebra/integer/failure.ts';
import { bitsOrThrow, makeLinearLayout, type Sizes } from '../../algebra/linear/layout.ts';
import type { BuiltinCall } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { asInteger, asIntegers } from './arguments.ts';

/** `8` and `(4,4)`. */
const integersOf = (value: Value | undefined, what: string): readonly number[] =>
  Array.isArray(value) ? asIntegers(value, what) : [asInteger(value, what)];

const named = (sizes: readonly number[], name: string): Sizes =>
  sizes.map((size, k) => [sizes.length === 1 ? name : `${name}${k}`, size] as const);

export function byCoordinates({ keywords }: BuiltinCall): Value | Failure {
  const ins = named(integersOf(keywords.get('crd'), 'crd'), 'c');
  const outs = named(integersOf(keywords.get('idx'), 'idx'), 'i');
  const given = keywords.get('vals');
  if (!Array.isArray(given)) return refuse('wrong-kind', 'vals is a list');
  const images = (given as readonly Value[]).map((value) => integersOf(value, 'an item of vals'));
  let at = 0;
  const bases = ins.map(([name, size]) => {
    const from = at;
    at += bitsOrThrow(size, `the size of ${name}`);
    return [name, images.slice(from, at)] as const;
  });
  if (at !== images.length)
    return refuse(
      'basis-length',
      `the coordinates have ${at} basis vectors, and vals has ${images.length} images`,
    );
  return makeLinearLayout(bases, outs);
}
