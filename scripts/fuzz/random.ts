// Seeded random numbers: the same seed gives the same run, on every machine.

/** An integer from 0 up to, but not including, `n`. */
export type Random = (n: number) => number;

export function seeded(seed: number): Random {
  let state = seed | 0;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

/** The numbers of one case of a run: neighbouring cases have nothing in common. */
export function seededCase(seed: number, index: number): Random {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  const random = seeded(mixed ^ (mixed >>> 13));
  random(2);
  return random;
}

export const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!;
