// Grids of C++ that count the tiles of another mode than their blocks take, of another length, or leave out the rest, by how
// launches and kernels are written: `dim3 grid(ceil_div(N, 64), …)` and `local_tile(mC, tiler, make_coord(blockIdx.x, …))`.

import type { Span } from '../../../frontends/common/expression.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../document/extents.ts';
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
import type { CalledSite, RuleContext } from '../rule.ts';
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
  /** The parameter that is its extent, and those that other modes have. */
  readonly extent: string;
  readonly others: readonly string[];
  readonly tile: number | string;
}

function takenBy(called: CalledSite, context: RuleContext, written: Written): readonly Taken[] {
  const { model, text } = context;
  const tensor = argumentAt(called.call, 0, 'input');
  const tiling = tilingAt(called, context);
  const extents = tensor === undefined ? null : writtenExtents(tensor, written);
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

/** What is told of the grid of a launch, found where a block takes the tile of its number. */
export interface GridFinding {
  readonly span: Span;
  /** Where the grid is written. */
  readonly at: Site;
  readonly message: string;
  /** Whether it is told because the kernel asks which elements are there. */
  readonly isByAsked: boolean;
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
      const at = parameters.indexOf(name);
      return at < 0 ? null : written(args[at]!);
    };
    return taken.flatMap((each): readonly GridFinding[] => {
      const at = items[each.dimension];
      const given = at === undefined ? null : (initialiserOf(at) ?? at);
      const quotient = given === null ? null : quotientOf(written(given));
      const own = argument(each.extent);
      if (at === undefined || quotient === null || own === null) return [];
      // Blocks and tiles that are numbers are counted elsewhere.
      if (settledNumberAt(model, args[parameters.indexOf(each.extent)]) !== undefined) return [];
      const message = faultOf(each, quotient, own, each.others.map(argument), asksOf(around, each.extent));
      if (message === null || model.neverRuns(site)) return [];
      return [{ span: each.item.span, at, message, isByAsked: message.startsWith('the grid rounds down') }];
    });
  });
}

const DIMENSIONS = ['x', 'y', 'z'];

function faultOf(
  { dimension, extent, tile }: Taken,
  { of, by, isRoundedUp }: Quotient,
  own: string,
  others: readonly (string | null)[],
  isAsked: boolean,
): string | null {
  const block = `blockIdx.${DIMENSIONS[dimension]}`;
  if (of !== own)
    return others.includes(of) && /^[A-Za-z_]/.test(own)
      ? `the grid has a block for each ${by} of ${of} there, and ${block} takes tiles along ${extent}${extent === own ? '' : `, which is ${own}`}`
      : null;
  const blocks = /^\d+$/.test(by) ? Number(by) : by;
  if (typeof blocks === 'number' && typeof tile === 'number' && blocks > tile)
    return `the grid has a block for each ${blocks} of ${of}, and each takes a tile of ${tile}: the others are nobody's`;
  if (blocks !== tile || isRoundedUp || !isAsked) return null;
  return `the grid rounds down, and the kernel asks which elements of a tile are there: what ${of} has behind whole tiles of ${by} is in no block; ceil_div rounds up`;
}
