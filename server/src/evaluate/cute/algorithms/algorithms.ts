// `copy` and `gemm` give no value; what they refuse, and what goes wrong with what they take, is a violation.

import type { Builtin } from '../../model/builtin.ts';
import { copying } from './copying.ts';
import { multiplying } from './gemm.ts';
import { scaling } from './scaling.ts';

export const cppAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('cpp', false)],
  ['copy_aligned', copying('cpp', false)],
  ['copy_if', copying('cpp', true)],
  ['axpby', scaling],
  ['gemm', multiplying('cpp')],
];

/** Of CuTe DSL; arguments by name are not looked at. */
export const pythonAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('python', false)],
  ['basic_copy', copying('python', false)],
  ['autovec_copy', copying('python', false)],
  ['gemm', multiplying('python')],
];
