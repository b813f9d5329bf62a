// Constructors as versions of Triton other than 3.6 have them. What they mean there is not computed.

import type { Argument } from './construct.ts';
import type { EncodingName } from './encoding.ts';

/** Parameters that 3.6 does not have. */
const PARAMETERS: Partial<Readonly<Record<EncodingName, readonly string[]>>> = {
  AMDMFMALayout: ['elem_type'],
  AMDWMMALayout: ['warp_bases', 'reg_bases', 'rank'],
  PaddedSharedLayout: ['order', 'cga_layout', 'ctas_per_cga', 'cta_split_num', 'cta_order'],
  TensorMemoryLayout: ['unpacked', 'cga_layout'],
  TensorMemoryScalesLayout: ['cga_layout'],
};

/** M and N, where 3.6 has K as well. */
const isWithoutK = (value: Argument | undefined): boolean => Array.isArray(value) && value.length === 2;

/** Bases of warps, where 3.6 has how many there are along each dimension. */
const isBases = (value: Argument | undefined): boolean =>
  Array.isArray(value) && (value.length === 0 || Array.isArray(value[0]));

/** What in a call is of another version; null for a call that 3.6 may have. */
export function otherVersion(
  name: EncodingName,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): string | null {
  const other = PARAMETERS[name]?.find((parameter) => keywords.has(parameter));
  if (other !== undefined) return `${other} of ${name}`;
  if (name === 'AMDMFMALayout' && isWithoutK(args[1] ?? keywords.get('instr_shape')))
    return 'instr_shape without K';
  if (name === 'AMDWMMALayout' && isBases(args[2])) return `the third argument of ${name}`;
  return name === 'TensorMemoryLayout' && typeof args[1] === 'boolean'
    ? `the second argument of ${name}`
    : null;
}
