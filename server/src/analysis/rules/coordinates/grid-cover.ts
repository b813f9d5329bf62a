// Grids that count the blocks of one dimension by another size, or leave out the last block.

import type { Rule } from '../rule.ts';
import { checkPrograms } from '../triton/grid-cover.ts';
import { checkGridRests } from './grid-rest.ts';

export const gridCover: Rule = {
  id: 'grid-cover',
  severity: 'warning',
  title: 'The grid counts other blocks',
  description:
    'Each program of a kernel of Triton takes one block of a dimension, and the grid has as many programs as there are blocks of another size: with larger ones, elements are left out. Or the kernel splits the number of the program into a row and a column by the counts of two dimensions. Or each block of a kernel of CuTe takes the tile of its number, and the grid is a quotient that is rounded down, so that the last tile, which is no whole one, is no block’s.',
  checkDocument: (context) => [...checkPrograms(context), ...checkGridRests(context)],
};
