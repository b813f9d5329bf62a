// Grids of Triton that count the blocks of one dimension by the size of another one, or leave out the last block.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { escaped } from '../../indexing/text/code.ts';
import { leastTuned } from '../../tiles/configurations.ts';
import { handed, tritonLaunches } from '../../tiles/launches.ts';
import type { ParameterName } from '../../tiles/shape.ts';
import type { Site } from '../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { accessesByKernel, type TritonAccess, tritonAccesses } from './accesses.ts';
import { coveredIn, itemsOfGrid, quotientAt } from './grid-axes.ts';
import { checkSplits } from './program-split.ts';
import { checkGroups } from './programs/program-groups.ts';
import { checkSplitBlocks } from './programs/split-blocks.ts';
import { tilesOf } from './tile-context.ts';

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
  if (mentions(text, /\bnum_programs\b/)) return [];
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

/** Two axes of which the grid counts along the one what the kernel goes along in the other. */
function checkExchanged(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const [a, b, ...more] = kernel.name === null ? [] : coveredIn(accesses, context);
  if (a === undefined || b === undefined || more.length > 0 || mentions(context.text, /\bnum_programs\b/))
    return [];
  const { model, text } = context;
  const textAt = ({ span }: Site): string => text.slice(span.start, span.end);
  return tritonLaunches(context, kernel.name!).flatMap(({ call, grid }): readonly RuleFinding[] => {
    const written = itemsOfGrid(grid);
    const [ofA, ofB] = [a, b].map(({ axis }) => {
      const item = written?.items[axis];
      const quotient = item === undefined ? null : quotientAt(item);
      return written === null || quotient === null ? null : siteOf(written.at, quotient.of);
    });
    const [wholeA, wholeB] = [a, b].map(({ limit }) => handed(model, call, kernel, limit));
    if (ofA == null || ofB == null || wholeA == null || wholeB == null) return [];
    const [m, n] = [wholeA, wholeB].map((site) => settledNumberAt(model, site));
    const isOther = textAt(wholeA) !== textAt(wholeB) && (m === undefined || m !== n);
    if (!isOther || textAt(ofA) !== textAt(wholeB) || textAt(ofB) !== textAt(wholeA)) return [];
    if (model.neverRuns(call.callee)) return [];
    const { span } = siteOf(written!.at, written!.items[a.axis]!);
    const message = `the grid counts blocks of ${textAt(ofA)} along axis ${a.axis}, along which ${kernel.name} goes through ${a.limit}, and of ${textAt(ofB)} along axis ${b.axis}: they are exchanged`;
    return [{ span, message }];
  });
}

/** An axis that a kernel asks for, and no grid has. */
function checkMissingAxis(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const asked = accesses.flatMap(({ pointer }) =>
    pointer.flatMap(({ counted }) => (counted.kind === 'program' ? [counted.axis] : [])),
  );
  const axis = Math.max(-1, ...asked);
  const launches = kernel.name === null || axis < 1 ? [] : tritonLaunches(context, kernel.name);
  const grids = launches.map(({ grid }) => itemsOfGrid(grid));
  const [first] = grids;
  if (first == null || grids.some((grid) => grid === null || grid.items.length > axis)) return [];
  if (first.items.some(({ kind }) => kind === 'unary') || context.model.neverRuns(first.at)) return [];
  // One program alone has all that there is.
  const isOne = grids.some((grid) =>
    grid!.items.every((item) => settledNumberAt(context.model, siteOf(grid!.at, item)) === 1),
  );
  if (isOne) return [];
  const { length } = first.items;
  const message = `the grid has ${length} ${length === 1 ? 'axis' : 'axes'}, and ${kernel.name} takes its block by program_id(${axis}), which is 0 in all programs`;
  return [{ span: siteOf(first.at, first.items[0]!).span, message }];
}

export const gridCover: Rule = {
  id: 'grid-cover',
  severity: 'warning',
  title: 'The grid counts other blocks',
  checkDocument: (context) => [
    ...[...accessesByKernel(context)].flatMap(([kernel, accesses]) => [
      ...checkKernel(kernel, accesses, context),
      ...checkExchanged(kernel, accesses, context),
      ...checkMissingAxis(kernel, accesses, context),
    ]),
    ...checkSplits(context, tritonAccesses(context)),
    ...(mentions(context.text, /\btriton\b/) ? [...checkGroups(context), ...checkSplitBlocks(context)] : []),
  ],
};
