// Two values that are to have the same nesting, and have not: what is said of them.

import { refuse, type ViolationDetail } from '../integer/failure.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { printPlain } from './print.ts';
import type { AlgebraValue } from './value.ts';

/** The nesting alone: `((*,*),*)`. */
const profileText = (t: HTuple<unknown>): string =>
  Array.isArray(t) ? `(${t.map((e) => profileText(e as HTuple<unknown>)).join(',')})` : '*';

/** `the shape (4,8) and the strides (1,4,32) differ in profile, (*,*) and (*,*,*)` */
export function profilesDiffer(
  shape: HTuple<unknown>,
  stride: HTuple<unknown>,
  detail: ViolationDetail = {},
): never {
  const [s, d] = [shape, stride].map((t) => printPlain(t as AlgebraValue));
  const profiles = `${profileText(shape)} and ${profileText(stride)}`;
  return refuse(
    'not-congruent',
    `the shape ${s} and the strides ${d} differ in profile, ${profiles}`,
    detail,
  );
}

/** `the tiler has 3 modes, and the shape (4,8) has 2` */
export function tooManyModes(modes: number, shape: HTuple<unknown>): string {
  const rank = Array.isArray(shape) ? shape.length : 1;
  return `the tiler has ${modes} modes, and the shape ${printPlain(shape as AlgebraValue)} has ${rank}`;
}
