// Random numbers that are the same for the same seed, on every machine.

export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
  pick<T>(choices: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** Marsaglia's xorshift over 32 bits, begun at a scrambled seed so that neighbouring seeds have nothing in common. */
export function seeded(...seeds: readonly number[]): Random {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    state = Math.imul(state ^ seed, 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  if (state === 0) state = 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (end: number): number => Math.floor((next() / 0x1_0000_0000) * end);
  const shuffled = <T>(items: readonly T[]): T[] => {
    const all = [...items];
    for (let i = all.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [all[i], all[j]] = [all[j]!, all[i]!];
    }
    return all;
  };
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    oneIn: (n) => below(n) === 0,
    pick: (choices) => choices[below(choices.length)]!,
    shuffled,
  };
}
