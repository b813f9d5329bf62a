// LEGO's constructors as completion tells them.

interface LegoName {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
}

export const LEGO_NAMES: readonly LegoName[] = [
  {
    name: 'GroupBy',
    signature: '([n1, …], …)',
    doc: 'A logical view of these sizes, level by level; reorderings follow it (LEGO III-B).',
  },
  {
    name: 'TileBy',
    signature: '([n1, …], [m1, …], …)',
    doc: 'A view of an array tile by tile, outermost level first (LEGO III-B).',
  },
  {
    name: 'OrderBy',
    signature: '(P1, …, Pq)',
    doc: 'Reorders a hierarchy of tiles, outermost first, each by its permutation (LEGO III-B).',
  },
  {
    name: 'TileOrderBy',
    signature: '(P1, …, Pq)',
    doc: 'Cuts an array into tiles and reorders these (LEGO III-B).',
  },
  {
    name: 'RegP',
    signature: '([n1, …], [σ1, …])',
    doc: 'Dimensions of a tile in another order, counted from 1 as in the paper or from 0 as in the package.',
  },
  {
    name: 'GenP',
    signature: '([n1, …], name or table)',
    doc: 'Any permutation of the elements of a tile: antidiag, reverse, morton, hilbert, or the position of each element.',
  },
  { name: 'Row', signature: '(n1, …)', doc: 'A row-major tile: the last dimension is the fastest.' },
  { name: 'Col', signature: '(n1, …)', doc: 'A column-major tile: the first dimension is the fastest.' },
  {
    name: 'ExpandBy',
    signature: '([n1, …], [m1, …], G)',
    doc: 'An array that the tiles of G do not divide: -1 for what lies outside of it (LEGO Figure 9).',
  },
  {
    name: 'to_cute',
    signature: '(G)',
    doc: 'The CuTe layout with the positions of a chain, where strides compute them.',
  },
  { name: 'to_lego', signature: '(L)', doc: 'The chain of a layout that is a bijection onto [0, n).' },
];
