// Matrices whose rows are said to be as far apart as there are rows: `make_tensor(c, make_shape(M, N), make_stride(M, _1{}))`,
// where a row has N elements. Of extents that are numbers overlapping-storage tells.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { itemsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

const UNIT = /^(?:(?:cute::)?(?:_1|Int<1>)(?:\{\}|\(\))|1)$/;
const NAME = /^[A-Za-z_]\w*(?:(?:\.|->)\w+)*$/;
/** What is written around a number to give it more bits. */
const CAST =
  /^(?:(?:static_cast<[\w:]+>|(?:std::)?u?int(?:64|32)_t|int|size_t)\((.*)\)|\((?:u?int(?:64|32)_t|int|size_t)\)(.*))$/;

type Written = (site: Site) => string;

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

function checkMade(called: CalledSite, { model }: RuleContext, written: Written): readonly RuleFinding[] {
  const [shape, stride] = modesOf(called).map((site) => itemsIn(site, written));
  if (shape == null || stride == null || shape.length !== stride.length) return [];
  const units = stride.flatMap((each, i) => (UNIT.test(written(each)) ? [i] : []));
  const [unit, ...more] = units;
  if (unit === undefined || more.length > 0) return [];
  const [extents, strides] = [shape, stride].map((items) => items.map((item) => plain(written(item))));
  const row = extents![unit]!;
  const at = strides!.findIndex((each, i) => i !== unit && NAME.test(each) && each === extents![i]);
  // Where another mode is as far apart as a row is long, this one may be anything.
  if (at < 0 || strides!.some((each) => each === row) || !NAME.test(row) || row === strides![at]) return [];
  const [a, b] = [shape[at]!, shape[unit]!].map((site) => settledNumberAt(model, site));
  if ((a !== undefined && b !== undefined) || model.neverRuns(called.site)) return [];
  const message = `elements of mode ${unit} follow one another, and there are ${row} of them, where those of mode ${at} are ${strides![at]} apart, which is how many there are in mode ${at} itself: the stride is ${row}, or a leading dimension of its own`;
  return [{ span: stride[at]!.span, message }];
}

/** Findings of `leading-dimension` about the extents that strides are. */
export function checkOwnExtents(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const written: Written = ({ span }) => code.slice(span.start, span.end).replace(/\s+/g, '');
  return callsOf(model, 'make_tensor', 'make_layout').flatMap((called) =>
    checkMade(called, context, written),
  );
}
