// What stands at a place of a text in Triton's IR: an attribute, or a type with one.

import type { Span } from '../common/expression.ts';
import { type AttributeOrAlias, attributeAt, attributesIn } from './attributes.ts';

/** `tensor<64x32xf16, #blocked>` and `!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>` */
export interface TensorType extends Span {
  readonly isMemory: boolean;
  readonly shape: readonly number[];
  readonly element: string;
  readonly layout: AttributeOrAlias;
  /** The shape of what it is a view of. */
  readonly allocated: readonly number[] | null;
}

/** No attribute or type that is read is longer. */
const LONGEST = 4096;

const TYPE = /(?:\btensor|!ttg\.memdesc)<((?:\d+x)+)([A-Za-z]\w*|!tt\.ptr<\w+>)\s*,\s*(?=#)/g;
const ALLOCATED = /\s*,\s*((?:\d+x)*\d+)\s*>/y;

const sizes = (text: string): readonly number[] =>
  text
    .split('x')
    .filter((part) => part !== '')
    .map(Number);

/** The type across an offset. */
export function typeAt(text: string, offset: number, { start, end }: Span): TensorType | null {
  const from = Math.max(start, offset - LONGEST);
  const window = text.slice(0, Math.min(end, offset + LONGEST));
  TYPE.lastIndex = from;
  for (let found = TYPE.exec(window); found !== null && found.index <= offset; found = TYPE.exec(window)) {
    const layout = attributeAt(window, TYPE.lastIndex);
    const close = layout === null ? -1 : closing(window, layout.end);
    if (layout === null || close < 0 || close <= offset) continue;
    ALLOCATED.lastIndex = lastComma(window, layout.end, close);
    const allocated = ALLOCATED.exec(window)?.[1] ?? null;
    return {
      start: found.index,
      end: close,
      isMemory: found[0].startsWith('!'),
      shape: sizes(found[1]!),
      element: found[2]!,
      layout,
      allocated: allocated === null ? null : sizes(allocated),
    };
  }
  return null;
}

/** Behind the bracket that ends a type. */
function closing(text: string, from: number): number {
  const at = text.indexOf('>', from);
  return at < 0 || /[<"\n]/.test(text.slice(from, at)) ? -1 : at + 1;
}

const lastComma = (text: string, from: number, close: number): number =>
  Math.max(from, text.lastIndexOf(',', close));

/** The innermost attribute or alias across an offset. */
export function attributeAcross(text: string, offset: number, { start, end }: Span): AttributeOrAlias | null {
  const window = text.slice(0, Math.min(end, offset + LONGEST));
  let found: AttributeOrAlias | null = null;
  for (
    let at = text.lastIndexOf('#', offset);
    at >= start && offset - at < LONGEST;
    at = text.lastIndexOf('#', at - 1)
  ) {
    const attribute = attributeAt(window, at);
    if (attribute !== null && offset < attribute.end) {
      found = attributesIn(attribute).findLast((a) => a.start <= offset && offset < a.end) ?? found;
      break;
    }
    if (at === 0) break;
  }
  return found;
}

/** Between two of these a file is compiled on its own. */
const SPLIT = '\n// -----';

/** What an alias stands for at a place: the nearest definition before it in its part of the file. */
export function definitionOf(
  text: string,
  { name }: { readonly name: string },
  offset: number,
  { start, end }: Span,
): AttributeOrAlias | null {
  const from = Math.max(start, text.lastIndexOf(SPLIT, offset));
  const before = text.slice(from, Math.min(end, offset + LONGEST));
  const definition = new RegExp(`(?<![\\w.#])#${name}\\s*=\\s*(?=#)`, 'y');
  for (let at = offset - from; at >= 0; at--) {
    at = before.lastIndexOf(`#${name}`, at);
    if (at < 0) break;
    definition.lastIndex = at;
    if (definition.test(before)) return attributeAt(text, from + definition.lastIndex);
  }
  return null;
}
