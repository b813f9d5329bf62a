// Accumulators of one product as the A of the next, `make_tensor(rP.data(), layout)`, where a register holds an element of
// another row than the instruction takes it for: the registers of two tiles of N follow those of all tiles of M.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { enumerateOffsets } from '../../../../algebra/view/enumerate.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { atomTileMnk, type TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { keepsMode } from '../../../document/written/coordinates.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { elementsAs, type Fragment, fragmentOf, placesOf, tensorOf, tileOf } from './accumulator-places.ts';
import { tiledOf } from './operand-tiling.ts';

/** The accumulator behind registers, also those that a function of one accumulator has converted: it leaves them where they are. */
function accumulatorBehind(context: RuleContext, registers: Site): Fragment | null {
  const own = fragmentOf(context, registers);
  if (own !== null) return own;
  const made = writtenCall(initialiserOf(registers) ?? registers);
  const tensorAt = (site: Site): Tensor | null => {
    const value = settledValueOf(context.model, site);
    return value instanceof Tensor ? value : null;
  };
  const [of, ...more] = made?.args.filter((arg) => tensorAt(arg) !== null) ?? [];
  const [value, before] = [tensorAt(registers), of === undefined ? null : tensorAt(of)];
  if (value === null || before === null || more.length > 0) return null;
  const isAlike = JSON.stringify(enumerated(value)) === JSON.stringify(enumerated(before));
  return isAlike && enumerated(value) !== null ? fragmentOf(context, of!) : null;
}

function enumerated({ layout }: Tensor): readonly number[] | null {
  const offsets = layout instanceof Layout ? enumerateOffsets(layout) : null;
  return offsets === null || isFailure(offsets) ? null : [...offsets];
}

/** The operand A of a product, and what multiplies. */
interface Multiplied {
  readonly a: Site;
  readonly mma: TiledMma;
}

/** Of `gemm(mma, A, B, C)`, and of `cute.gemm(mma, D, A, B, C)`. */
function multiplied(site: Site, { model }: RuleContext): Multiplied | null {
  const call = writtenCall(site);
  const [by, ...tensors] = call?.args ?? [];
  const a = tensors.at(-3);
  const mma = by === undefined ? null : tiledOf(knownValueOf(model, by));
  return a === undefined || mma === null || tensors.length < 3 ? null : { a, mma };
}

/** The operand that a slice of one step along K is of, `tOrP(_, _, k)`; others as they are. */
function wholeOf(operand: Site, text: string): Site {
  const slice = writtenCall(operand);
  const [values, rows, step, ...more] = slice?.args ?? [];
  const isStep = values !== undefined && rows !== undefined && step !== undefined && more.length === 0;
  return isStep && keepsMode(values, text) && keepsMode(rows, text) && !keepsMode(step, text)
    ? slice!.callee
    : operand;
}

/** What the layout of the view has to be, where an instruction takes several tiles of N for its K. */
function remedy(of: TiledMma, by: TiledMma): string {
  const [n, k] = [knownNumber(atomTileMnk(of, 1)), knownNumber(atomTileMnk(by, 2))];
  const count = n === undefined || k === undefined ? 0 : k / n;
  return count > 1 && Number.isInteger(count)
    ? `: the registers of an accumulator go through all tiles of M before the next of N; divide its mode of N by ${count}, and put the ${count} with the values`
    : '';
}

function checkProduct(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const product = multiplied(site, context);
  const whole = product === null ? null : wholeOf(product.a, text);
  const made = whole === null ? null : (initialiserOf(whole) ?? whole);
  const call = made === null ? null : writtenCall(made);
  const pointer = call?.name === 'make_tensor' ? argumentAt(call, 0, 'iterator') : undefined;
  const registers = pointer === undefined ? null : tensorOf(pointer);
  const view = made === null || registers === null ? null : settledValueOf(model, made);
  const offsets = view instanceof Tensor ? enumerated(view) : null;
  const fragment = offsets === null ? null : accumulatorBehind(context, registers!);
  const [tile, places] = fragment === null ? [] : [tileOf(fragment), placesOf(fragment)];
  const taken = tile == null ? null : elementsAs('A', product!.mma, tile);
  if (places == null || taken?.length !== offsets!.length || model.neverRuns(site)) return [];
  const other = offsets!.findIndex(
    (offset, i) => places.has(offset) && places.get(offset)![0] !== taken[i]![0],
  );
  if (other < 0) return [];
  const [[row, column], [m, k]] = [places.get(offsets![other]!)!, taken[other]!];
  const name = text.slice(registers!.span.start, registers!.span.end);
  const message = `element ${other} of a thread’s A is (${m}, ${k}) of the tile, and register ${offsets![other]} of ${name} holds (${row}, ${column})${remedy(fragment!.mma, product!.mma)}`;
  return [{ span: made!.span, message, related: [{ span: product!.a.span, message: 'multiplied here' }] }];
}

/** Findings of `accumulator-view` about operands. */
export function checkOperandViews(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, /\bmake_tensor\s*\(/)) return [];
  const calls = model.dialect === 'python' ? pythonCallsBy(model, 'gemm') : callsBy(model, 'gemm');
  return calls.flatMap((site) => checkProduct(site, context));
}
