// Global tensors whose strides a TMA descriptor does not take.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { ScaledBasis, type Stride } from '../../../algebra/layout/stride.ts';
import { isInt } from '../../../algebra/layout/stride-operations.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor, Unknown } from '../../../evaluate/model/value.ts';
import { TMA_UNIT_BITS } from '../../../hardware/tma/descriptor.ts';
import type { TmaOperation } from '../../../hardware/tma/tma.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { MAKES_TMA, tmaOperationOf } from '../../accesses/tma.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import type { Site } from '../../values/model.ts';
import { operationName } from '../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { widthBy } from './storage/shared-layout.ts';

const DSL_MAKERS = ['make_tiled_tma_atom', 'make_tiled_tma_atom_A', 'make_tiled_tma_atom_B'];

/** Elements of TMA have at most so many. */
const WIDEST_BITS = 64;

const numberOf = (stride: unknown): number | undefined =>
  isInt(stride as Int) ? knownNumber(stride as Int) : undefined;

/**
 * Which modes the first direction of the box stands for: CuTe puts neighbours that follow one another into one direction,
 * which has no stride of its own. Where the box is not known, those that may be.
 */
function isContiguous(
  layout: Layout,
  operation: TmaOperation | null,
  tile: readonly unknown[] | null,
): (leaf: number) => boolean {
  if (operation !== null) {
    const directions = leavesOf<Stride>(operation.strides as HTuple<Stride>);
    return (leaf) => {
      const direction = directions[leaf];
      return direction instanceof ScaledBasis && direction.path[0] === 0;
    };
  }
  const sizes = leavesOf<Int>(layout.shape).map(knownNumber);
  const strides = leavesOf<unknown>(layout.stride).map(numberOf);
  return (leaf) =>
    strides.some((d, i) => {
      const size = sizes[i];
      if (d === undefined || size === undefined || size <= 1 || d * size !== strides[leaf]) return false;
      // A box of a part of the mode ends before the next one begins.
      const part = numberOf(tile?.[i]);
      return part === undefined || part >= size;
    });
}

/** The extents of the box, where they are written for each mode of a tensor; null where they are not. */
function tileIn(args: readonly unknown[], { shape }: Layout): readonly unknown[] | null {
  const rank = Array.isArray(shape) ? shape.length : 1;
  const isFlat = leavesOf(shape).length === rank;
  const tiles = args.flatMap((value) =>
    Array.isArray(value) && value.length === rank && isFlat ? [value as readonly unknown[]] : [],
  );
  return tiles.length === 1 ? tiles[0]! : null;
}

/** What is wrong with the tensor among the arguments of what makes an atom; null: nothing. */
function faultOf(
  args: readonly unknown[],
  operation: TmaOperation | null,
  dialect: Site['dialect'],
  bitsInShared: () => number | null = () => null,
): string | null {
  const tensor = args.find((arg) => arg instanceof Tensor);
  if (!(tensor instanceof Tensor) || !(tensor.layout instanceof Layout)) return null;
  const { space } = tensor.engine;
  if (space === 'smem') return null;
  const bits = tensor.engine.bits ?? bitsInShared();
  // Of elements that nobody knows a stride may be right whose multiple by the widest is.
  const width = bits ?? WIDEST_BITS;
  const sizes = leavesOf<Int>(tensor.layout.shape);
  const strides = leavesOf<unknown>(tensor.layout.stride);
  const follows = isContiguous(tensor.layout, operation, tileIn(args, tensor.layout));
  const refused = strides.map(numberOf).find((number, i) => {
    if (number === undefined || number <= 1 || knownNumber(sizes[i]!) === 1 || follows(i)) return false;
    return (number * width) % TMA_UNIT_BITS !== 0;
  });
  // Without elements that follow one another the instruction would not take the tensor at all.
  if (refused === undefined || !strides.includes(1)) return null;
  const is = bits === null ? 'is none' : `is ${(refused * bits) / 8} bytes`;
  return `TMA takes strides of whole 16 bytes: ${refused} in ${valueText(tensor.layout, styleOf(dialect))} ${is}`;
}

function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !MAKES_TMA.test(operationName(origin))) return [];
  const operation = isFailure(value) ? null : tmaOperationOf(value);
  const message = faultOf(
    origin.args.map((arg) => arg.value),
    operation,
    site.dialect,
  );
  return message === null ? [] : [{ span: site.valueSpan ?? site.span, message }];
}

/** Of elements of a type that nobody knows there is no atom in CuTe DSL, and no more than what is written. */
function checkCall({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  if (site.dialect !== 'python' || !MAKES_TMA.test(call.name)) return [];
  if (!(knownValueOf(model, site) instanceof Unknown)) return [];
  const args = [...call.args, ...call.keywords.values()].map((arg) => settledValueOf(model, arg));
  const shared = argumentAt(call, 2, 'smem_layout');
  const isConverted = call.keywords.has('internal_type');
  const width = (): number | null => (shared === undefined || isConverted ? null : widthBy(context, shared));
  const message = faultOf(args, null, site.dialect, width);
  return message === null ? [] : [{ span: site.span, message }];
}

export const tmaStrides: Rule = {
  id: 'tma-strides',
  severity: 'warning',
  title: 'Strides that TMA does not take',
  checkSite,
  // Shared memory is allocated elsewhere.
  checkDocument: (context) =>
    mentions(context.text, 'tma_atom')
      ? callsOf(context.model, ...DSL_MAKERS).flatMap((called) => checkCall(called, context))
      : [],
};
