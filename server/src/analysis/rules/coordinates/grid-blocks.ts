// Grids of C++ that count the tiles of another mode than their blocks take, of another length, or leave out the rest, by how
// launches and kernels are written: `dim3 grid(ceil_div(N, 64), …)` and `local_tile(mC, tiler, make_coord(blockIdx.x, …))`.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { intText } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import type { Span } from '../../../frontends/common/expression.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { knownValueOf, settledNumberAt } from '../../document/extents.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt } from '../../document/written/call.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { dimensionSites, launchesOf } from '../../launches/launches.ts';
import { kernelAt } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { extentName, tilingAt } from './element-tiles.ts';
import { writtenExtents } from './tiles-of.ts';

/** `ceil_div(M, 128)`, `(M + 127) / 128`, `M / 128`. */
interface Quotient {
  readonly of: string;
  readonly by: string;
  readonly isRoundedUp: boolean;
}

const NAME = '[A-Za-z_]\\w*(?:(?:\\.|->)\\w+)*';
/** An extent of a tiler, `get<0>(tiler)` and `int(size<0>(Tiler{}))`. */
const PART = '(?:cute::)?(?:get|size)<\\d+>\\([A-Za-z_][\\w:]*(?:\\{\\})?\\)';
const BY = `(?:\\d+|[A-Za-z_][\\w:]*(?:\\{\\})?|(?:cute::)?Int<\\w+>\\{\\}|${PART}|int\\(${PART}\\))`;
const ROUNDED_UP = [
  new RegExp(`^(?:cute::|cutlass::)?(?:ceil_?div|cdiv|div_?up|DIVUP|CEIL_DIV)\\((${NAME}),(${BY})\\)$`, 'i'),
  new RegExp(`^\\((${NAME})\\+(${BY})-1\\)/(${BY})$`),
  new RegExp(`^\\((${NAME})\\+(\\d+)\\)/(\\d+)$`),
];
const ROUNDED_DOWN = new RegExp(`^(${NAME})/(${BY})$`);

const divisorName = (written: string): string =>
  extentName(written.replace(/^int\((.*)\)$/, '$1').replace(/^(?:cute::)?(?:get|size)(?=<)/, 'get'));

function quotientOf(written: string): Quotient | null {
  const plain = written.replace(
    /^(?:(?:cute::)?size|int|unsigned|uint32_t|static_cast<[\w:]+>)\((.*)\)$/,
    '$1',
  );
  for (const pattern of ROUNDED_UP) {
    const [, of, first, second] = pattern.exec(plain) ?? [];
    if (of === undefined || first === undefined) continue;
    const isNumber = pattern === ROUNDED_UP[2];
    if (second !== undefined && (isNumber ? Number(second) !== Number(first) + 1 : first !== second))
      return null;
    return { of, by: divisorName(second ?? first), isRoundedUp: true };
  }
  const [, of, by] = ROUNDED_DOWN.exec(plain) ?? [];
  return of === undefined || by === undefined ? null : { of, by: divisorName(by), isRoundedUp: false };
}

/** A mode of a tensor whose tiles blocks take by their number. */
interface Taken {
  readonly item: Site;
  readonly dimension: 0 | 1 | 2;
  /** The parameter that is its extent, or a member of one, and those that other modes have. */
  readonly extent: string;
  readonly others: readonly string[];
  readonly tile: number | string;
}

/** The extents of a tensor by their names, where it is not made there: `s.m` and `s.n` of a slice. */
function namedExtents(tensor: Site, { model }: RuleContext): readonly string[] | null {
  const value = knownValueOf(model, tensor);
  return value instanceof Tensor
    ? wrap(shapeOf(value.layout)).map((mode) => intText(product(mode as Shape)))
    : null;
}

function takenBy(called: CalledSite, context: RuleContext, written: Written): readonly Taken[] {
  const { model, text } = context;
  const tensor = argumentAt(called.call, 0, 'input');
  const tiling = tilingAt(called, context);
  const extents =
    tensor === undefined ? null : (writtenExtents(tensor, written) ?? namedExtents(tensor, context));
  if (tiling === null || extents === null || extents.length !== tiling.coordinates.length) return [];
  return tiling.coordinates.flatMap((item, mode): readonly Taken[] => {
    const dimension = blockIndexAt(item, text);
    const each = tiling.extents[mode]!;
    const name = extentName(typeof each === 'string' ? each : written(each));
    const number = typeof each === 'string' ? Number(name) : (settledNumberAt(model, each) ?? Number(name));
    if (dimension === null) return [];
    const others = extents.filter((_, i) => i !== mode);
    return [{ item, dimension, extent: extents[mode]!, others, tile: Number.isNaN(number) ? name : number }];
  });
}

