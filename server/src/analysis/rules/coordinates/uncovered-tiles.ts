// Grids that round down: no block takes the last tile. Those of CuTe DSL are judged by how they are written.

import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import {
  argumentAt,
  callsOf,
  functionAround,
  functionNameAt,
  initialiserOf,
  isInLoop,
  itemsAt,
  operandsAt,
  writtenCall,
} from '../../document/written-call.ts';
import { restsOnDefault } from '../../values/default-arguments.ts';
import type { Site } from '../../values/model.ts';
import { tilesOf, tilingOf } from '../../values/tilings.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkGridRests } from './grid-rest.ts';

/** A dimension of a grid that is a quotient, `M // 128`. */
interface Quotient {
  readonly site: Site;
  readonly blocks: number;
  readonly of: number;
  readonly by: number;
}

function numberAt({ model }: RuleContext, site: Site): number | undefined {
  const value = settledValueOf(model, site);
  return value !== null && isInteger(value) ? knownNumber(value) : undefined;
}

/** The quotients that leave a rest among the dimensions of the only launch of a kernel. */
function quotientsOf(kernel: string, context: RuleContext): readonly (Quotient | null)[] {
  const launches = callsOf(context.model, 'launch');
  const own = launches.filter(({ call }) => {
    const launched = call.object === null ? null : writtenCall(call.object);
    return launched?.name === kernel;
  });
  const [launch] = own;
  // Another launch of the same function may take the rest.
  const around = launch === undefined ? null : functionAround(launch.site);
  const beside = launches.filter(({ site }) => functionAround(site) === around);
  if (launch === undefined || own.length > 1 || beside.length > 1) return [];
  const given = launch.call.keywords.get('grid');
  const dimensions = given === undefined ? null : itemsAt(initialiserOf(given) ?? given);
  return (dimensions ?? []).map((dimension) => {
    const site = initialiserOf(dimension) ?? dimension;
    const sides = operandsAt(site);
    if (sides === null || sides.operator !== '//') return null;
    const [of, by, blocks] = [sides.left, sides.right, site].map((part) => numberAt(context, part));
    const isLeft = of !== undefined && by !== undefined && by > 0 && of % by !== 0;
    return isLeft && blocks === Math.floor(of / by) ? { site, blocks, of, by } : null;
  });
}

function checkTile({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const kernel = functionNameAt(site);
  const coordinate = argumentAt(call, 2, 'coord');
  const written = coordinate === undefined ? null : itemsAt(initialiserOf(coordinate) ?? coordinate);
  if (site.dialect !== 'python' || kernel === null || written === null || isInLoop(site)) return [];
  if (call.args.length > 3 || call.keywords.has('proj')) return [];
  if (!written.some((item) => blockIndexAt(item, text) !== null)) return [];
  const { origin, parameters } = model.evaluate(site);
  const tiling = origin === null || restsOnDefault(parameters) ? null : tilingOf(origin);
  const tiles = tiling === null ? null : tilesOf(tiling);
  const tiler = knownValueOf(model, argumentAt(call, 1, 'tiler'));
  if (tiles === null || !Array.isArray(tiler)) return [];
  const quotients = quotientsOf(kernel, context);
  return written.flatMap((item, i): readonly RuleFinding[] => {
    const dimension = blockIndexAt(item, text);
    const quotient = dimension === null ? null : quotients[dimension];
    const count = tiles[i] === undefined ? undefined : knownNumber(product(tiles[i] as Shape));
    const size = isInteger(tiler[i]) ? knownNumber(tiler[i]) : undefined;
    if (quotient == null || size !== quotient.by || count !== quotient.blocks + 1) return [];
    if (model.neverRuns(site)) return [];
    const { of, by, blocks } = quotient;
    const message = `the grid rounds down: ${kernel} takes tiles of ${by}, and ${blocks} blocks of them leave out ${of - blocks * by} of ${of}; cute.ceil_div rounds up`;
    return [{ span: quotient.site.span, message }];
  });
}

/** What grids of CuTe DSL leave out. */
function checkQuotients(context: RuleContext): readonly RuleFinding[] {
  if (!context.text.includes('.launch(') || !context.text.includes('//')) return [];
  const found = callsOf(context.model, 'local_tile').flatMap((called) => checkTile(called, context));
  // Several tensors are tiled by one grid.
  return found.filter(({ span }, i) => found.findIndex((other) => other.span.start === span.start) === i);
}

export const uncoveredTiles: Rule = {
  id: 'uncovered-tiles',
  severity: 'warning',
  title: 'No block takes the last tile',
  description:
    'The number of blocks is a quotient that rounds down, each block takes one tile, and the tile does not divide: what is left is never worked on. Round up, and ask in the last tile what is there.',
  checkDocument: (context) => [...checkQuotients(context), ...checkGridRests(context)],
};
