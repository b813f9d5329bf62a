// The names of LEGO: what completion says of them, and what they do.

import type { Builtin } from '../model/builtin.ts';
import { begin, column, expand, general, regular, row, toCute, toLego, view } from './constructors.ts';

interface LegoName {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
  readonly run: Builtin;
}

const beginView: Builtin = (call) => view(null, call);

export const LEGO_NAMES: readonly LegoName[] = [
  {
    name: 'GroupBy',
    signature: '([n1, …], …)',
    doc: 'A logical view of these sizes, level by level; reorderings follow it (LEGO III-B).',
    run: beginView,
  },
  {
    name: 'TileBy',
    signature: '([n1, …], [m1, …], …)',
    doc: 'A view of an array tile by tile, outermost level first (LEGO III-B).',
    run: beginView,
  },
  {
    name: 'OrderBy',
    signature: '(P1, …, Pq)',
    doc: 'Reorders a hierarchy of tiles, outermost first, each by its permutation (LEGO III-B).',
    run: begin,
  },
  {
    name: 'TileOrderBy',
    signature: '(P1, …, Pq)',
    doc: 'Cuts an array into tiles and reorders these (LEGO III-B).',
    run: begin,
  },
  {
    name: 'RegP',
    signature: '([n1, …], [σ1, …])',
    doc: 'Dimensions of a tile in another order, counted from 1 as in the paper or from 0 as in the package.',
    run: regular,
  },
  {
    name: 'GenP',
    signature: '([n1, …], name or table)',
    doc: 'Any permutation of the elements of a tile: antidiag, reverse, morton, hilbert, or the position of each element.',
    run: general,
  },
  {
    name: 'Row',
    signature: '(n1, …)',
    doc: 'A row-major tile: the last dimension is the fastest.',
    run: row,
  },
  {
    name: 'Col',
    signature: '(n1, …)',
    doc: 'A column-major tile: the first dimension is the fastest.',
    run: column,
  },
  {
    name: 'ExpandBy',
    signature: '([n1, …], [m1, …], G)',
    doc: 'An array that the tiles of G do not divide: -1 for what lies outside of it (LEGO Figure 9).',
    run: expand,
  },
  {
    name: 'to_cute',
    signature: '(G)',
    doc: 'The CuTe layout with the positions of a chain, where strides compute them.',
    run: toCute,
  },
  {
    name: 'to_lego',
    signature: '(L)',
    doc: 'The chain of a layout that is a bijection onto [0, n).',
    run: toLego,
  },
];

export const legoConstructors: ReadonlyMap<string, Builtin> = new Map(
  LEGO_NAMES.map(({ name, run }) => [name, run]),
);
