// The sign of symbolic integers. C++ rounds quotients towards zero and gives remainders the sign of the dividend, so most
// rules of division hold for sums of which no part is negative only.

import { suppose } from './suppositions.ts';
import type { Atom, SignRange, Term } from './term.ts';

const weaker = (a: SignRange, b: SignRange): SignRange =>
  a === 'any' || b === 'any' ? 'any' : a === 'constant' || b === 'constant' ? 'constant' : 'size';

/** `size`: the term is never negative; `constant`: not as long as the compiler's constants are not; `any`: it may be. */
export function signRange({ monomials }: Term): SignRange {
  let range: SignRange = 'size';
  for (const { coefficient, atoms } of monomials) {
    if (coefficient < 0) return 'any';
    for (const atom of atoms) range = weaker(range, atomRange(atom));
  }
  return range;
}

function atomRange(atom: Atom): SignRange {
  switch (atom.kind) {
    case 'symbol':
    case 'opaque':
      return atom.range;
    case 'mod':
      return signRange(atom.left);
    case 'max': {
      const [left, right] = [signRange(atom.left), signRange(atom.right)];
      return left === 'size' || right === 'size' ? 'size' : left === 'any' ? right : left;
    }
    default:
      return weaker(signRange(atom.left), signRange(atom.right));
  }
}

/** Whether none of the terms is negative. A result that takes constants of the compiler for sizes says so. */
export function areSizes(...terms: readonly Term[]): boolean {
  let range: SignRange = 'size';
  for (const t of terms) range = weaker(range, signRange(t));
  if (range === 'constant') for (const t of terms) supposeSizes(t);
  return range !== 'any';
}

function supposeSizes({ monomials }: Term): void {
  for (const { atoms } of monomials)
    for (const atom of atoms) {
      if (atom.kind === 'symbol' || atom.kind === 'opaque') {
        const names = atom.kind === 'symbol' ? [atom.name] : atom.symbols;
        if (atom.range === 'constant') for (const name of names) suppose(`${name} ≥ 0`);
      } else {
        supposeSizes(atom.left);
        supposeSizes(atom.right);
      }
    }
}

/** Whether the term may be below 0 although no unknown is: what stands in shapes and strides is not. */
export const mayBeNegative = (t: Term): boolean =>
  t.monomials.some((m) => m.coefficient < 0 || m.atoms.some(atomMayBeNegative));

function atomMayBeNegative(atom: Atom): boolean {
  switch (atom.kind) {
    case 'symbol':
      return false;
    case 'opaque':
      return atom.mayBeNegative;
    case 'max':
      return mayBeNegative(atom.left) && mayBeNegative(atom.right);
    default:
      return mayBeNegative(atom.left) || mayBeNegative(atom.right);
  }
}
