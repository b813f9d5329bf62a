// A call of a layout as it is written, `L(i, j)`, `G.apply(i, j)`, `L[i, j]`: the layout, and the names of its coordinate.

import { type CoordinateName, shapeOf } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import type { Site } from '../../analysis/values/model.ts';
import { Tensor, Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Indexed } from '../../render/emit/index/subject.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

export interface IndexCall<L extends Indexed = Indexed> {
  readonly layout: L;
  readonly names: readonly CoordinateName[];
  readonly inverse: boolean;
  /** What is called. */
  readonly callee: Span;
  /** The whole call. */
  readonly span: Span;
}

/** The value of a site, as far as it has index expressions. */
export function indexedAt({ analysis: { model } }: ReadyDocument, site: Site): Indexed | null {
  const { value, parameters, instances } = model.evaluate(site);
  if (isFailure(value) || instances !== undefined) return null;
  // The conditions of a chain of names are told with its expression.
  if (value instanceof OpenChain)
    return parameters.every(({ source }) => source === 'supposed') ? value : null;
  if (parameters.length > 0) return null;
  return value instanceof Layout || value instanceof ComposedLayout || value instanceof LegoLayout
    ? value
    : null;
}

/** What stands between the commas that are in no brackets. */
function parted(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

/** What is the same wherever it stands in an expression, as often as it stands there: names, members, indices of threads. */
const PLAIN = /^[A-Za-z_][\w.]*(?:\[[\w.]+\]|::[\w.]+)*$|^tl\.program_id\((?:axis=)?\d\)$/;
const COORDINATE = /^(?:(?:cute(?:::|\.))?make_(?:coord|tuple))?\s*\((.*)\)$/s;

/** A coordinate of a call; null for what may not be written twice. */
function coordinateName(text: string): CoordinateName | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === ':') return text;
  if (text === '_' || text === 'None') return null;
  if (PLAIN.test(text)) return text;
  const nested = COORDINATE.exec(text);
  if (nested !== null) {
    const parts = parted(nested[1]!);
    // Parentheses around one expression group it.
    if (parts.length > 1) {
      const names = parts.map(coordinateName);
      return names.includes(null) ? null : (names as CoordinateName[]);
    }
  }
  // Sums and the like of such names.
  return /^[\w.\s+*/%()-]+$/.test(text) && !/\w\s*\(|\+\+|--/.test(text) ? `(${text})` : null;
}

const isTensor = ({ analysis: { model } }: ReadyDocument, site: Site): boolean =>
  model.evaluate(site).value instanceof Tensor;

const isTuple = (layout: Indexed): boolean =>
  (layout instanceof Layout || layout instanceof ComposedLayout) && Array.isArray(shapeOf(layout));

/** Whether an argument is an integer; one that is not known may be, unless it has to be known as one. */
function mayBeInteger({ analysis: { model } }: ReadyDocument, site: Site, mustBeKnown: boolean): boolean {
  const { value } = model.evaluate(site);
  if (typeof value === 'number' || value instanceof Dynamic || value instanceof Underscore) return true;
  return value instanceof Unknown && !mustBeKnown;
}

/** The call of a layout that a site is; null where it is none whose coordinate can be written. */
export function indexCallAt<L extends Indexed>(
  ready: ReadyDocument,
  site: Site,
  layoutAt: (ready: ReadyDocument, site: Site) => L | null,
): IndexCall<L> | null {
  const { model, text } = ready.analysis;
  const call = model.callee(site);
  const layout = call === null ? null : layoutAt(ready, call.site);
  if (call === null || layout === null) return null;
  // A chain is called by its methods, and indexed in Python; a layout of CuTe is called, a tensor called or indexed.
  const methods: readonly (string | null)[] =
    layout instanceof LegoLayout || layout instanceof OpenChain
      ? ['apply', 'inv', '[]']
      : isTensor(ready, call.site)
        ? [null, '[]']
        : [null];
  if (!methods.includes(call.method)) return null;
  const names = call.args.map(({ span: { start, end } }) => coordinateName(text.slice(start, end)));
  if (names.length === 0 || names.includes(null)) return null;
  // A name may be one of a whole coordinate; where it counts all elements of a layout it has to be known as an integer.
  const [only] = call.args;
  const mustBeKnown = call.args.length === 1 && isTuple(layout);
  if (
    call.args.some(
      (arg, k) => typeof names[k] === 'string' && !mayBeInteger(ready, arg, mustBeKnown && arg === only),
    )
  )
    return null;
  return {
    layout,
    names: names as CoordinateName[],
    inverse: call.method === 'inv',
    callee: call.site.span,
    span: site.valueSpan ?? site.span,
  };
}
