// Orders of modes where strides are meant: `make_layout((16, 32, 8), stride=(2, 1, 0))`.

import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { knownValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** Of so many modes nobody gives these strides to repeat elements. */
const FEWEST = 3;

/** Whether strides are all numbers from 0 on, once each, and elements meet in the mode of stride 1. */
function isOrder({ shape, stride }: Layout): boolean {
  if (!Array.isArray(shape) || !Array.isArray(stride) || stride.length < FEWEST) return false;
  const sorted = [...stride].sort((a, b) => Number(a) - Number(b));
  const at = stride.indexOf(1);
  const extent = at < 0 ? undefined : knownNumber(product((shape as readonly Shape[])[at]!));
  // Two elements of stride 1 come before the first of stride 2.
  return sorted.every((d, i) => d === i) && extent !== undefined && extent > 2;
}

/** Findings of `wrong-kind` about strides. */
export function checkOrderStrides(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  if (call.name !== 'make_layout' || site.dialect === 'notation') return [];
  const given = argumentAt(call, 1, 'stride');
  const value = given === undefined ? null : knownValueOf(model, site);
  if (given === undefined || !(value instanceof Layout) || !isOrder(value)) return [];
  const written = text.slice(given.span.start, given.span.end);
  const message = `${written} are an order of the modes, and strides are meant: elements share their places; make_ordered_layout takes an order`;
  const { start } = site.span;
  const head = /^(?:[\w.]+\.)?make_layout\b/.exec(text.slice(start, site.span.end))?.[0];
  const keyword = text.lastIndexOf('stride', given.span.start);
  if (site.dialect !== 'python' || !call.keywords.has('stride') || head === undefined)
    return [{ span: given.span, message, severity: 'warning' }];
  const newText =
    head.replace('make_layout', 'make_ordered_layout') +
    text.slice(start + head.length, keyword) +
    'order' +
    text.slice(keyword + 'stride'.length, site.span.end);
  const fixes = [{ title: 'Call make_ordered_layout', span: site.span, newText }];
  return [{ span: given.span, message, severity: 'warning', fixes }];
}
