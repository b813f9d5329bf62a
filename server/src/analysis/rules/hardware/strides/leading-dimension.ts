// Matrices that are taken with rows of another length than those of the memory that they are in: of wmma, and of tensors
// that take the strides of another matrix.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { bitsOf, type SharedArray } from '../../../indexing/arrays.ts';
import type { Site } from '../../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { arrayBehind, namedBehind, productsBehind, rootOf } from './factors.ts';
import { checkNamedStrides } from './named-strides.ts';
import { checkOtherStrides } from './other-stride.ts';
import { checkOwnExtents } from './own-extent.ts';
import { checkTermStrides } from './term-strides.ts';
import { checkVectorStrides } from './vector-strides.ts';

/** Where `load_matrix_sync(fragment, pointer, ldm)` and `store_matrix_sync(pointer, fragment, ldm, layout)` have the pointer. */
const POINTER_OF: Readonly<Record<string, number>> = { load_matrix_sync: 1, store_matrix_sync: 0 };
const LEADING = 2;

/** A fragment has at least so many rows, of at least so many elements (m8n32k16, m32n8k16). */
const FEWEST = 8;
/** What is counted by in fewer elements than this is no row of a matrix. */
const SHORTEST_ROW = 16;
/** The leading dimension is a multiple of so many bits for halves and floats (CUDA C++ Programming Guide, wmma). */
const LEADING_BITS = 128;

interface Move {
  readonly site: Site;
  readonly pointer: Site;
  readonly leading: Site;
  /** What the leading dimension is: its number, or how it is written. */
  readonly by: Factor;
  readonly array: SharedArray | null;
  /** The name that the pointer begins with. */
  readonly root: string | null;
}

/** A number, or the text of what is none. */
type Factor = number | string;

function factorAt({ model, text }: RuleContext, site: Site): Factor {
  const number = settledNumberAt(model, site);
  return number ?? text.slice(site.span.start, site.span.end);
}

function movesIn(context: RuleContext): readonly Move[] {
  const { model, text } = context;
  return callsOf(model, ...Object.keys(POINTER_OF)).flatMap(({ site, call }) => {
    const [pointer, leading] = [call.args[POINTER_OF[call.name]!], call.args[LEADING]];
    if (pointer === undefined || leading === undefined || model.neverRuns(site)) return [];
    const by = factorAt(context, namedBehind(leading));
    return [{ site, pointer, leading, by, array: arrayBehind(text, pointer), root: rootOf(text, pointer) }];
  });
}

/** `wmma::load_matrix_sync(a, &tile[16 * i][0], 64)` of `half tile[64][72]`. */
function ofExtents({ array, by }: Move, context: RuleContext): string | null {
  const last = array === null || array.extents.length < 2 ? undefined : array.extents.at(-1);
  const row = last === undefined ? undefined : factorAt(context, last);
  if (typeof row !== 'number' || typeof by !== 'number' || by <= 0) return null;
  // Every second row may be meant, and a row in which a matrix has room is a list of matrices.
  if (by % row === 0 || (FEWEST - 1) * by + FEWEST <= row) return null;
  return `a row of ${array!.name} has ${row} elements`;
}

/** The factors of each product in the index of an element behind the same name, in the function around. */
function elementsOf(context: RuleContext, { site, root }: Move): readonly (readonly Factor[])[] {
  return callsOf(context.model, '[]').flatMap(({ site: element, call }) => {
    const [index] = call.args;
    if (element.within !== site.within || index === undefined) return [];
    if (rootOf(context.text, call.callee) !== root) return [];
    return productsIn(context, index);
  });
}

/** Names of constants, as they are mostly written: what is made of them alone is where a buffer begins. */
const CONSTANT = /^(?:[A-Z][A-Z0-9_]*|k[A-Z]\w*)$/;
const isConstant = (factor: Factor): boolean => typeof factor === 'number' || CONSTANT.test(factor);

const productsIn = (context: RuleContext, site: Site): readonly (readonly Factor[])[] =>
  productsBehind(site)
    .map((product) => product.map((factor) => factorAt(context, factor)))
    .filter((product) => !product.every(isConstant));

/** Whether rows of so many elements are what is counted by: `row * 72`, `row * 144`. */
const isCountedBy = (products: readonly (readonly Factor[])[], by: Factor): boolean =>
  products.some((product) =>
    product.some((f) => f === by || (typeof f === 'number' && typeof by === 'number' && f % by === 0)),
  );

/** `wmma::load_matrix_sync(a, tile + 16 * i * 72, 64)`, where `tile[r * 72 + c]` is written. */
function ofElements(move: Move, moves: readonly Move[], context: RuleContext): string | null {
  const { array, by, root, site } = move;
  if (root === null || (array?.extents.length ?? 1) > 1 || typeof by !== 'number' || by <= 0) return null;
  const same = moves.filter((m) => m.site.within === site.within && m.root === root);
  const own = same.flatMap(({ pointer }) => productsIn(context, pointer));
  const products = [...own, ...elementsOf(context, move)];
  if (isCountedBy(products, by)) return null;
  const numbers = products.flat().filter((f) => typeof f === 'number');
  const row = Math.max(...numbers);
  // Longer ones are those of whole buffers, and shorter ones vectors along a row.
  if (row < SHORTEST_ROW || row >= FEWEST * by || by % row === 0) return null;
  return `elements of ${root} are counted by rows of ${row}`;
}

/** `wmma::load_matrix_sync(b, B + k * N + column, K)`, where N is the leading dimension of another matrix. */
function ofNames(
  { array, by, pointer, site }: Move,
  moves: readonly Move[],
  context: RuleContext,
): string | null {
  if (array !== null || typeof by !== 'string' || !/^\w+$/.test(by)) return null;
  const products = productsIn(context, pointer);
  if (products.length === 0 || isCountedBy(products, by)) return null;
  const others = new Set(moves.filter((m) => m.site.within === site.within).map((m) => m.by));
  const rows = new Set(products.flat().filter((f) => typeof f === 'string' && others.has(f)));
  return rows.size === 1 ? `the pointer counts by rows of ${[...rows][0]}` : null;
}

/** A leading dimension that no instruction takes. */
function ofWidth({ array, by }: Move, { model }: RuleContext): string | null {
  const bits = array === null ? null : bitsOf(model, array.element);
  if (typeof by !== 'number' || (bits !== 16 && bits !== 32) || (by * bits) % LEADING_BITS === 0) return null;
  return `for ${bits} bits it is a multiple of ${LEADING_BITS / bits}`;
}

function check(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, '_matrix_sync')) return [];
  const moves = movesIn(context);
  return moves.flatMap((move) => {
    const why =
      ofExtents(move, context) ??
      ofElements(move, moves, context) ??
      ofNames(move, moves, context) ??
      ofWidth(move, context);
    const { span } = move.leading;
    const written = context.text.slice(span.start, span.end);
    const is = written === String(move.by) ? written : `${written}, ${move.by},`;
    return why === null ? [] : [{ span, message: `the leading dimension is ${is} and ${why}` }];
  });
}

export const leadingDimension: Rule = {
  id: 'leading-dimension',
  severity: 'warning',
  title: 'The leading dimension is that of something else',
  checkDocument: (context) => [
    ...check(context),
    ...checkOtherStrides(context),
    ...checkNamedStrides(context),
    ...checkOwnExtents(context),
    ...checkTermStrides(context),
    ...checkVectorStrides(context),
  ],
};
