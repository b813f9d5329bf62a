// Constant coordinates beyond the extents of a tensor.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { ceilDiv, product } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { extentsOf, knownValueOf, sliceOf } from '../../document/extents.ts';
import { tilingOf } from '../../values/tilings.ts';
import { operationName } from '../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** A number that names no element of a mode. */
interface Beyond {
  readonly mode: readonly number[];
  readonly number: number;
  readonly extent: number;
}

/** Whether every coordinate of a mode means the same element. */
const isRepeated = (stride: HTuple<Stride> | null): boolean =>
  stride !== null && leavesOf<Stride>(stride).every((d) => d === 0);

/**
 * The first number of a coordinate that is beyond its mode; what is not known is within.
 * @param strides of the modes, where the coordinate is one of elements
 */
function beyond(
  coordinate: Value,
  shape: Shape,
  strides: HTuple<Stride> | null,
  mode: readonly number[] = [],
): Beyond | null {
  if (isRepeated(strides)) return null;
  if (Array.isArray(coordinate)) {
    if (!Array.isArray(shape) || coordinate.length > shape.length) return null;
    for (const [i, c] of (coordinate as readonly Value[]).entries()) {
      const stride = Array.isArray(strides) ? (strides[i] as HTuple<Stride>) : null;
      const found = beyond(c, shape[i] as Shape, stride, [...mode, i]);
      if (found !== null) return found;
    }
    return null;
  }
  const number = isInteger(coordinate) ? knownNumber(coordinate) : undefined;
  const extent = knownNumber(product(shape));
  if (number === undefined || extent === undefined) return null;
  // Where there is nothing, nothing is taken: the code for other sizes.
  if (extent === 0) return null;
  return number < 0 || number >= extent ? { mode, number, extent } : null;
}

/** A coordinate, of what it is one, and the strides of that. */
interface Asked {
  readonly coordinate: Value;
  readonly shape: Shape;
  readonly strides: HTuple<Stride> | null;
  readonly of: 'elements' | 'tiles';
}

/** The coordinates of a slice or of an element of a tensor, and of a tile among the tiles. */
function coordinateOf({ evaluation: { origin } }: EvaluatedSite): Asked | null {
  if (origin === null) return null;
  const name = operationName(origin);
  if (name === '()' || name === '[]') {
    const { object, args } = origin;
    if (!(object instanceof Tensor)) return null;
    const values = args.map(({ value }) => value);
    if (values.some(isFailure)) return null;
    const coordinate = (values.length === 1 ? values[0]! : values) as Value;
    const { stride } = innermostLayout(object.layout);
    return { coordinate, shape: shapeOf(object.layout), strides: stride as HTuple<Stride>, of: 'elements' };
  }
  const tiling = name === 'local_tile' ? tilingOf(origin) : null;
  if (tiling === null || tiling.coordinate === null) return null;
  const { tiler, tensor, coordinate } = tiling;
  const shape = shapeOf(tensor.layout);
  if (!Array.isArray(tiler) || !Array.isArray(shape)) return null;
  const tiles = shape.map((extent, i) => {
    const tile = i < tiler.length ? tiler[i] : 1;
    return isInteger(tile as Value) ? ceilDiv(extent as Shape, tile as Shape) : extent;
  });
  return { coordinate, shape: tiles as Shape, strides: null, of: 'tiles' };
}

function checkSite(evaluated: EvaluatedSite): readonly RuleFinding[] {
  const { site } = evaluated;
  // An expectation of the notation may be about any coordinate.
  if (site.dialect === 'notation') return [];
  const asked = coordinateOf(evaluated);
  const found = asked === null ? null : beyond(asked.coordinate, asked.shape, asked.strides);
  if (asked === null || found === null) return [];
  const where = found.mode.length === 0 ? '' : ` in mode ${found.mode.join('.')}`;
  const shape = valueText(asked.shape as Value, styleOf(site.dialect));
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `coordinate ${found.number}${where} is none of the ${found.extent} ${asked.of}: there are ${shape}`,
    },
  ];
}

/** Of a tensor of which bounds alone are known. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const slice = sliceOf(model, call);
  if (slice === null || knownValueOf(model, slice.tensor) instanceof Tensor) return [];
  const extents = extentsOf(model, slice.tensor);
  if (extents === null || extents.length !== slice.coordinates.length) return [];
  return extents.flatMap((extent, i) => {
    const coordinate = slice.coordinates[i]!;
    const number = isInteger(coordinate) ? knownNumber(coordinate) : undefined;
    if (extent === null || extent === 0 || number === undefined || (number >= 0 && number < extent))
      return [];
    const message = `coordinate ${number} in mode ${i} is none of the ${extent} elements`;
    return [{ span: site.span, message }];
  });
}

export const coordinateRange: Rule = {
  id: 'coordinate-range',
  severity: 'warning',
  title: 'No such element',
  description:
    'A constant coordinate of a tensor, such as a pipeline stage, is beyond the extent of its mode, or names a tile that is not there. CuTe computes an offset nevertheless, which is that of another element or of none.',
  checkSite,
  checkCall,
};
