// The positions and indices of a chain whose sizes are names (LEGO Figures 4, 5 and 9).

import { asFailure, type Outcome, refuse } from '../../integer/failure.ts';
import { isReverse, type OpenChain, OpenTile } from '../../lego/open.ts';
import { constantTerm, substituteTerm, symbolTerm, termConstant } from '../../term/operations.ts';
import { isOpaque } from '../../term/size.ts';
import { symbolAtom, type Term } from '../../term/term.ts';
import { memoryOrder } from '../permutation.ts';
import {
  flattened,
  indexIn,
  orderedIndex,
  orderedPosition,
  positionIn,
  reversed,
  type TileArithmetic,
  unflattened,
} from '../row-major.ts';
import { OpenArithmetic } from './arithmetic.ts';
import { coordinateName } from './factored.ts';
import { Facts } from './facts.ts';

function tilesWith(facts: Facts): TileArithmetic<Term, Term, OpenTile> {
  const arithmetic = new OpenArithmetic(facts).positions;
  return {
    arithmetic,
    applied: ({ dims, form }, index) => {
      const order = memoryOrder({ dims, form });
      if (order !== null) return orderedPosition(dims, order, index, arithmetic);
      if (!isReverse(form)) return refuse('unsupported', 'the permutation has no expression');
      return flattened(dims, reversed(dims, index, arithmetic), arithmetic);
    },
    inverted: ({ dims, form }, position) => {
      const order = memoryOrder({ dims, form });
      if (order !== null) return orderedIndex(dims, order, position, arithmetic);
      if (!isReverse(form)) return refuse('unsupported', 'the permutation has no expression');
      return reversed(dims, unflattened(dims, position, arithmetic), arithmetic);
    },
  };
}

/** The chain with products of names for its sizes. */
function namedChain({ dims, chain, expansion, names }: OpenChain) {
  const all = (sizes: readonly Term[]): readonly Term[] => sizes.map((n) => names.named(n));
  return {
    dims: all(dims),
    chain: chain.map(({ permutations }) => ({
      permutations: permutations.map((p) => new OpenTile(all(p.dims), p.form)),
    })),
    expansion:
      expansion === null ? null : { physical: all(expansion.physical), extended: all(expansion.extended) },
  };
}

/** Coordinates that stay below their sizes. */
function coordinates(sizes: readonly Term[], facts: Facts): readonly Term[] {
  return sizes.map((size, k) => {
    // The one coordinate of a dimension of one element is 0.
    if (termConstant(size) === 1) return constantTerm(0);
    facts.bound(symbolAtom(coordinateName(k), 'size'), size);
    return symbolTerm(coordinateName(k));
  });
}

function written(t: Term, chain: OpenChain, given: readonly Term[]): Term {
  const made = chain.names.original(t);
  if (isOpaque(made)) refuse('unsupported', 'the expression is too long');
  const filled = substituteTerm(made, new Map(given.map((value, k) => [coordinateName(k), value])));
  return isOpaque(filled) ? refuse('unsupported', 'the expression is too long') : filled;
}

/** A position, and what has to be below what for it to be one. */
interface OpenPosition {
  readonly position: Term;
  readonly tests: readonly { readonly of: Term; readonly bound: Term }[];
}

/** The position of an index within the view. Violation: unsupported for what is too long. */
export function openPosition(chain: OpenChain, index: readonly Term[]): Outcome<OpenPosition> {
  try {
    const facts = new Facts();
    const named = namedChain(chain);
    const { position, tests } = positionIn(named, coordinates(named.dims, facts), tilesWith(facts));
    return {
      position: written(position, chain, index),
      tests: tests
        .filter(({ of, bound }) => !facts.isWithin(of, bound))
        .map(({ of, bound }) => ({
          of: written(of, chain, index),
          bound: chain.names.original(bound),
        })),
    };
  } catch (e) {
    return asFailure(e);
  }
}

/** The index at a position of the layout. Violation: unsupported for what is too long. */
export function openIndex(chain: OpenChain, position: Term): Outcome<readonly Term[]> {
  try {
    const facts = new Facts();
    const named = namedChain(chain);
    const { expansion, dims } = named;
    const tiles = tilesWith(facts);
    const total = tiles.arithmetic.sizeOf(expansion === null ? dims : expansion.physical);
    const [at] = coordinates([total], facts);
    return indexIn(named, at!, tiles).map((t) => written(t, chain, [position]));
  } catch (e) {
    return asFailure(e);
  }
}
