// A call of a layout as it is written, `L(i, j)`, `G.apply(i, j)`, `L[i, j]`: the layout, and the names of its coordinate.

import { type CoordinateName, shapeOf } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import { Tensor, Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Indexed } from '../../render/emit/index/subject.ts';
import type { OpenDocument } from '../document/document.ts';
import type { Site } from '../values/model.ts';
import { coordinateName } from './coordinate-name.ts';

export interface IndexCall<L extends Indexed = Indexed> {
  readonly layout: L;
  readonly names: readonly CoordinateName[];
  readonly inverse: boolean;
  /** What is called. */
  readonly callee: Site;
  /** The whole call. */
  readonly span: Span;
}

/** The value of a site, as far as it has index expressions. */
export function indexedAt({ model }: OpenDocument, site: Site): Indexed | null {
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

const isTensor = ({ model }: OpenDocument, site: Site): boolean =>
  model.evaluate(site).value instanceof Tensor;

const isTuple = (layout: Indexed): boolean =>
  (layout instanceof Layout || layout instanceof ComposedLayout) && Array.isArray(shapeOf(layout));

/** Whether an argument is an integer; one that is not known may be, unless it has to be known as one. */
function mayBeInteger({ model }: OpenDocument, site: Site, mustBeKnown: boolean): boolean {
  const { value } = model.evaluate(site);
  if (typeof value === 'number' || value instanceof Dynamic || value instanceof Underscore) return true;
  return value instanceof Unknown && !mustBeKnown;
}

/** The call of a layout that a site is; null where it is none whose coordinate can be written. */
export function indexCallAt<L extends Indexed>(
  analysis: OpenDocument,
  site: Site,
  layoutAt: (analysis: OpenDocument, site: Site) => L | null,
): IndexCall<L> | null {
  const { model, text } = analysis;
  const call = model.callee(site);
  if (call === null) return null;
  // A member that is a layout is called itself.
  const own = call.member === null ? null : layoutAt(analysis, call.member);
  const callee = own === null ? call.site : call.member!;
  const method = own === null ? call.method : null;
  const layout = own ?? layoutAt(analysis, call.site);
  if (layout === null) return null;
  // A chain is called by its methods, and indexed in Python; a layout of CuTe is called, a tensor called or indexed.
  const methods: readonly (string | null)[] =
    layout instanceof LegoLayout || layout instanceof OpenChain
      ? ['apply', 'inv', '[]']
      : isTensor(analysis, callee)
        ? [null, '[]']
        : [null];
  if (!methods.includes(method)) return null;
  const names = call.args.map(({ span: { start, end } }) => coordinateName(text.slice(start, end)));
  if (names.length === 0 || names.includes(null)) return null;
  // A name may be one of a whole coordinate; where it counts all elements of a layout it has to be known as an integer.
  const [only] = call.args;
  const mustBeKnown = call.args.length === 1 && isTuple(layout);
  if (
    call.args.some(
      (arg, k) => typeof names[k] === 'string' && !mayBeInteger(analysis, arg, mustBeKnown && arg === only),
    )
  )
    return null;
  return {
    layout,
    names: names as CoordinateName[],
    inverse: method === 'inv',
    callee,
    span: site.valueSpan ?? site.span,
  };
}
