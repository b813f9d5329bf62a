// What the parameters of the notation's functions are, by the words that their signatures use.

const LAYOUT = 'A layout, shape:stride, or a composed one: Sw<3,3,3> o 0 o (8,64):(64,1).';
const LAYOUT_OR_TUPLE = 'A layout, or a tuple of integers.';
const INTEGER_OR_TUPLE = 'An integer, or a tuple, nested as deep as the modes are.';
const TILER = 'What one tile is: a layout, a shape, or one of these for each mode, <4:1, 8:2>.';
const CHAIN = 'A chain of LEGO: GroupBy([6,6]).OrderBy(Row(6,6)).';
const RELATION = 'A relation or a set, { [c] -> [2c] : 0 <= c < 8 }, or a layout.';
const SIZES = 'The sizes of the dimensions, outermost first.';

const WORDS: Readonly<Record<string, string>> = {
  layout: LAYOUT,
  layouts: 'Layouts, one for each mode of the result.',
  'layout or shape': 'A layout, or a shape alone.',
  'layout or tuple': LAYOUT_OR_TUPLE,
  block: 'The layout that is repeated.',
  shape: 'The extents of the modes: an integer, or a tuple that may be nested, ((2,4),8).',
  stride: 'The strides, nested as the shape is; without them column-major.',
  strides: 'The strides of the modes, nested as the shape is.',
  order: 'The order of the modes, the smallest number fastest.',
  start: 'The stride of the fastest mode.',
  profile: 'A tuple of which only the nesting counts.',
  cotarget: 'What the complement fills up to: an integer or a shape.',
  tiler: TILER,
  guide: 'A tuple, of which the nesting says where to stop.',
  coord: 'A coordinate: an integer, or a tuple with _ for a mode that is kept.',
  index: 'One integer for the whole coordinate.',
  from: 'The shape that the coordinate is of.',
  to: 'The shape that the coordinate is wanted in.',
  tuple: INTEGER_OR_TUPLE,
  tuples: 'Integers or tuples.',
  elements: 'The elements of the tuple, in order.',
  a: 'A layout, or an integer or tuple, as the operation takes them.',
  b: 'A layout, or an integer or tuple, as the operation takes them.',
  x: 'What is put in: a layout for layouts, else an integer or tuple.',
  n: 'A positive integer.',
  i: 'A mode, counted from 0; further ones lead into it.',
  begin: 'The first mode, counted from 0.',
  end: 'The mode behind the last one.',
  'old bits': 'The width of the elements now, in bits.',
  'new bits': 'The width of the elements wanted, in bits.',
  'Y mask': 'The bits that are XORed onto others, as an integer.',
  'Z mask': 'The bits that are changed, as an integer.',
  A: LAYOUT,
  B: LAYOUT,
  L: LAYOUT,
  'L or shape': 'A layout, or a shape alone.',
  G: CHAIN,
  F: RELATION,
  R: RELATION,
  S: RELATION,
  size: 'How many offsets there are.',
  expression: 'An index expression over the variables named behind it, i*64 + j.',
  'i=8': 'The size of a variable, the first one fastest.',
  'table or relation': 'A list of offsets, [0,4,1,5], or a relation.',
  'flat | natural | bits | shape':
    'The coordinates of the domain: one integer, those of the modes, their bits, or of a shape.',
  '[n1, …]': SIZES,
  '[m1, …]': 'The sizes of the next level, or of a tile.',
  n1: 'The size of the outermost dimension; the others follow.',
  '[σ1, …]': 'The order of the dimensions, counted from 0 or from 1.',
  'name or table': 'antidiag, reverse, morton, hilbert, or the position of each element.',
  P1: 'The permutation of the outermost level: Row(…), Col(…), RegP(…) or GenP(…).',
  Pq: 'The permutation of the innermost level.',
  registers: 'The layout of the registers.',
  shared: 'The layout of the shared memory.',
  bits: 'The width of an element, in bits.',
  TV: 'A layout of threads and values over a tile.',
  bases: 'The images of the powers of two, by the name of each input.',
  out_dims: 'The names and sizes of the outputs.',
  parent: 'The layout that this one is a part of.',
};

/** What a parameter is, `layout or tuple`, `profile?`, `layouts…`; null where the word says it. */
export const parameterDoc = (parameter: string): string | null =>
  WORDS[parameter] ?? WORDS[parameter.replace(/[?…]$/, '')] ?? null;
