// What an access or a composition needs to stay in bounds, as a condition of the file's language.

import { shapeOf } from '../../algebra/indexing/layout.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../algebra/integer/known.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import { type Bound, Bounds } from '../../analysis/indexing/bounds.ts';
import type { IndexCall } from '../../analysis/indexing/index-call.ts';
import { Ranges } from '../../analysis/indexing/ranges.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { cppOptions } from './verified-forms.ts';

/** A call in a condition, with what it has to give. */
export interface AskedExtent {
  /** The last character of the name that is called. */
  readonly at: number;
  readonly text: string;
  readonly value: Int;
}

export interface Condition {
  readonly text: string;
  /** The calls in it, at their places in the text. */
  readonly asked: readonly AskedExtent[];
}

/** What is asked of an object by a function of CuTe: `size<0>(T)`, `cute.size(T, mode=[0])`; null where none can be. */
export function askText(
  { text, dialect }: Pick<OpenDocument, 'text' | 'dialect'>,
  name: string,
  object: string,
  mode: readonly number[],
): string | null {
  if (dialect === 'cpp')
    return `${cppOptions(text).prefix}${name}${mode.length === 0 ? '' : `<${mode.join(', ')}>`}(${object})`;
  if (!/\bimport\s+(?:[\w.]+\s+as\s+)?cute\b|\bas\s+cute\b/.test(text)) return null;
  return mode.length === 0 ? `cute.${name}(${object})` : `cute.${name}(${object}, mode=[${mode.join(', ')}])`;
}

/** An extent in the words of the file, or the number. */
function extentText(analysis: OpenDocument, extent: Int, of: Bound['of']): string | null {
  const number = knownNumber(extent);
  if (number !== undefined) return `${number}`;
  const object = of === null ? '' : analysis.text.slice(of.object.start, of.object.end);
  if (of !== null && /^[A-Za-z_][\w.]*$/.test(object)) return askText(analysis, 'size', object, of.mode);
  // The size of an object without a name.
  const name = intText(extent);
  return /^[A-Za-z_]\w*$/.test(name) ? name : null;
}

/** `0 <= i && i < size<0>(T)`; null where an extent cannot be written. */
function boundsCondition(analysis: OpenDocument, bounds: readonly Bound[]): Condition | null {
  const isPython = analysis.dialect === 'python';
  const asked: AskedExtent[] = [];
  let text = '';
  for (const bound of bounds) {
    const { coordinate, mayBeNegative } = bound;
    if (text !== '') text += isPython ? ' and ' : ' && ';
    if (bound.extent === null) {
      text += `0 <= ${coordinate}`;
      continue;
    }
    const extent = extentText(analysis, bound.extent, bound.of);
    if (extent === null) return null;
    if (mayBeNegative) text += isPython ? '0 <= ' : `0 <= ${coordinate} && `;
    text += `${coordinate} < `;
    const call = extent.indexOf('(');
    if (call >= 0) asked.push({ at: text.length + nameEnd(extent), text: extent, value: bound.extent });
    text += extent;
  }
  return { text, asked };
}

/** As far as the code around does not say it; null where it says all, or where that cannot be written. */
export function accessCondition(
  analysis: OpenDocument,
  host: Host,
  { callee, layout, names, span }: IndexCall<AnyLayout>,
): Condition | null {
  const ranges = new Ranges(analysis, host, span.start);
  const bounds = new Bounds(analysis, host, ranges, span.start);
  const found = bounds.of({ object: callee, shape: shapeOf(layout), names });
  return found === null || found.length === 0 ? null : boundsCondition(analysis, found);
}

/** The last character of the name that a call begins with. */
export const nameEnd = (call: string): number => /^[\w:.]*\w/.exec(call)![0].length - 1;
