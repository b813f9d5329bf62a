// The GPUs that a file is compiled for.

import type { Imports } from '../../evaluate/model/imports.ts';

/**
 * A macro of nvcc: ten times the compute capabilities of all the GPUs that its options name, with commas between them
 * (CUDA Compiler Driver NVCC, "Compiler predefined macros").
 */
export const ARCHITECTURES_MACRO = '__CUDA_ARCH_LIST__';

/** Compute capabilities, 8.6 as 86; none where no compile command tells them. */
export function architecturesOf(imports: Imports | null): readonly number[] {
  const [declared] = imports?.declarationsNamed(ARCHITECTURES_MACRO) ?? [];
  const text = declared?.declaration.macro?.replacement ?? '';
  return text.split(',').flatMap((listed) => (/^\s*\d+\s*$/.test(listed) ? [Number(listed) / 10] : []));
}