/** Blocks for tiles of another mode, or longer than these; rests that no block has, or none though the kernel `asks` for them. */
type GridFault = 'other' | 'longer' | 'rest' | 'asked';

/** What is told of the grid of a launch, found where a block takes the tile of its number. */
export interface GridFinding {
  readonly span: Span;
  /** Where the grid is written. */
  readonly at: Site;
  readonly message: string;
  readonly fault: GridFault;
  readonly fixes?: RuleFinding['fixes'];
}

/** Whether a kernel asks which elements of a mode are there: of all modes, or against its extent. */
const asksOf = (code: string, extent: string): boolean =>
  /\belem_less\b/.test(code) ||
  new RegExp(`\\bget<\\d+>\\([^;]*?\\)\\s*<[^;&|]*\\b${escaped(extent)}\\b`).test(code);

/** Findings of `uncovered-tiles` about how grids are written. */
export function checkGridBlocks(called: CalledSite, context: RuleContext): readonly GridFinding[] {
  const { model, text } = context;
  const { site } = called;
  const kernel = site.dialect === 'python' ? null : kernelAt(site);
  if (kernel === null) return [];
  const code = codeOf(text, 'cpp');
  const written = compactIn(code);
  const taken = takenBy(called, context, written);
  const launches = taken.length === 0 ? [] : (launchesOf(context, kernel) ?? []);
  const parameters = (functionAround(site)?.declarations ?? []).flatMap(({ kind, name }) =>
    kind === 'parameter' ? [name] : [],
  );
  const around = functionCodeAt(site, text)?.code ?? '';
  return launches.flatMap(({ angles: [grid], args }): readonly GridFinding[] => {
    const items = grid === undefined ? null : dimensionSites(context, grid);
    if (items === null || args.length !== parameters.length) return [];
    const argument = (name: string): string | null => {
      const [root, ...path] = name.split('.');
      const at = parameters.indexOf(root!);
      return at < 0 ? null : [written(args[at]!), ...path].join('.');
    };
    const found = taken.flatMap((each): readonly GridFinding[] => {
      const at = items[each.dimension];
      const given = at === undefined ? null : (initialiserOf(at) ?? at);
      const quotient = given === null ? null : quotientOf(written(given));
      const own = argument(each.extent);
      if (at === undefined || quotient === null || own === null) return [];
      // Blocks and tiles that are numbers are counted elsewhere.
      if (settledNumberAt(model, args[parameters.indexOf(each.extent.split('.')[0]!)]) !== undefined)
        return [];
      const fault = faultOf(each, quotient, own, each.others.map(argument), asksOf(around, each.extent));
      return fault === null || model.neverRuns(site) ? [] : [{ span: each.item.span, at, ...fault }];
    });
    const [first, second, ...others] = found;
    const isExchange = first !== undefined && second !== undefined && others.length === 0;
    return isExchange ? exchangeable(first, second, text) : found;
  });
}

/** Two dimensions of a grid that both count tiles of another mode may have each other’s. */
function exchangeable(first: GridFinding, second: GridFinding, text: string): readonly GridFinding[] {
  const all = [first, second];
  const [left, right] = all.map(({ at }) => at.span).sort((a, b) => a.start - b.start);
  if (!all.every(({ fault }) => fault === 'other') || left!.end > right!.start) return all;
  const written = ({ start, end }: Span): string => text.slice(start, end);
  const span = { start: left!.start, end: right!.end };
  const between = text.slice(left!.end, right!.start);
  const newText = `${written(right!)}${between}${written(left!)}`;
  return all.map((each) => ({ ...each, fixes: [{ title: 'Exchange them', span, newText }] }));
}

function faultOf(
  { dimension, extent, tile }: Taken,
  { of, by, isRoundedUp }: Quotient,
  own: string,
  others: readonly (string | null)[],
  isAsked: boolean,
): Pick<GridFinding, 'fault' | 'message'> | null {
  if (of !== own) {
    if (!others.includes(of) || !/^[A-Za-z_]/.test(own)) return null;
    const is = extent === own ? '' : `, which is ${own}`;
    const message = `the grid has a block for each ${by} of ${of} there, and blockIdx.${'xyz'[dimension]} takes tiles along ${extent}${is}`;
    return { fault: 'other', message };
  }
  const blocks = /^\d+$/.test(by) ? Number(by) : by;
  if (typeof blocks === 'number' && typeof tile === 'number' && blocks > tile) {
    const message = `the grid has a block for each ${blocks} of ${of}, and each takes a tile of ${tile}: the others are nobody's`;
    return { fault: 'longer', message };
  }
  if (blocks !== tile || isRoundedUp || !isAsked) return null;
  const message = `the grid rounds down, and the kernel asks which elements of a tile are there: what ${of} has behind whole tiles of ${by} is in no block; ceil_div rounds up`;
  return { fault: 'asked', message };
}
