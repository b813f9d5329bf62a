// What a coordinate is in each lane of a warp: `threadIdx.x`, `threadIdx.x % 8`, a counter that is the same in all of them.

import { knownNumber } from '../../algebra/integer/known.ts';
import { scopePath } from '../../evaluate/model/environment.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { settledValueOf } from '../document/extents.ts';
import { PlacedSite } from '../document/placed-site.ts';
import { isThreadIndex, threadDirection } from '../document/thread-index.ts';
import { initialiserOf, itemOf, operandsAt, siteOf, writtenCall } from '../document/written-call.ts';
import { reachingValue } from '../tiles/reaching.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import type { ThreadBlock } from './thread-block.ts';

/** The number of a lane's coordinate; `uniform`: one that all lanes of a warp have, and that is not known. */
type Lanes = ((lane: number) => number) | 'uniform';

interface Context {
  readonly model: Pick<DocumentModel, 'evaluate'>;
  readonly text: string;
  /** The block that the warps are of, where it has several directions. */
  readonly block?: ThreadBlock;
}

/** What CuTe DSL has functions for that all lanes of a warp get the same of. */
const OF_WARPS: ReadonlySet<string> = new Set([
  'block_idx',
  'block_dim',
  'grid_dim',
  'warp_idx',
  'make_warp_uniform',
]);

const LANES = Array.from({ length: WARP }, (_, lane) => lane);

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.floor(a / b),
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '>>': (a, b) => a >> b,
};

/** The thread of each lane in a direction of a block, whose threads are numbered in all of them, the first one fastest. */
function inDirection([x, y]: ThreadBlock, direction: number): Lanes | null {
  if (x === undefined || (x % WARP !== 0 && WARP % x !== 0)) return null;
  if (direction === 0) return (lane) => lane % x;
  if (x % WARP === 0) return 'uniform';
  if (y === undefined || (x * y) % WARP !== 0) return null;
  return direction === 1 ? (lane) => Math.floor(lane / x) : 'uniform';
}

/**
 * Null where it is not known how the lanes differ. Warps are 32 threads that follow one another in `threadIdx.x`, where the
 * block has no other direction.
 */
export function lanesOf(context: Context, site: Site, depth = 0): Lanes | null {
  const { model, text, block } = context;
  if (depth > MAXIMUM_DEPTH) return null;
  if (block !== undefined) {
    const direction = threadDirection(site, text);
    if (direction !== null) return inDirection(block, direction);
  } else if (isThreadIndex(site, text)) return (lane) => lane;
  const value = settledValueOf(model, site);
  const number = value !== null && isInteger(value) ? knownNumber(value) : undefined;
  if (number !== undefined) return () => number;
  if (/^blockIdx\.[xyz]$/.test(text.slice(site.span.start, site.span.end))) return 'uniform';
  const arch = site.dialect === 'python' ? (writtenCall(itemOf(site)?.of ?? site)?.name ?? '') : '';
  if (arch === 'lane_idx') return (lane) => lane;
  if (OF_WARPS.has(arch)) return 'uniform';
  const given = initialiserOf(site) ?? (site.dialect === 'python' ? reachingValue(site) : null);
  if (given !== null && !isCounter(site)) return lanesOf(context, given, depth + 1);
  const sides = operandsAt(site);
  return sides === null ? ofCounter(context, site, depth) : combined(context, sides, depth);
}

function combined(
  context: Context,
  { operator, left, right }: NonNullable<ReturnType<typeof operandsAt>>,
  depth: number,
): Lanes | null {
  const [a, b] = [left, right].map((side) => lanesOf(context, side, depth + 1));
  if (a == null || b == null) return null;
  if (a === 'uniform' || b === 'uniform')
    return (a === b || left.dialect === 'python') && isUniform(a) && isUniform(b) ? 'uniform' : null;
  const apply = OPERATORS[operator];
  return apply === undefined ? null : (lane) => apply(a(lane), b(lane));
}

/** Whether all lanes of a warp have the same. */
const isUniform = (lanes: Lanes): boolean =>
  lanes === 'uniform' || LANES.every((lane) => lanes(lane) === lanes(0));

/** The loop that declares the name that stands there. */
function loopOf(site: Site) {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return null;
  const { name, span } = site.node.expr;
  const path = scopePath(site.memo.placed.unit.scope, span.start);
  const scope = path.findLast(({ declarations }) => declarations.some((d) => d.name === name));
  const [declaration, ...others] = scope?.declarations.filter((d) => d.name === name) ?? [];
  if (scope === undefined || declaration === undefined || others.length > 0) return null;
  return scope.counts !== undefined || scope.inductionVariables?.has(name) === true
    ? { scope, declaration }
    : null;
}

const isCounter = (site: Site): boolean => loopOf(site) !== null;

/** A counter is the same in all lanes where what it begins with and what it goes on by are. */
function ofCounter(context: Context, site: Site, depth: number): Lanes | null {
  const loop = loopOf(site);
  if (loop === null || !(site instanceof PlacedSite)) return null;
  const { scope, declaration } = loop;
  const range = scope.counts === undefined ? null : writtenCall(siteOf(site, scope.counts));
  const steps = scope.loop?.steps ?? [];
  const parts =
    range !== null
      ? range.args
      : [declaration.init, ...steps.map((step) => (step.kind === 'binary' ? step.right : null))].map((e) =>
          e === null ? null : siteOf(site, e),
        );
  if (parts.length === 0 || (range === null && scope.counts !== undefined)) return null;
  const areSame = parts.every((part) => {
    const lanes = part === null ? null : lanesOf(context, part, depth + 1);
    return lanes !== null && isUniform(lanes);
  });
  return areSame ? 'uniform' : null;
}
