// The examples to choose from: files of the project, whose values and findings its tests know.

import attention from '../../../examples/attention.cu';
import gemm from '../../../examples/gemm.cu';
import gluon from '../../../examples/gluon.py';
import cpp from '../../../examples/layouts.cpp';
import python from '../../../examples/layouts.py';
import lego from '../../../examples/lego.layout';
import tour from '../../../examples/tour.layout';
import type { SharedText } from './share.ts';

interface Example extends SharedText {
  readonly title: string;
}

/** The first is what the page begins with. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  { title: 'A tour of the notation', language: 'layout', text: tour },
  { title: 'LEGO', language: 'layout', text: lego },
  { title: 'Layouts in C++', language: 'cpp', text: cpp },
  { title: 'A GEMM in CUDA', language: 'cuda', text: gemm },
  { title: 'Attention in CUDA', language: 'cuda', text: attention },
  { title: 'CuTe DSL in Python', language: 'python', text: python },
  { title: 'Gluon in Python', language: 'python', text: gluon },
];
