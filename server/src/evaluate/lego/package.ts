// LEGO in Python, as its reference package has it: `from lego.lego import *`.

import type { Failure } from '../../algebra/integer/failure.ts';
import { Violation } from '../../algebra/integer/failure.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { namedPermutations } from '../../algebra/lego/named.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import type { Builtin } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { integersOf } from './arguments.ts';
import { positionsAt } from './methods.ts';
import { legoConstructors } from './names.ts';

/** Modules under whose names the package is imported. */
export const LEGO_MODULES: ReadonlySet<string> = new Set(['lego', 'lego_c']);

/** `antidiag(n, (i, j))`, `antidiag(n, i, j)`: the position in a tile. */
const antidiagonal: Builtin = ({ args }) => {
  const index = integersOf(args.slice(1).flat() as readonly Value[]);
  const [n] = integersOf(args.slice(0, 1)) ?? [];
  if (index?.length !== 2 || n === undefined)
    return new Violation('wrong-kind', 'antidiag takes the size of a square tile and two coordinates', {
      source: 'LEGO Figure 7',
    });
  const tile = namedPermutations.get('antidiag')!([n, n]);
  return 'apply' in tile ? tile.apply(index) : tile;
};

/** A function of the package. */
export const legoFunction = (name: string): Builtin | undefined =>
  name === 'antidiag' ? antidiagonal : legoConstructors.get(name);

/** `L[i, j]` of the package: the position of an index; undefined for what is no chain. */
export const legoIndexed = (of: Value, args: readonly Value[]): Value | Failure | undefined =>
  of instanceof LegoLayout || of instanceof OpenChain ? positionsAt(of, args) : undefined;
