// Grids of Triton that count the blocks of one dimension by the size of another one, or leave out the last block.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { escaped } from '../../indexing/text/code.ts';
import { leastTuned } from '../../tiles/configurations.ts';
import { handed, tritonLaunches } from '../../tiles/launches.ts';
import { pathText } from '../../tiles/reaching.ts';
import type { ParameterName } from '../../tiles/shape.ts';
import type { Term } from '../../tiles/terms.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { accessesByKernel, limitsOf, type TritonAccess, tritonAccesses } from './accesses.ts';
import { checkSplits } from './program-split.ts';
import { tilesOf } from './tile-context.ts';

/** How a kernel goes along an axis of its grid: each program has a block, up to a limit that is handed over. */
interface Covered {
  readonly axis: number;
  /** The parameters that the block and the limit are. */
  readonly block: string;
  readonly limit: string;
}

/** `program_id(1) * BLOCK + arange(0, BLOCK) < N` */
function coveredBy(counted: readonly Term[], limit: Expr, text: (call: Expr) => string): Covered | null {
  const program = counted.find((term) => term.counted.kind === 'program');
  const lanes = counted.find((term) => term.counted.kind === 'lanes');
  if (counted.length !== 2 || program?.counted.kind !== 'program' || lanes?.counted.kind !== 'lanes')
    return null;
  const { extent, call } = lanes.counted;
  const end = call.args[1];
  const block = program.name;
  if (lanes.by !== 1 || block === null || end?.kind !== 'name' || end.name !== block || limit.kind !== 'name')
    return null;
  return extent.defaults.length > 0 || text(end) !== block
    ? null
    : { axis: program.counted.axis, block, limit: limit.name };
}

/** The axes of a kernel's grid along which every program has one block and nothing else. */
function coveredIn(accesses: readonly TritonAccess[], { text }: RuleContext): readonly Covered[] {
  const found = new Map<number, Covered | null>();
  for (const access of accesses) {
    if (access.mask === undefined) continue;
    const textOf = (e: Expr): string => {
      const { start, end } = siteOf(access.site, e).span;
      return text.slice(start, end);
    };
    for (const { counted, limit } of limitsOf(access, access.mask)) {
      const covered = coveredBy(counted, limit, textOf);
      for (const { counted: each } of counted) {
        if (each.kind !== 'program') continue;
        const before = found.get(each.axis);
        const isSame =
          before === undefined || (before?.block === covered?.block && before?.limit === covered?.limit);
        found.set(each.axis, isSame ? covered : null);
      }
    }
  }
  return [...found.values()].flatMap((covered) => covered ?? []);
}

const exprAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

interface Quotient {
  readonly of: Expr;
  readonly by: Expr;
  readonly isRoundedDown: boolean;
}

/** `triton.cdiv(N, BLOCK)`, `N // BLOCK` */
function quotientAt(e: Expr): Quotient | null {
  if (e.kind === 'binary' && e.operator === '//') return { of: e.left, by: e.right, isRoundedDown: true };
  const isCdiv = e.kind === 'call' && /(?:^|\.)cdiv$/.test(pathText(e.callee) ?? '') && e.args.length === 2;
  return isCdiv && e.kind === 'call' ? { of: e.args[0]!, by: e.args[1]!, isRoundedDown: false } : null;
}

/** The items of a grid, also of one that is worked out of the parameters: `lambda META: (…,)`. */
function itemsOfGrid(
  grid: readonly Site[],
): { readonly at: PlacedSite; readonly items: readonly Expr[] } | null {
  const [only] = grid;
  const given = only === undefined || grid.length > 1 ? only : (initialiserOf(only) ?? only);
  if (!(given instanceof PlacedSite)) return null;
  const expr = exprAt(given);
  const body = expr?.kind === 'lambda' ? expr.body : expr;
  if (grid.length > 1) return { at: given, items: grid.flatMap((site) => exprAt(site) ?? []) };
  return body?.kind === 'tuple' ? { at: given, items: body.items } : null;
}

