// A question that takes libisl longer than anybody waits: whether a permutation of the bits of one integer is injective.

import { map } from '../../server/src/algebra/relation/term.ts';

const BITS = 14;
const bits = Array.from({ length: BITS }, (_, k) => `${2 ** ((5 * k) % BITS)} * (floor(c/${2 ** k}) mod 2)`);

export const endless = {
  ask: 'property',
  property: 'injective',
  of: map(`{ [c] -> [${bits.join(' + ')}] : 0 <= c < ${2 ** BITS} }`),
} as const;
