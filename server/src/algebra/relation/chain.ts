// Chains of LEGO as relations, as Figures 4, 5 and 9 define them: an array is counted forth and back, and nothing is
// divided. Emitted arithmetic is proved against these. Those of `lego.ts`, which a reader is shown, come from the same
// simplifier as the arithmetic, and would prove nothing.

import { asFailure, isFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { LegoLayout, OrderBy } from '../lego/lego.ts';
import type { Permutation } from '../lego/permutation.ts';
import { product } from '../lego/row-major.ts';
import { sumText } from './affine.ts';
import { type MapTerm, map, set } from './term.ts';

const namesOf = (count: number, name = 'i'): readonly string[] =>
  Array.from({ length: count }, (_, k) => `${name}${k}`);

const within = (names: readonly string[], sizes: readonly number[]): string =>
  names.map((name, k) => `0 <= ${name} < ${sizes[k]}`).join(' and ');

/** The row-major position of what the texts say. */
const positionText = (texts: readonly string[], sizes: readonly number[]): string =>
  sumText(texts.map((of, k) => ({ factor: product(sizes.slice(k + 1)), of })));

/** B of Figure 4: the indices of an array to their row-major positions. */
function counting(sizes: readonly number[]): MapTerm {
  const names = namesOf(sizes.length);
  return map(`{ [${names.join(', ')}] -> [${positionText(names, sizes)}] : ${within(names, sizes)} }`);
}

function placeText({ dims, form }: Permutation, names: readonly string[]): string {
  switch (form.kind) {
    case 'row':
      return positionText(names, dims);
    case 'column':
      return positionText([...names].reverse(), [...dims].reverse());
    case 'regular':
      return positionText(
        form.order.map((k) => names[k]!),
        form.order.map((k) => dims[k]!),
      );
    case 'general':
      if (form.name !== 'reverse' || form.formulas !== undefined)
        return refuse('unsupported', `GenP(${form.name}) is no relation of sums and quotients`);
      return positionText(
        names.map((name, k) => `(${dims[k]! - 1} - ${name})`),
        dims,
      );
  }
}

function ordering({ permutations }: OrderBy): MapTerm {
  const sizes = permutations.flatMap(({ dims }) => dims);
  const names = namesOf(sizes.length);
  let at = 0;
  const places = permutations.map((p) => {
    const own = names.slice(at, at + p.dims.length);
    at += p.dims.length;
    return `(${placeText(p, own)})`;
  });
  const tiles = permutations.map(({ dims }) => product(dims));
  const physical = map(
    `{ [${names.join(', ')}] -> [${positionText(places, tiles)}] : ${within(names, sizes)} }`,
  );
  return { op: 'compose', first: { op: 'inverse', of: counting(sizes) }, next: physical };
}

/** Figure 9: the positions of what lies within the physical array, and -1 for all other indices. */
function expanded(whole: MapTerm, { dims, expansion }: LegoLayout): MapTerm {
  if (expansion === null) return whole;
  const { physical, extended } = expansion;
  const narrowing: MapTerm = {
    op: 'compose',
    first: { op: 'inverse', of: counting(extended) },
    next: counting(physical),
  };
  const inside: MapTerm = { op: 'compose', first: whole, next: narrowing };
  const names = namesOf(dims.length);
  const tuple = `[${names.join(', ')}]`;
  const outside: MapTerm = {
    op: 'restrict',
    of: map(`{ ${tuple} -> [-1] }`),
    to: {
      op: 'subtract',
      kind: 'set',
      left: set(`{ ${tuple} : ${within(names, dims)} }`),
      right: { op: 'domain', of: inside },
    },
  };
  return { op: 'union', kind: 'map', left: inside, right: outside };
}

/** The indices of a chain to their positions. Violation: unsupported for general permutations other than reverse. */
export function chainMapping(layout: LegoLayout): Outcome<MapTerm> {
  try {
    const whole = layout.chain.reduceRight<MapTerm>(
      (first, order) => ({ op: 'compose', first, next: ordering(order) }),
      counting(layout.dims),
    );
    return expanded(whole, layout);
  } catch (e) {
    return asFailure(e);
  }
}

/** The positions of a chain to their indices. Violation: as of the positions. */
export function chainInverseMapping(layout: LegoLayout): Outcome<MapTerm> {
  const of = chainMapping(layout);
  if (isFailure(of)) return of;
  const back: MapTerm = { op: 'inverse', of: of as MapTerm };
  // -1 is no position.
  return layout.expansion === null ? back : { op: 'restrict', of: back, to: set('{ [p] : p >= 0 }') };
}
