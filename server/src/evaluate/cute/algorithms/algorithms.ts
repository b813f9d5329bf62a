// `copy` and `gemm` give no value; what they refuse, and what goes wrong with what they take, is a violation.

import type { Builtin } from '../../model/builtin.ts';
import { copying } from './copying.ts';
import { multiplying } from './gemm.ts';

export const cppAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('cpp', false)],
  ['copy_aligned', copying('cpp', false)],
  ['copy_if', copying('cpp', true)],
  ['gemm', multiplying('cpp')],
];

/** Of CuTe DSL; arguments by name are not looked at. */
export const pythonAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('python', false)],
  ['basic_copy', copying('python', false)],
  ['autovec_copy', copying('python', false)],
  ['gemm', multiplying('python')],
];