/** The parameter that `META['BLOCK']` is. */
const ofMeta = (e: Expr): string | null => {
  const [key] = e.kind === 'index' ? e.args : [];
  return e.kind === 'index' && e.object.kind === 'name' && key?.kind === 'string' ? key.value : null;
};

const roundedDown = (whole: string, block: string, tail: string): string =>
  `the grid rounds down: where ${block} does not divide ${whole}, no program takes the rest, and ${tail} with a mask for it; triton.cdiv rounds up`;

function checkKernel(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { name } = kernel;
  const covered = name === null ? [] : coveredIn(accesses, context);
  if (name === null || covered.length === 0) return [];
  const { text, model } = context;
  const asks = (axis: number) =>
    [...text.matchAll(new RegExp(`program_id\\(\\s*(?:axis\\s*=\\s*)?${axis}\\s*\\)`, 'g'))].length;
  if (/\bnum_programs\b/.test(text)) return [];
  const textAt = ({ span }: Site): string => text.slice(span.start, span.end);
  /** Whether blocks are known to divide what they go along, or the file asks whether they do. */
  const isDivided = (whole: string, blockSize?: number, size?: number): boolean =>
    size !== undefined && blockSize !== undefined
      ? size % blockSize === 0
      : new RegExp(String.raw`(?<![\w.])${escaped(whole)}\s*%`).test(text);
  const at = accesses[0]?.site;
  return tritonLaunches(context, name).flatMap(({ call, grid }) => {
    const written = itemsOfGrid(grid);
    if (written === null) return [];
    return covered.flatMap(({ axis, block, limit }): readonly RuleFinding[] => {
      const item = written.items[axis];
      const quotient = item === undefined ? null : quotientAt(item);
      const [own, whole] = [block, limit].map((parameter) => handed(model, call, kernel, parameter));
      if (quotient === null || whole == null || asks(axis) === 0) return [];
      // The grid goes along something else.
      if (textAt(siteOf(written.at, quotient.of)) !== textAt(whole)) return [];
      const counted = ofMeta(quotient.by);
      const tail = `${name} goes along ${limit} in blocks of ${block}`;
      const span = siteOf(written.at, item!).span;
      const by = siteOf(written.at, quotient.by);
      const [has, needs] = [by, own].map((site) => settledNumberAt(model, site));
      const isOfBlocks =
        counted === block ||
        (counted === null && own != null && (has ?? textAt(by)) === (needs ?? textAt(own)));
      if (
        quotient.isRoundedDown &&
        isOfBlocks &&
        !isDivided(textAt(whole), needs, settledNumberAt(model, whole))
      )
        return [{ span, message: roundedDown(textAt(whole), textAt(by), tail), severity: 'information' }];
      if (counted !== null) {
        const pair: readonly ParameterName[] = [counted, block].map((parameter) => ({
          kernel: name,
          parameter,
        }));
        return counted === block || tilesOf(context).modules.mayAgree(pair[0]!, pair[1]!)
          ? []
          : [
              {
                span,
                message: `the grid counts blocks of ${counted}, and ${tail}, unless they are one number`,
              },
            ];
      }
      if (has === undefined) return [];
      if (needs === undefined) {
        const least = own == null ? leastTuned(kernel, at, block, model) : null;
        return least === null || has <= least
          ? []
          : [
              {
                span,
                message: `the grid counts blocks of ${has}, and ${tail}, which may be chosen as ${least}: the others are left out`,
              },
            ];
      }
      if (has <= needs) return [];
      return [
        {
          span,
          message: `the grid counts blocks of ${has}, and ${tail} = ${needs}: the others are left out`,
        },
      ];
    });
  });
}

export const gridCover: Rule = {
  id: 'grid-cover',
  severity: 'warning',
  title: 'The grid counts other blocks',
  description:
    'Each program of a kernel of Triton takes one block of a dimension, and the grid has as many programs as there are blocks of another size: with larger ones, elements are left out. Or the kernel splits the number of the program into a row and a column by the counts of two dimensions.',
  checkDocument: (context) => [
    ...[...accessesByKernel(context)].flatMap(([kernel, accesses]) => checkKernel(kernel, accesses, context)),
    ...checkSplits(context, tritonAccesses(context)),
  ],
};
