import type { Random } from '../../support/random.ts';

/** A small size, mostly a power of two. */
export const size = (random: Random): number => random.pick([1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 24, 32]);

/** A static integer, in one of the ways in which it is written. */
export const staticInt = (random: Random, n = size(random)): string =>
  random.pick([
    `Int<${n}>{}`,
    `Int<${n}>{}`,
    `C<${n}>{}`,
    ...([1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32].includes(n) ? [`_${n}{}`, `_${n}{}`] : []),
  ]);

export const staticType = (random: Random, n = size(random)): string =>
  [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32].includes(n)
    ? random.pick([`_${n}`, `Int<${n}>`, `C<${n}>`])
    : `Int<${n}>`;

/** An integer that is static or not. */
export const anyInt = (random: Random, n = size(random)): string =>
  random.oneIn(2) ? String(n) : staticInt(random, n);

/**
 * An arithmetic expression over integers between -50 and 50 or so, as a constant expression: without overflow and
 * without division by zero.
 */
export function arithmetic(random: Random, atoms: readonly string[], depth = 2): string {
  if (depth === 0 || random.oneIn(5))
    return atoms.length > 0 && !random.oneIn(3) ? random.pick(atoms) : String(random.between(0, 20));
  const left = arithmetic(random, atoms, depth - 1);
  const right = arithmetic(random, atoms, depth - 1);
  const positive = random.between(1, 9);
  switch (random.below(14)) {
    case 0:
    case 1:
      return `(${left} + ${right})`;
    case 2:
      return `(${left} - ${right})`;
    case 3:
      return `${left} * ${random.between(0, 9)}`;
    case 4:
      return `(${left}) / ${positive}`;
    case 5:
      return `(${left}) % ${positive}`;
    case 6:
      return `(${left} ${random.pick(['<', '>', '<=', '>=', '==', '!='])} ${right} ? ${arithmetic(random, atoms, depth - 1)} : ${random.between(0, 20)})`;
    case 7:
      return `((${left}) & ${random.between(1, 63)})`;
    case 8:
      return `((${left}) ${random.pick(['|', '^'])} ${random.between(0, 63)})`;
    case 9:
      return `((${left}) >> ${random.between(0, 3)})`;
    case 10:
      return `(((${left}) & 63) << ${random.between(0, 3)})`;
    case 11:
      return random.oneIn(2) ? `-(${left})` : `~(${left})`;
    case 12:
      return `(${condition(random, atoms, depth - 1)} ? ${left} : ${right})`;
    default:
      return left;
  }
}

export function condition(random: Random, atoms: readonly string[], depth = 1): string {
  const left = arithmetic(random, atoms, depth);
  switch (random.below(5)) {
    case 0:
      return `(${left}) % ${random.between(2, 4)} == ${random.between(0, 1)}`;
    case 1:
      return `(${left} > ${random.between(0, 9)} && ${arithmetic(random, atoms, depth)} < ${random.between(0, 20)})`;
    case 2:
      return `(${left} < ${random.between(0, 9)} || ${arithmetic(random, atoms, depth)} != ${random.between(0, 9)})`;
    case 3:
      return `!(${left} == ${random.between(0, 5)})`;
    default:
      return `${left} ${random.pick(['<', '>', '<=', '>=', '==', '!='])} ${random.between(0, 12)}`;
  }
}
