// The pictures of docs/gallery.md: what each is of, and what it shows.

import type { DrawRequest } from '../../server/src/cli/commands/draw.ts';

export interface Entry {
  /** The file's name. */
  readonly id: string;
  readonly title: string;
  /** What is to be seen in it. */
  readonly about: string;
  /** An expression of the notation, or a source with `⟨` before what is drawn. */
  readonly of: { readonly expression: string } | { readonly source: string; readonly file: string };
  readonly request?: Partial<Omit<DrawRequest, 'to' | 'theme'>>;
  /** The options of `layout-lens draw` that say the same. */
  readonly options?: string;
}

const CUTE = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const GLUON = 'from triton.experimental import gluon\nfrom triton.experimental.gluon import language as gl\n';

export const ENTRIES: readonly Entry[] = [
  {
    id: 'offsets',
    title: 'Offsets',
    about: 'A nested layout: colours rise with the offset, heavier lines stand where modes end.',
    of: { expression: '((2,2),(4,2)):((1,8),(2,16))' },
  },
  {
    id: 'order',
    title: 'The order of offsets',
    about: 'A line through the elements as they lie in memory (Cecka, figure 3).',
    of: { expression: '((2,2),(4,2)):((1,8),(2,16))' },
    request: { show: 'order' },
    options: '--show order',
  },
  {
    id: 'coordinates',
    title: 'Coordinates',
    about: 'A layout whose values are coordinates (Cecka, figure 4).',
    of: { expression: '(4,6):(1@1,1@0)' },
  },
  {
    id: 'slice',
    title: 'A slice',
    about: 'Modes 0 and 2 of a layout of rank 3, mode 1 at 2.',
    of: { expression: '(4,3,8):(1,4,12)' },
    request: { slice: [null, 2, null] },
    options: '--slice _,2,_',
  },
  {
    id: 'overview',
    title: 'A large layout',
    about:
      'On the left the first element of each block, blocks ending where modes end; on the right the corner at full size.',
    of: { expression: '((8,16),(64,4)):((64,2048),(1,512))' },
    request: { limits: { rows: 16, columns: 24, width: 10_000, characters: 80, hasOverview: true } },
  },
  {
    id: 'swizzle',
    title: 'A swizzle',
    about: 'Offsets before and after; what moved is framed, and below are the bits that make it move.',
    of: { expression: 'Sw<2,0,3> o (8,8):(8,1)' },
    request: { show: 'swizzle' },
    options: '--show swizzle',
  },
  {
    id: 'banks',
    title: 'Shared memory by bank',
    about: 'One colour a bank, elements of 16 bits: read down a column to see which rows meet.',
    of: { expression: 'Sw<3,3,3> o (8,64):(64,1)' },
    request: { by: 'bank', bits: 16, limits: { rows: 64, columns: 64, width: 10_000, characters: 80 } },
    options: '--by bank --bits 16 --columns 64',
  },
  {
    id: 'modes',
    title: 'By mode',
    about: 'One colour for each block of innermost modes.',
    of: { expression: '((2,2),(4,2)):((1,8),(2,16))' },
    request: { by: 'mode' },
    options: '--by mode',
  },
  {
    id: 'composition',
    title: 'A composition',
    about: 'What the tiler takes of the layout (Cecka, figure 7).',
    of: { expression: 'composition((8,16):(20,1), <4:1, 8:2>)' },
    request: { show: 'tiles' },
    options: '--show tiles',
  },
  {
    id: 'divide',
    title: 'A divide',
    about: 'The tiles, one colour each, the first framed: the same tiler (Cecka, figure 12).',
    of: { expression: 'zipped_divide((8,16):(20,1), <4:1, 8:2>)' },
    request: { show: 'tiles' },
    options: '--show tiles',
  },
  {
    id: 'blocked-product',
    title: 'A blocked product',
    about: 'Copies of a 3 × 4 tile (Cecka, figure 10).',
    of: { expression: 'blocked_product((3,4):(4,1), (2,5):(1,2))' },
    request: { show: 'tiles' },
    options: '--show tiles',
  },
  {
    id: 'raked-product',
    title: 'A raked product',
    about: 'The same tile raked over the grid (Cecka, figure 11).',
    of: { expression: 'raked_product((3,4):(4,1), (2,5):(1,2))' },
    request: { show: 'tiles' },
    options: '--show tiles',
  },
  {
    id: 'thread-values',
    title: 'A TV layout',
    about: 'Threads down, values across; coloured by thread.',
    of: {
      file: 'tv.cu',
      source: `${CUTE}using ⟨TiledLayout_TV = Layout<Shape<Shape<_4,_8>, Shape<_2,_2>>, Stride<Stride<_32,_1>, Stride<_16,_8>>>;\n`,
    },
    request: { by: 'thread' },
    options: '--by thread',
  },
  {
    id: 'mma-atom',
    title: 'An MMA atom',
    about: 'A on the left, B above, C between them: who holds which element, warps outlined.',
    of: { file: 'atom.cu', source: `${CUTE}using ⟨Atom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;\n` },
  },
  {
    id: 'tiled-mma',
    title: 'A tiled MMA',
    about: 'Four warps, each in its colour.',
    of: {
      file: 'tiled.cu',
      source: `${CUTE}using ⟨Mma = TiledMMA<MMA_Atom<SM80_16x8x8_F32F16F16F32_TN>, Layout<Shape<_2,_2,_1>>>;\n`,
    },
    request: { by: 'warp' },
    options: '--by warp',
  },
  {
    id: 'tiled-copy',
    title: 'A tiled copy',
    about: 'Source and destination: who reads and who writes which element. With `ldmatrix` they differ.',
    of: {
      file: 'copy.cu',
      source: `${CUTE}auto ⟨copy = make_tiled_copy(Copy_Atom<SM75_U32x1_LDSM_N, half_t>{}, Layout<Shape<_8,_4>, Stride<_4,_1>>{}, Layout<Shape<_1,_2>>{});\n`,
    },
  },
  {
    id: 'triton',
    title: 'A layout of Triton',
    about: 'Which register of which thread holds each element.',
    of: {
      file: 'blocked.py',
      source: `${GLUON}⟨layout = gl.BlockedLayout([1, 2], [4, 8], [2, 2], [1, 0])\n`,
    },
  },
  {
    id: 'matrix',
    title: 'A matrix over F2',
    about:
      'The same layout: a column for each bit of a register, lane and warp, a row for each bit of a coordinate.',
    of: {
      file: 'blocked.py',
      source: `${GLUON}⟨layout = gl.BlockedLayout([1, 2], [4, 8], [2, 2], [1, 0])\n`,
    },
    request: { show: 'matrix' },
    options: '--show matrix',
  },
  {
    id: 'lego',
    title: 'A chain of LEGO',
    about: 'Positions, with a line through them in their order.',
    of: { expression: 'GroupBy([6,4]).OrderBy(RegP([2,2,3,2],[1,3,2,4]))' },
  },
  {
    id: 'relation',
    title: 'A relation',
    about: 'The points of a set.',
    of: { expression: 'gaps(((2,2),3):((1,4),8))' },
  },
];
