// What is drawn of an operation: its result, its operands and what its steps make, and how their cells belong together.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import type { Step } from '../../algebra/integer/trace.ts';
import { type AnyLayout, ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import type { Origin, Site } from '../../analysis/values/model.ts';
import { Tensor, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Link } from '../../render/panel/view.ts';
import { layoutScene, shapeOf } from '../../render/picture/layout-scene.ts';
import type { Scene } from '../../render/picture/scene.ts';
import { drawnLayout, sceneOf } from '../../render/picture/scene-of.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { layoutIn } from '../hover/layout-summary.ts';

export interface Drawn {
  readonly name: string;
  readonly notation: string;
  readonly scene: Scene;
  readonly layout: AnyLayout | null;
  /** Its values are offsets, and not indices of another operand. */
  readonly isMemory: boolean;
  /** Of an element of the tensor, where known. */
  readonly bits: number | null;
  readonly link: Link | null;
  /** Where it is written, if it is written in the document. */
  readonly site: Site | null;
}

/** Operands and steps beyond these are not drawn. */
const MAXIMUM_OPERANDS = 6;
const MAXIMUM_MADE = 40;

const SAME_INDEX: Link = { to: 0, own: 'index', other: 'index' };
const SAME_OFFSET: Link = { to: 0, own: 'offset', other: 'offset' };

export function drawnValue(
  value: Value,
  scene: Scene,
  name: string,
  notation: string,
  site: Site | null,
  link: Link | null = null,
  isMemory = true,
): Drawn {
  const bits = value instanceof Tensor ? value.engine.bits : null;
  return { name, notation, scene, layout: drawnLayout(value), isMemory, bits, link, site };
}

/** The operands of the operation that has made a value; of a swizzled layout also what is swizzled. */
export function operandsOf(
  ready: ReadyDocument,
  value: Value,
  origin: Origin | null,
  style: TextStyle,
): readonly Drawn[] {
  const args = origin?.args ?? [];
  const operands = args.slice(0, MAXIMUM_OPERANDS).flatMap(({ text, value: arg, span }, i): Drawn[] => {
    if (isFailure(arg) || arg instanceof Unknown || layoutIn(arg) === null) return [];
    const scene = sceneOf(arg);
    if (scene === null) return [];
    const name = text.replace(/\s+/g, ' ').trim() || `operand ${i}`;
    const link = linkOf(origin!.operation, i, arg, value);
    const site = writtenAt(ready, span, text);
    // The others say how the first one is taken.
    return [drawnValue(arg, scene, name, outcomeText(arg, style), site, link, i === 0)];
  });
  const layout = drawnLayout(value);
  // The operands of `Sw o 0 o L` are its parts already.
  if (!(layout instanceof ComposedLayout && layout.outer instanceof Swizzle)) return operands;
  if (operands.some((one) => one.link === SAME_INDEX)) return operands;
  const text = printPlain(layout.inner);
  const scene = layoutScene(layout.inner, text);
  if (scene === null) return operands;
  const before = { name: 'before the swizzle', notation: text, scene, layout: layout.inner };
  return [...operands, { ...before, isMemory: true, bits: null, link: SAME_INDEX, site: null }];
}

/**
 * Operations after which an offset is what it was: those that count in other elements, or from another place on, are not
 * among them.
 */
const KEEPS_OFFSETS =
  /^(?:o|composition|complement|\w+_(?:divide|product)|coalesce|flatten|filter|filter_zeros|group|group_modes|select|with_shape)$/;

/** How the cells of an operand belong to those of the result; null where they do not in a way that is one of numbers. */
function linkOf(operation: string, place: number, operand: Value, result: Value): Link | null {
  const name = operation.split(/::|\./).at(-1)!;
  if (name === 'right_inverse') return { to: 0, own: 'index', other: 'offset' };
  if (name === 'left_inverse') return { to: 0, own: 'offset', other: 'index' };
  if (place === 0) return KEEPS_OFFSETS.test(name) ? SAME_OFFSET : null;
  const isComposition = name === 'composition' || name === 'o';
  if (isComposition && sizeOf(operand) !== null && sizeOf(operand) === sizeOf(result)) return SAME_INDEX;
  return null;
}

function sizeOf(value: Value): number | null {
  const layout = layoutIn(value);
  if (layout === null) return null;
  const extents = leavesOf<Int>(shapeOf(layout)).map((extent) => knownValue(extent) ?? null);
  return extents.reduce((a, b) => (a === null || b === null ? null : a * b), 1);
}

/** The expression that an argument is, or that the name in its place is declared with. */
function writtenAt({ analysis }: ReadyDocument, span: Span | null, text: string): Site | null {
  const { model } = analysis;
  if (span === null) return null;
  const declared = model.sites.filter((s) => s.role === 'declaration' && s.name === text.trim());
  if (declared.length > 0) return declared.length === 1 ? declared[0]! : null;
  return (
    model.sitesAt(span.start).find((s) => s.span.start === span.start && s.span.end === span.end) ?? null
  );
}

interface Steps {
  readonly drawn: readonly Drawn[];
  readonly steps: readonly { readonly step: Step; readonly made: number | null }[];
}

/** The steps of an operation, with pictures of the layouts that they make. */
export function drawnSteps(origin: Origin | null, pictures: readonly Drawn[]): Steps {
  const drawn: Drawn[] = [];
  const steps = (origin?.explain() ?? []).map((step) => {
    const { made } = step;
    if (!(made instanceof Layout) || drawn.length >= MAXIMUM_MADE) return { step, made: null };
    const notation = printPlain(made);
    const scene = layoutScene(made, notation);
    if (scene === null) return { step, made: null };
    const link = stepLink(step, origin!, pictures);
    const isMemory = step.counts !== 'indices';
    drawn.push({ name: step.text, notation, scene, layout: made, isMemory, bits: null, link, site: null });
    return { step, made: pictures.length + drawn.length - 1 };
  });
  return { drawn, steps };
}

function stepLink({ counts }: Step, { operation, args }: Origin, pictures: readonly Drawn[]): Link | null {
  if (!KEEPS_OFFSETS.test(operation.split(/::|\./).at(-1)!)) return null;
  if (counts !== 'indices') return SAME_OFFSET;
  // A tiler for each mode counts the elements of that mode alone.
  const isWhole = args[1]?.value instanceof Layout && pictures[1]?.layout === args[0]?.value;
  return isWhole ? { to: 1, own: 'offset', other: 'index' } : null;
}
