// Values in few characters, for hints: where the memory is, the swizzle and the shape before the strides, and nothing of
// the width of a pointer. What is left out is marked by `…`, or is a text that no print has.

import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { Tensor, TypeValue, type Value } from '../../evaluate/model/value.ts';
import { PLAIN, type TextStyle, valueText } from './text.ts';

interface Parts {
  /** `smem `, `Sw<3,3,3> `, or both. */
  readonly head: string;
  readonly layout: Layout;
}

/** Null for a composition of layouts, of which no part stands for the whole. */
function partsOf(layout: AnyLayout, style: TextStyle): Parts | null {
  if (layout instanceof Layout) return { head: '', layout };
  const { outer, offset, inner } = layout;
  if (!(outer instanceof Swizzle) || !(inner instanceof Layout)) return null;
  const isPlain = offset === 0 || offset instanceof SmemPtrFlag;
  const moved = isPlain ? '' : `o ${valueText(offset as Value, style)} o `;
  return { head: `${valueText(outer, style)} ${moved}`, layout: inner };
}

function partsIn(value: Value, style: TextStyle): Parts | null {
  if (value instanceof TypeValue) return value.instance === null ? null : partsIn(value.instance, style);
  if (value instanceof Layout || value instanceof ComposedLayout) return partsOf(value, style);
  // What counts coordinates begins at some.
  if (!(value instanceof Tensor) || value.engine.space === 'counting') return null;
  const parts = partsOf(value.layout, style);
  if (parts === null) return null;
  const { space, swizzle } = value.engine;
  const memory = space === 'unknown' ? '' : `${space} `;
  const swizzled = swizzle ? `${valueText(swizzle, style)} ` : '';
  return { ...parts, head: `${memory}${swizzled}${parts.head}` };
}

/** A part of a number is another number: it is left out. */
function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  const kept = text.slice(0, Math.max(0, room - 1));
  const isSplit = /\d$/.test(kept) && /^\d/.test(text.slice(kept.length));
  return `${isSplit ? kept.replace(/(?<!\w)[-_]*\d+$/, '') : kept}…`;
}

/** What stands before the colon, which is none of `Traits::kN`. */
const shapeText = (layout: Layout, style: TextStyle): string =>
  valueText(layout, style).split(/(?<!:):(?!:)/)[0]!;

/** The text of a value that says most in so many characters: all of it where it fits. */
export function shortText(value: Value, style: TextStyle, room: number): string {
  const whole = valueText(value, style);
  const parts = whole.length <= room ? null : partsIn(value, style);
  if (parts === null) return cut(whole, room);
  const { head, layout } = parts;
  const bare = `${head}${shapeText(layout, PLAIN)}`;
  const forms = [
    `${head}${valueText(layout, style)}`,
    `${head}${shapeText(layout, style)}…`,
    // Without the marks of static integers, where these take the room of the shape.
    `${bare}…`,
  ];
  return forms.find((form) => form.length <= room) ?? cut(bare, room);
}
