// Matrices whose rows are said to be as far apart as there are rows: `make_tensor(c, make_shape(M, N), make_stride(M, _1{}))`,
// where a row has N elements. Of extents that are numbers overlapping-storage tells.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { itemsAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

const UNIT = /^(?:(?:cute::)?(?:_1|Int<1>)(?:\{\}|\(\))|1)$/;
const NAME = /^[A-Za-z_]\w*(?:(?:\.|->)\w+)*$/;
/** What is written around a number to give it more bits. */
const CAST =
  /^(?:(?:static_cast<[\w:]+>|(?:std::)?u?int(?:64|32)_t|int|size_t)\((.*)\)|\((?:u?int(?:64|32)_t|int|size_t)\)(.*))$/;

const plain = (written: string): string => {
  const inside = CAST.exec(written);
  return inside === null ? written : (inside[1] ?? inside[2]!);
};

/** `M` and `N` of `make_shape(M, N)` and `(M, N)`, also by a name for it. */
function itemsIn(site: Site | undefined, written: Written): readonly Site[] | null {
  if (site === undefined) return null;
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  const items = /^make_(?:shape|stride)$/.test(call?.name ?? '') ? call!.args : itemsAt(given);
  return items !== null && items.length >= 2 && items.every((item) => written(item) !== '') ? items : null;
}

/** Shape and stride of a layout or a tensor as it is written. */
function modesOf({ call }: CalledSite): readonly [Site | undefined, Site | undefined] {
  if (call.name === 'make_layout') return [argumentAt(call, 0, 'shape'), argumentAt(call, 1, 'stride')];
  return call.args.length === 3 ? [call.args[1], call.args[2]] : [undefined, undefined];
}

/** The modes of a layout as they are written. */
interface Modes {
  readonly called: CalledSite;
  readonly shape: readonly Site[];
  readonly stride: readonly Site[];
  readonly extents: readonly string[];
  readonly strides: readonly string[];
  /** The modes whose elements follow one another. */
  readonly units: readonly number[];
}

function modesAt(called: CalledSite, written: Written): Modes | null {
  const [shape, stride] = modesOf(called);
  return shape === undefined || stride === undefined ? null : readModes(called, [shape, stride], written);
}

function readModes(called: CalledSite, given: readonly Site[], written: Written): Modes | null {
  const [shape, stride] = given.map((site) => itemsIn(site, written));
  if (shape == null || stride == null || shape.length !== stride.length) return null;
  const units = stride.flatMap((each, i) => (UNIT.test(written(each)) ? [i] : []));
  const [extents, strides] = [shape, stride].map((items) => items.map((item) => plain(written(item))));
  return { called, shape, stride, extents: extents!, strides: strides!, units };
}

function checkMade(
  { called, shape, stride, extents, strides, units: [unit, ...more] }: Modes,
  { model }: RuleContext,
): readonly RuleFinding[] {
  if (unit === undefined || more.length > 0) return [];
  const row = extents[unit]!;
  const at = strides.findIndex((each, i) => i !== unit && NAME.test(each) && each === extents[i]);
  // Where another mode is as far apart as a row is long, this one may be anything.
  if (at < 0 || strides.some((each) => each === row) || !NAME.test(row) || row === strides[at]) return [];
  const [a, b] = [shape[at]!, shape[unit]!].map((site) => settledNumberAt(model, site));
  if ((a !== undefined && b !== undefined) || model.neverRuns(called.site)) return [];
  const message = `elements of mode ${unit} follow one another, and there are ${row} of them, where those of mode ${at} are ${strides[at]} apart, which is how many there are in mode ${at} itself: the stride is ${row}, or a leading dimension of its own`;
  return [{ span: stride[at]!.span, message }];
}

/** Extents and strides of three modes, of which the last one counts matrices. */
interface Batch {
  readonly called: CalledSite;
  readonly extents: readonly string[];
  readonly stride: Site;
  /** The factors of the last stride, as they are written. */
  readonly factors: readonly string[];
  /** The mode whose elements follow one another. */
  readonly unit: number;
}

function batchOf({ called, stride, extents, strides, units }: Modes, written: Written): Batch | null {
  const unit = units[0] ?? -1;
  if (stride.length !== 3 || unit < 0 || unit > 1 || strides[1 - unit] !== extents[unit]) return null;
  const product = operandsAt(stride[2]!);
  if (product?.operator !== '*') return null;
  const factors = [product.left, product.right].map((side) => plain(written(side)));
  return [...extents, ...factors].every((each) => NAME.test(each))
    ? { called, extents, stride: stride[2]!, factors, unit }
    : null;
}

/** Packed matrices that are as far apart as those of another tensor of the function are long. */
function checkBatches(all: readonly Batch[], { model }: RuleContext): readonly RuleFinding[] {
  return all.flatMap(({ called, extents, stride, factors, unit }): readonly RuleFinding[] => {
    const [row, own] = [extents[unit]!, extents[1 - unit]!];
    const other = factors.find((each) => each !== row);
    if (!factors.includes(row) || other === undefined || extents.includes(other)) return [];
    const scope = functionAround(called.site);
    const isElsewhere = all.some(
      (each) => functionAround(each.called.site) === scope && each.extents.slice(0, 2).includes(other),
    );
    if (scope === null || !isElsewhere || model.neverRuns(called.site)) return [];
    const message = `matrices of ${own} times ${row} elements, whose rows are ${row} apart, are ${factors.join(' * ')} apart, and ${other} is an extent of another tensor: the stride is ${own} * ${row}`;
    return [{ span: stride.span, message }];
  });
}

/** Findings of `leading-dimension` about the extents that strides are. */
export const checkOwnExtents = callsByUnit<RuleContext, RuleFinding>(
  ['make_tensor', 'make_layout'],
  (calls, context) => {
    // In Python the text will do: a comment between the modes makes them no names.
    const code = context.model.dialect === 'python' ? context.text : codeOf(context.text, 'cpp');
    const written = compactIn(code);
    const made = calls.flatMap((called) => modesAt(called, written) ?? []);
    const batches = made.flatMap((modes) => batchOf(modes, written) ?? []);
    return [...made.flatMap((modes) => checkMade(modes, context)), ...checkBatches(batches, context)];
  },
);
