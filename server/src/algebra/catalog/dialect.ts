// What an operation's name means: the catalog's, which is C++ CuTe, or that of another library where it differs.

import { refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import {
  intsArgument,
  layoutArgument,
  orderArgument,
  requireCount,
  shapeArgument,
  templateInt,
  tilerArgument,
} from '../layout/kinds.ts';
import { Layout } from '../layout/layout.ts';
import { coalesceKeeping } from '../operation/dsl/coalesce.ts';
import { complementDsl } from '../operation/dsl/complement.ts';
import { compositionDsl } from '../operation/dsl/composition.ts';
import { flatDivideDsl, logicalDivideDsl, tiledDivideDsl, zippedDivideDsl } from '../operation/dsl/divide.ts';
import { leftInverseDsl, rightInverseDsl } from '../operation/dsl/inverse.ts';
import {
  blockedProductDsl,
  flatProductDsl,
  logicalProductDsl,
  rakedProductDsl,
  tiledProductDsl,
  tileToShapeDsl,
  zippedProductDsl,
} from '../operation/dsl/product.ts';
import { modeAt } from '../tuple/operations.ts';
import type { Operation } from './operation.ts';

type Run = Operation['run'];

/** A library's operations where they differ from C++ CuTe's of the same name. */
export interface Dialect {
  readonly name: string;
  readonly operations: ReadonlyMap<string, (cpp: Run) => Run>;
}

export const CUTE_DIALECT: Dialect = { name: 'C++ CuTe', operations: new Map() };

const ofLayout = (name: string, run: (layout: Layout) => ReturnType<Run>) => (): Run => (args) => {
  requireCount(name, args, 1);
  return run(layoutArgument(name, args, 0));
};

const ofTiler =
  (name: string, run: (layout: Layout, tiler: ReturnType<typeof tilerArgument>) => ReturnType<Run>) =>
  (): Run =>
  (args) => {
    requireCount(name, args, 2);
    return run(layoutArgument(name, args, 0), tilerArgument(name, args, 1));
  };

const ofTwo = (name: string, run: (block: Layout, tiler: Layout) => ReturnType<Run>) => (): Run => (args) => {
  requireCount(name, args, 2);
  return run(layoutArgument(name, args, 0), layoutArgument(name, args, 1));
};

/** A path of modes ends at an integer, which has no modes of its own. */
function requireModes(name: string, shape: Layout['shape'], template: readonly Int[]): void {
  if (template.length === 0) return;
  const path = template.map((_, i) => templateInt(name, template, i));
  const above = modeAt<Int>(shape, path.slice(0, -1));
  if (path.length > 1 && !Array.isArray(above))
    refuse('out-of-range', `${name}: the modes ${path.join(',')} lead below an integer`, { mode: path });
}

const ofMode =
  (name: string) =>
  (cpp: Run): Run =>
  (args, template, trace) => {
    const of = args[0];
    requireModes(name, of instanceof Layout ? of.shape : intsArgument(name, args, 0), template);
    return cpp(args, template, trace);
  };

/** CuTe DSL, as the open CuTe IR computes (cutlass 7107b0553, cutlass_compiler). */
export const DSL_DIALECT: Dialect = {
  name: 'CuTe DSL',
  operations: new Map<string, (cpp: Run) => Run>([
    [
      'coalesce',
      (cpp) => (args, template, trace) =>
        args[0] instanceof Layout
          ? coalesceKeeping(args[0], args.length > 1 ? args[1] : 0)
          : cpp(args, template, trace),
    ],
    ['composition', ofTiler('composition', compositionDsl)],
    [
      'complement',
      () => (args) => {
        requireCount('complement', args, 1, 2);
        const cotarget = args.length > 1 ? shapeArgument('complement', args, 1) : undefined;
        return complementDsl(layoutArgument('complement', args, 0), cotarget);
      },
    ],
    ['right_inverse', ofLayout('right_inverse', rightInverseDsl)],
    ['left_inverse', ofLayout('left_inverse', leftInverseDsl)],
    ['logical_divide', ofTiler('logical_divide', logicalDivideDsl)],
    ['zipped_divide', ofTiler('zipped_divide', zippedDivideDsl)],
    ['tiled_divide', ofTiler('tiled_divide', tiledDivideDsl)],
    ['flat_divide', ofTiler('flat_divide', flatDivideDsl)],
    ['logical_product', ofTiler('logical_product', logicalProductDsl)],
    ['zipped_product', ofTiler('zipped_product', zippedProductDsl)],
    ['tiled_product', ofTiler('tiled_product', tiledProductDsl)],
    ['flat_product', ofTiler('flat_product', flatProductDsl)],
    ['blocked_product', ofTwo('blocked_product', blockedProductDsl)],
    ['raked_product', ofTwo('raked_product', rakedProductDsl)],
    [
      'tile_to_shape',
      () => (args) => {
        requireCount('tile_to_shape', args, 2, 3);
        return tileToShapeDsl(
          layoutArgument('tile_to_shape', args, 0),
          shapeArgument('tile_to_shape', args, 1),
          args.length > 2 ? orderArgument('tile_to_shape', args, 2) : undefined,
        );
      },
    ],
    ['size', ofMode('size')],
    ['cosize', ofMode('cosize')],
  ]),
};
