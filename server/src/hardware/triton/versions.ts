// Constructors as versions of Triton other than 3.6 have them: those that later versions changed are known, as 3.8 has
// them; of those that only earlier ones have it is said that they are not computed.

import type { Argument } from './construct.ts';
import type { EncodingName } from './encoding.ts';
import { LATER_SIGNATURES, type Parameter } from './signatures.ts';

/** Parameters that neither 3.6 nor a later version has. */
const EARLIER: Partial<Readonly<Record<EncodingName, readonly string[]>>> = {
  AMDMFMALayout: ['elem_type'],
  PaddedSharedLayout: ['order', 'ctas_per_cga', 'cta_split_num', 'cta_order'],
  TensorMemoryLayout: ['unpacked'],
};

/** M and N, where 3.6 has K as well. */
const isWithoutK = (value: Argument | undefined): boolean => Array.isArray(value) && value.length === 2;

/** Bases, where 3.6 has a number for each dimension. */
const isBases = (value: Argument | undefined): boolean =>
  Array.isArray(value) && (value.length === 0 || Array.isArray(value[0]));

/** What in a call only versions before 3.6 have; null for another call. */
export function earlierVersion(
  name: EncodingName,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): string | null {
  const other = EARLIER[name]?.find((parameter) => keywords.has(parameter));
  if (other !== undefined) return `${other} of ${name}`;
  if (name === 'AMDMFMALayout' && isWithoutK(args[1] ?? keywords.get('instr_shape')))
    return 'instr_shape without K';
  return name === 'TensorMemoryLayout' && typeof args[1] === 'boolean'
    ? `the second argument of ${name}`
    : null;
}

/** What shows that arguments are those of a later version: keywords, and bases where 3.6 takes something else. */
const LATER: Partial<
  Readonly<Record<EncodingName, { readonly keywords: readonly string[]; readonly bases?: number }>>
> = {
  AMDWMMALayout: { keywords: ['warp_bases', 'reg_bases', 'rank'], bases: 2 },
  TensorMemoryLayout: { keywords: ['cga_layout', 'fp4_padded'], bases: 2 },
  TensorMemoryScalesLayout: { keywords: ['cga_layout'], bases: 0 },
  PaddedSharedLayout: { keywords: ['cga_layout'] },
};

/** The parameters of later versions, where the arguments are theirs. */
export function laterParameters(
  name: EncodingName,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): readonly Parameter[] | null {
  const later = LATER[name];
  if (later === undefined) return null;
  const isLater =
    later.keywords.some((key) => keywords.has(key)) ||
    (later.bases !== undefined && isBases(args[later.bases]));
  return isLater ? LATER_SIGNATURES[name]! : null;
}
