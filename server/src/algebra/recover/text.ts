// What a refusal says.

import type { AnyLayout } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { LinearLayout } from '../linear/layout.ts';
import type { Failing, Family, Unrecovered } from './recover.ts';

/** How each family is called, as what there is none of. */
const NAMES: Readonly<Record<Family, string>> = {
  plain: 'layout',
  shifted: 'layout with an offset',
  swizzled: 'swizzled layout',
  padded: 'padded layout',
  linear: 'linear layout over F2',
};

/** One line for a layout or linear layout: the latter by the offsets of its powers of two. */
export const recoveredText = (layout: AnyLayout | LinearLayout): string =>
  layout instanceof LinearLayout
    ? layout.ins.map(({ name, bases }) => `${name}: [${bases.join(', ')}]`).join('; ')
    : printPlain(layout);

/** `no layout has 99 at 3 and all before it: (2,2):(1,10) gives 11 there`. */
export function failingText(
  { family, at, got, expected, layout }: Failing,
  coordinate: (at: number) => string = String,
): string {
  const before = at === 0 ? '' : ' and all offsets before it';
  const nearest =
    layout === null || expected === null ? '' : `: ${recoveredText(layout)} gives ${expected} there`;
  return `no ${NAMES[family]} has ${got} at ${coordinate(at)}${before}${nearest}`;
}

/** The nearest family first, a sentence each. */
export const refusalText = ({ failings }: Unrecovered, coordinate?: (at: number) => string): string =>
  failings.map((failing) => failingText(failing, coordinate)).join('; ');
