// The access of a layout or tensor at a place of a file.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import type { OpenDocument } from '../document/document.ts';
import type { Site } from '../values/model.ts';
import { type IndexCall, indexCallAt } from './index-call.ts';

function accessedAt({ model }: OpenDocument, site: Site): AnyLayout | null {
  const { value, parameters, instances } = model.evaluate(site);
  if (isFailure(value) || parameters.length > 0 || instances !== undefined) return null;
  const layout = value instanceof Tensor ? value.layout : value;
  return layout instanceof Layout || layout instanceof ComposedLayout ? layout : null;
}

/** The innermost access at an offset. */
export function accessAt(analysis: OpenDocument, offset: number): IndexCall<AnyLayout> | null {
  for (const site of analysis.model.sitesAt(offset)) {
    const call = accessOf(analysis, site);
    if (call !== null) return call;
  }
  return null;
}

/** The access that a site is; null where it is none, or no statement has it. */
export function accessOf(analysis: OpenDocument, site: Site): IndexCall<AnyLayout> | null {
  // Outside of functions of C++ there are no statements.
  const isStatement = site.within !== null || site.dialect === 'python';
  return site.isEmbedded || !isStatement ? null : indexCallAt(analysis, site, accessedAt);
}
