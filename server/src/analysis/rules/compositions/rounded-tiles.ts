// Compositions of as many tiles as a quotient says that is rounded, down or up, beside code that means something else: a
// comparison with all elements where the last ones are left out, a loop for those left over where none is.

import { intText } from '../../../algebra/integer/known.ts';
import { sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { itemsAt, operandsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { definitionAround, escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { OperationVerdict } from '../../values/verdicts.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** `128*(n/128)` and `128*ceil_div(n,128)`, the elements of such a composition. */
const ROUNDED_DOWN = /^(\w+)\*\((\w+)\/{1,2}\1\)$/;
const ROUNDED_UP = /^(\w+)\*ceil_div\((\w+),\1\)$/;

/** Loops for what the tiles leave over: `for (int j = steps * 128 + i; j < n; …)`, `range(steps * 128, n)`. */
const leftOver = (all: string): RegExp =>
  new RegExp(
    `\\bfor\\s*\\([^;{}]*=[^;{}]*[*%][^;{}]*;[^;{}]*<\\s*${all}\\b|\\brange\\w*\\([^()\\n]*[*%][^()\\n]*,\\s*${all}\\b`,
  );

/** Whether code compares something with all elements, but for loops over what is left over. */
const asksForAll = (code: string, all: string): boolean =>
  new RegExp(`<\\s*${all}\\b|\\b${all}\\s*>`).test(code.replace(new RegExp(leftOver(all), 'g'), ''));

const hasLeftOver = (code: string, all: string): boolean =>
  leftOver(all).test(code) || new RegExp(`\\b${all}\\s*%`).test(code);

/** Whether the loop for what is left over begins at the product of what the shape of the tiles is made of. */
function beginsBehindTiles(code: string, behind: string, all: string): boolean {
  const [loop = ''] = leftOver(all).exec(behind) ?? [];
  const [, one, other] = /\b(\w+)\s*\*\s*(\w+)/.exec(loop) ?? [];
  return [one, other].every(
    (n) => n !== undefined && new RegExp(`\\bmake_shape\\([^;]*\\b${n}\\b`).test(code),
  );
}

const most = (tile: string): string => (Number(tile) > 0 ? String(Number(tile) - 1) : `${tile} - 1`);

/**
 * What B leaves out of A, or has beyond it. Where the code says nothing of all elements of A, whoever wrote it may know
 * that the tiles are whole.
 */
export function roundedTiles(
  { a, b }: OperationVerdict['parts'][number],
  site: Site,
  text: string,
): Pick<RuleFinding, 'message' | 'data'> | null {
  const [all, some] = [a, b].map((layout) => intText(sizeOrThrow(layout))) as [string, string];
  const down = ROUNDED_DOWN.exec(some);
  const [, tile, of] = down ?? ROUNDED_UP.exec(some) ?? [];
  const around = tile === undefined || of !== all ? null : functionCodeAt(site, text);
  if (tile === undefined || around === null) return null;
  const behind = around.code.slice(site.span.end - around.start);
  if (down !== null) {
    if (hasLeftOver(behind, all)) return null;
    const message = `it has ${some} of ${all} elements: the quotient is rounded down, and up to ${most(tile)} are left out, although`;
    if (asksForAll(behind, all))
      return { message: `${message} what is behind it asks for those below ${all}` };
    // The kernel that takes the tiles may ask.
    const words = text.slice(site.span.start, site.span.end).split(/\W+/);
    const sizes = [tile, ...words.filter((word) => word !== '' && word !== all)];
    return {
      message: `${message} a kernel asks for those below ${all}`,
      data: { kernelAsks: all, sizes },
    };
  }
  return beginsBehindTiles(around.code, behind, all) && !asksForAll(behind, all)
    ? {
        message: `it has ${some} elements, up to ${most(tile)} more than ${all}: the quotient is rounded up, so that the loop behind it finds nothing left over`,
      }
    : null;
}

/** The number of elements of a tensor, `cute.size(x)` and `x.shape[0]`, by what it is written of; null for others. */
const countedAt = (site: Site, text: string): string | null =>
  /^(?:cute\.)?size\(\s*(\w+)\s*\)$|^(\w+)\.shape\[0\]$/
    .exec(text.slice(site.span.start, site.span.end))
    ?.slice(1)
    .find((name) => name !== undefined) ?? null;

/** `n // T` as the number of tiles of T elements; null: it is another number. */
function tilesBy(
  tile: Site,
  count: Site,
  written: (site: Site) => string,
): { readonly tile: Site; readonly quotient: Site; readonly sides: Sides } | null {
  const quotient = initialiserOf(count) ?? count;
  const sides = operandsAt(quotient);
  return sides?.operator === '//' && written(sides.right) === written(tile)
    ? { tile, quotient, sides }
    : null;
}

type Sides = NonNullable<ReturnType<typeof operandsAt>>;

/**
 * `composition(x, make_layout((T, n // T)))` of CuTe DSL: the same as it is written, whatever x is. Whoever compares with n
 * means the elements behind the last whole tile, too.
 */
export function checkWritten(
  { site, call }: CalledSite,
  { text, model }: RuleContext,
): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'composition') return [];
  const [tensor, tiles] = [argumentAt(call, 0, 'lhs'), argumentAt(call, 1, 'rhs')];
  const layout = tiles === undefined ? null : writtenCall(initialiserOf(tiles) ?? tiles);
  const shape = layout?.name === 'make_layout' ? argumentAt(layout, 0, 'shape') : undefined;
  const modes = (shape === undefined ? null : itemsAt(initialiserOf(shape) ?? shape)) ?? [];
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const [one, other, ...more] = modes;
  if (tensor === undefined || one === undefined || other === undefined || more.length > 0) return [];
  // The tiles stand behind the elements of one, or before them.
  const counted = tilesBy(one, other, written) ?? tilesBy(other, one, written);
  if (counted === null) return [];
  const { tile, quotient, sides } = counted;
  const [of, all, by] = [written(tensor), written(sides.left), written(tile)];
  if (!/^\w+$/.test(all) || !/^[\w.]+$/.test(by) || model.neverRuns(site)) return [];
  // Of another number the code must say that it counts through these tiles.
  const isCounted = countedAt(initialiserOf(sides.left) ?? sides.left, text) === of;
  const right = `cute.ceil_div(${all}, ${by})`;
  const whose = isCounted ? ` of ${of}` : '';
  const message = `${written(quotient)} is rounded down, and the elements${whose} behind the last whole tile are left out, although there is code that asks for those below ${all}`;
  return [
    {
      span: quotient.span,
      message,
      data: { meant: all, ...(isCounted ? {} : { tile: by }) },
      fixes: [{ title: `Take ${right}`, span: quotient.span, newText: right }],
    },
  ];
}

/** Whether a kernel of C++ goes through tiles of one of some sizes by its blocks as far as the last element. */
function asksByBlocks(code: string, all: string, sizes: readonly string[]): boolean {
  const size = `(?:${[...sizes, 'blockDim\\.x'].join('|')})`;
  const first = new RegExp(`\\bblockIdx\\.x\\s*\\*\\s*${size}\\b|\\b${size}\\s*\\*\\s*blockIdx\\.x\\b`, 'g');
  return [...code.matchAll(first)].some(({ index }) => {
    const next = code.indexOf('__global__', index);
    const kernel = code.slice(code.lastIndexOf('__global__', index), next < 0 ? code.length : next);
    return asksForAll(kernel, all) && !hasLeftOver(kernel, all);
  });
}

/** Nothing in the file, a kernel perhaps, asks for the elements that are left out, or something takes them by themselves. */
export function isRoundedAnswered({ data, span }: RuleFinding, { text }: RuleContext): boolean {
  const { meant, tile, kernelAsks, sizes } = data ?? {};
  if (typeof kernelAsks === 'string')
    return !asksByBlocks(codeOf(text, 'cpp'), kernelAsks, sizes as readonly string[]);
  if (typeof meant !== 'string') return false;
  const code = codeOf(text, 'python');
  if (typeof tile !== 'string') return hasLeftOver(code, meant) || !asksForAll(code, meant);
  const own = definitionAround(code, span.start);
  // `i * T + tidx < n`
  const counts = new RegExp(`\\*\\s*${escaped(tile)}\\b[^<>\\n]*<\\s*${meant}\\b`);
  return hasLeftOver(own, meant) || !counts.test(own);
}
