// Grids and blocks that no device takes (CUDA C++ Programming Guide, compute capabilities).

import { MAXIMUM_THREADS } from '../../indexing/thread-block.ts';
import { type Dimensions, launchesWithDimensions } from '../../launches/launches.ts';
import { allLaunchesOfPython } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** By dimension. */
const OF_BLOCK: Dimensions = [1024, 1024, 64];
const OF_GRID: Dimensions = [2 ** 31 - 1, 65535, 65535];

const AXES = ['x', 'y', 'z'] as const;

interface Launched {
  readonly kernel: string;
  readonly grid: { readonly at: Site | undefined; readonly of: Dimensions };
  readonly block: { readonly at: Site | undefined; readonly of: Dimensions };
}

function launchedIn(context: RuleContext): readonly Launched[] {
  if (context.model.dialect === 'python')
    return allLaunchesOfPython(context.model).map(({ name, call, grid, block }) => ({
      kernel: name,
      grid: { at: call.keywords.get('grid'), of: grid },
      block: { at: call.keywords.get('block'), of: block },
    }));
  return launchesWithDimensions(context).map(({ kernel, grid, block, angles }) => ({
    kernel,
    grid: { at: angles[0], of: grid },
    block: { at: angles[1], of: block },
  }));
}

/** What of the dimensions is beyond the limits, or none; null where nothing is, as far as they are known. */
function beyond(of: Dimensions, limits: Dimensions, what: string): string | null {
  const i = of.findIndex((n, k) => n !== undefined && (n > limits[k]! || n === 0));
  if (i < 0) return null;
  return of[i] === 0
    ? `no ${what} along ${AXES[i]}`
    : `${of[i]} ${what} along ${AXES[i]}, where there may be ${limits[i]} at most`;
}

/** Dimensions that are not known have one at least. */
const product = (of: Dimensions): number => of.reduce<number>((all, n) => all * (n ?? 1), 1);

function checkLaunch({ kernel, grid, block }: Launched, context: RuleContext): readonly RuleFinding[] {
  const threads = product(block.of);
  const wrong = [
    { at: grid.at, how: beyond(grid.of, OF_GRID, 'blocks') },
    {
      at: block.at,
      how:
        threads > MAXIMUM_THREADS
          ? `${threads} threads in a block, where there may be ${MAXIMUM_THREADS} at most`
          : beyond(block.of, OF_BLOCK, 'threads'),
    },
  ];
  return wrong.flatMap(({ at, how }) =>
    at === undefined || how === null || context.model.neverRuns(at)
      ? []
      : [{ span: at.span, message: `${kernel} is launched with ${how}: the launch fails` }],
  );
}

/** Findings of `launch-size` about launches of any kernel. */
export const checkLaunchLimits = (context: RuleContext): readonly RuleFinding[] =>
  launchedIn(context).flatMap((launched) => checkLaunch(launched, context));
