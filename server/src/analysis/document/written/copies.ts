// What a copy is from and to, as it is written.

import type { Site } from '../../values/model.ts';
import { argumentAt, type WrittenCall } from './call.ts';

export const COPIES = ['copy', 'copy_aligned', 'cooperative_copy', 'autovec_copy', 'basic_copy'] as const;

/** Those that take no atom. */
const PLAIN = /^(?:autovec_copy|basic_copy)$/;

/** The source and the destination, which stand last or have names; null for what has not both. */
export function sidesOf(call: WrittenCall): { readonly from: Site; readonly to: Site } | null {
  const { name, args, keywords } = call;
  const isNamed = keywords.has('src') || keywords.has('dst');
  if (PLAIN.test(name) && args.length > 2) return null;
  const first = PLAIN.test(name) ? 0 : isNamed ? 1 : args.length - 2;
  const [from, to] = [argumentAt(call, first, 'src'), argumentAt(call, first + 1, 'dst')];
  return from === undefined || to === undefined ? null : { from, to };
}
