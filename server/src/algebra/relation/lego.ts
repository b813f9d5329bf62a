// Chains of LEGO as relations: the index of the logical view to its position.

import { variable } from '../indexing/expression.ts';
import { legoPosition } from '../indexing/lego.ts';
import { asFailure, isFailure, type Outcome } from '../integer/failure.ts';
import { type LegoLayout, legoApply } from '../lego/lego.ts';
import { unflatten } from '../lego/row-major.ts';
import { constantTerm } from '../term/operations.ts';
import { indexText } from './indexing.ts';
import { type CoordinateSpace, coordinateChange } from './layout.ts';
import { tabulated } from './points.ts';
import { boundsText, dimensionsOf, namesText } from './space.ts';
import { type MapTerm, map } from './term.ts';

/** The index in each dimension of the view to the position; an index without a place is no input. */
function viewMapping(chain: LegoLayout): MapTerm {
  const dimensions = dimensionsOf(chain.dims.map(constantTerm), 'i');
  const names = dimensions.map(({ name }) => name);
  const position = legoPosition(
    chain,
    names.map((name, k) => variable(name, chain.dims[k]!)),
  );
  try {
    if (isFailure(position)) throw position;
    return map(`{ ${namesText(dimensions)} -> [${indexText(position)}] : ${boundsText(dimensions)} }`);
  } catch (thrown) {
    asFailure(thrown);
    return tabulated(names, pointsOf(chain));
  }
}

function* pointsOf(chain: LegoLayout): Generator<readonly [readonly number[], number | null]> {
  for (let at = 0; at < chain.size; at++) {
    const index = unflatten(chain.dims, at);
    const position = legoApply(chain, index);
    if (isFailure(position)) throw position;
    yield [index, position < 0 ? null : position];
  }
}

/**
 * The mapping of a chain: of the indices of its view, of one integer that counts them as CuTe does, the first dimension
 * fastest, or of a shape's coordinates. Violations: unsupported for what is neither a formula nor small enough to be
 * listed; not-congruent for a shape of another size.
 */
export function legoMapping(chain: LegoLayout, space: Exclude<CoordinateSpace, 'bits'>): Outcome<MapTerm> {
  try {
    const natural = viewMapping(chain);
    if (space === 'natural') return natural;
    const first = coordinateChange(space, chain.dims);
    return isFailure(first) ? first : { op: 'compose', first, next: natural };
  } catch (thrown) {
    return asFailure(thrown);
  }
}
