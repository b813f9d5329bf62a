// Tiles of a tensor: the one at a coordinate of the tiles, and what one thread of a tile gets.

import { shapeOf } from '../../algebra/composed/composed.ts';
import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Layout, UNDERSCORE } from '../../algebra/layout/layout.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { ANY_INDEX, dataLayout } from './engine.ts';
import { operateOn, pointedLayout } from './operations.ts';
import { offsetBy, projected } from './slices.ts';

/** `local_tile(tensor, tiler, coord[, projection])`: the tile at a coordinate of the tiles. */
export const localTile: Builtin = ({ args, dialect }) => {
  const [tensor, tiler, coord, projection] = args;
  if (tensor === undefined || tiler === undefined || coord === undefined) {
    return new Unknown('unsupported', 'local_tile needs a tiler and a coordinate');
  }
  if (projection === undefined) return partition({ tensor, tiler, coord, dialect }, 'inner');
  const t = projected(projection, tiler);
  const c = projected(projection, coord);
  if (isFailure(t) || t instanceof Unknown) return t;
  return isFailure(c) || c instanceof Unknown
    ? c
    : partition({ tensor, tiler: t, coord: c, dialect }, 'inner');
};

/** `local_partition(tensor, tile, index[, projection])`: what one thread of the tile gets. */
export const localPartition: Builtin = ({ args, dialect }) => {
  const [tensor, tile, index, projection] = args;
  if (tensor === undefined || tile === undefined || index === undefined) {
    return new Unknown('unsupported', 'local_partition needs a tile and an index');
  }
  if (Array.isArray(tile))
    return new Violation(
      'wrong-kind',
      'local_partition takes a layout of threads, and is given a shape: Layout<Shape<…>>{}',
      { cute: 'no matching function for call to local_partition' },
    );
  const layout = projection === undefined ? tile : projected(projection, tile);
  if (isFailure(layout) || !(layout instanceof Layout)) {
    return layout instanceof Unknown || isFailure(layout)
      ? layout
      : new Unknown('unsupported', 'the tile is no layout');
  }
  const tiler = operateOn('product_each', [layout.shape as Value]);
  const coord = operateOn('get_flat_coord', [layout, index]);
  if (isFailure(tiler) || tiler instanceof Unknown) return tiler;
  if (isFailure(coord) || coord instanceof Unknown) return coord;
  const part = partition({ tensor, tiler, coord, dialect }, 'outer');
  const data = tensor instanceof Tensor ? dataLayout(tensor) : null;
  if (!(part instanceof Tensor) || data === null) return part;
  const thread = isInteger(index) ? index : ANY_INDEX;
  return new Tensor(part.engine, part.layout, { data, by: layout, part: null, thread });
};

interface Partition {
  readonly tensor: Value;
  readonly tiler: Value;
  readonly coord: Value;
  readonly dialect: BuiltinCall['dialect'];
}

/** inner_partition and outer_partition: zipped_divide, then a slice of the rest, or of the tile. */
function partition({ tensor, tiler, coord, dialect }: Partition, kept: 'inner' | 'outer'): Value | Failure {
  if (!(tensor instanceof Tensor)) return new Unknown('unsupported', 'only tensors are partitioned');
  const divided = operateOn('zipped_divide', [tensor, tiler], { dialect });
  if (isFailure(divided) || !(divided instanceof Tensor)) return divided;
  const shape = shapeOf(divided.layout) as Value;
  if (!Array.isArray(shape)) return new Unknown('unsupported', 'this partition is not computed');
  const [tile, rest] = shape as readonly Value[];
  const all = (part: Value): Value => {
    const rank = rankOf(part);
    return rank === 1 ? UNDERSCORE : Array.from({ length: rank }, () => UNDERSCORE);
  };
  const at = (part: Value): Value => {
    if (!Array.isArray(coord)) return coord;
    const missing = Math.max(0, rankOf(part) - coord.length);
    return [...(coord as readonly Value[]), ...Array.from({ length: missing }, () => UNDERSCORE)];
  };
  const slice: Value = kept === 'inner' ? [all(tile!), at(rest!)] : [at(tile!), all(rest!)];
  return offsetBy(divided, operateOn('slice_and_offset', [slice, pointedLayout(divided)]));
}

const rankOf = (shape: Value): number => (Array.isArray(shape) ? shape.length : 1);
