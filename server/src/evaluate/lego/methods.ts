// What is asked of a chain: `.apply(i, j)`, `.inv(p)`, and its next link.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Underscore } from '../../algebra/layout/layout.ts';
import { LegoLayout, legoApply, legoInv } from '../../algebra/lego/lego.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import { product } from '../../algebra/lego/row-major.ts';
import { OrderChain } from '../../algebra/lego/value.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { coordinateOf, integerOf, openCoordinateOf, termIn } from './arguments.ts';
import { andOrderBy, view } from './constructors.ts';
import { openIndexAt, openPositionAt } from './open.ts';

const OPEN = 'the index is not known';

/** Positions that a slice lists. */
const MAXIMUM_SLICE = 4096;

/** The positions of an index; `_` is all of a dimension, of which they are a list. */
export function positionsAt(layout: LegoLayout | OpenChain, index: readonly Value[]): Value | Failure {
  const sliced = index.findIndex((x) => x instanceof Underscore);
  if (sliced < 0) {
    const integers = coordinateOf(index);
    if (integers !== null && layout instanceof LegoLayout) return legoApply(layout, integers);
    const terms = openCoordinateOf(index);
    return terms === null ? new Unknown('unsupported', OPEN) : openPositionAt(layout, terms);
  }
  if (layout instanceof OpenChain)
    return new Unknown('unsupported', 'a slice of a chain whose sizes are names has no list of positions');
  const { dims } = layout;
  if (index.length !== dims.length) return legoApply(layout, new Array<number>(index.length).fill(0));
  const count = product(dims.filter((_, k) => index[k] instanceof Underscore));
  if (count > MAXIMUM_SLICE)
    return new Unknown('unsupported', `a slice of ${count} positions is too large to be listed`);
  const positions: Value[] = [];
  for (let i = 0; i < dims[sliced]!; i++) {
    const inner = positionsAt(
      layout,
      index.map((x, k) => (k === sliced ? i : x)),
    );
    if (isFailure(inner) || inner instanceof Unknown) return inner;
    positions.push(inner);
  }
  return positions;
}

const apply =
  (layout: LegoLayout | OpenChain): Builtin =>
  ({ args }) => {
    const [only] = args;
    return positionsAt(layout, args.length === 1 && Array.isArray(only) ? (only as readonly Value[]) : args);
  };

function inv(layout: LegoLayout | OpenChain): Builtin {
  return ({ args }) => {
    const [at] = args;
    const position = args.length === 1 && at !== undefined ? integerOf(at) : null;
    if (args.length !== 1)
      return new Violation('wrong-kind', 'inv takes a position', { source: 'LEGO III-A' });
    if (position === null || layout instanceof OpenChain) {
      const term = termIn(at!);
      return term === null ? new Unknown('unsupported', OPEN) : openIndexAt(layout, term);
    }
    const index = legoInv(layout, position);
    return isFailure(index) || index.length > 1 ? (index as Value) : index[0]!;
  };
}

/** A member function of what LEGO's constructors make; undefined where there is none. */
export function legoMethod(object: Value, name: string): Builtin | undefined {
  if (object instanceof LegoLayout || object instanceof OpenChain) {
    if (name === 'apply') return apply(object);
    if (name === 'inv') return inv(object);
    if (name === 'OrderBy' || name === 'TileOrderBy') return (call) => andOrderBy(object, call);
  }
  if (object instanceof OrderChain) {
    if (name === 'OrderBy' || name === 'TileOrderBy') return (call) => andOrderBy(object, call);
    if (name === 'GroupBy' || name === 'TileBy') return (call) => view(object, call);
  }
  return undefined;
}
