// Where the lanes of a warp find what a pointer of C++ points to: `base + row * 33`, `&tile[row][column]`, `&s(row, column)`.

import { shapeOf } from '../../algebra/indexing/layout.ts';
import { type AnyLayout, Layout } from '../../algebra/layout/layout.ts';
import { wrap } from '../../algebra/tuple/operations.ts';
import { scopePath } from '../../evaluate/model/environment.ts';
import { Pointer } from '../../evaluate/model/value.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { settledValueOf } from '../document/extents.ts';
import { functionNameAt } from '../document/written/around.ts';
import { writtenCall } from '../document/written/call.ts';
import { operandsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { bitsOf, elementAt, type SharedArray, sharedArrayAt } from './arrays.ts';
import { isUniform, type LaneContext, type Lanes, lanesOf, offsetsIn } from './lanes.ts';
import { pointerOf } from './text/pointers.ts';

export interface Address {
  /** The array that it is in; null: some memory. */
  readonly array: SharedArray | null;
  /** The pointer that the kernel is launched with, where it is behind one. */
  readonly parameter: string | null;
  /** Bytes from the beginning of the array or the parameter. */
  readonly bytes: Lanes;
  /** Bits of what the pointer points to; null: not known. */
  readonly bits: number | null;
}

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 12;

const START: Lanes = { of: () => 0, isMoved: false };
const SOMEWHERE: Lanes = { of: () => 0, isMoved: true };

const plus = (a: Lanes, b: Lanes, by: number): Lanes => ({
  of: (lane) => a.of(lane) + b.of(lane) * by,
  isMoved: a.isMoved || b.isMoved,
});

/** The offsets of an element in the lanes; null where what is not known may move them differently. */
function offsetsOf(context: LaneContext, layout: AnyLayout, coordinates: readonly Site[]): Lanes | null {
  const modes = wrap(shapeOf(layout));
  if (modes.length !== coordinates.length) return null;
  const columns: Lanes[] = [];
  for (const [i, site] of coordinates.entries()) {
    const lanes = lanesOf(context, site);
    if (lanes === null || (lanes.isMoved && (!(layout instanceof Layout) || Array.isArray(modes[i]))))
      return null;
    columns.push(lanes);
  }
  const offsets = offsetsIn(layout, columns);
  if (offsets === null) return null;
  return { of: (lane) => offsets[lane]!, isMoved: columns.some(({ isMoved }) => isMoved) };
}

/** Of what `&x` takes the address of. */
export function ofElement(context: LaneContext, site: Site, depth = 0): Address | null {
  const element = elementAt(context, site);
  const call = writtenCall(site);
  if (call === null) return null;
  if (element === null) {
    if (call.name !== '[]' || call.args.length !== 1) return null;
    const base = addressOf(context, call.callee, depth + 1);
    const lanes = base === null || base.bits === null ? null : lanesOf(context, call.args[0]!);
    return lanes === null ? null : { ...base!, bytes: plus(base!.bytes, lanes, base!.bits! / 8) };
  }
  const offsets = offsetsOf(context, element.layout, element.coordinates);
  if (offsets === null) return null;
  const base = element.array === null ? ofTensor(context, element.tensor, depth) : null;
  const array = element.array ?? base?.array ?? null;
  const parameter = base?.parameter ?? null;
  const start = element.array === null ? (base?.bytes ?? SOMEWHERE) : START;
  return { array, parameter, bytes: plus(start, offsets, element.bits / 8), bits: element.bits };
}

/** Where a tensor begins, that `make_tensor(pointer, …)` has made. */
function ofTensor(context: LaneContext, site: Site, depth: number): Address | null {
  const made = writtenCall(initialiserOf(site) ?? site);
  const [pointer] = made?.args ?? [];
  return made?.name === 'make_tensor' && pointer !== undefined
    ? addressOf(context, pointer, depth + 1)
    : null;
}

const unaryAt = (site: Site): { readonly operator: string; readonly operand: Site } | null => {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'unary' ? { operator: expr.operator, operand: siteOf(site, expr.operand) } : null;
};

/** Null where it is not known how the lanes differ. */
export function addressOf(context: LaneContext, site: Site, depth = 0): Address | null {
  const { model, text } = context;
  if (depth > MAXIMUM_DEPTH) return null;
  const array = sharedArrayAt(site, text);
  if (array !== null) return { array, parameter: null, bytes: START, bits: bitsOf(model, array.element) };
  const unary = unaryAt(site);
  if (unary !== null) return unary.operator === '&' ? ofElement(context, unary.operand, depth) : null;
  const call = writtenCall(site);
  if (call !== null) return ofCall(context, site, depth);
  const sides = operandsAt(site);
  if (sides !== null) {
    const base = sides.operator === '+' ? addressOf(context, sides.left, depth + 1) : null;
    const by = base === null || base.bits === null ? null : lanesOf(context, sides.right);
    return by === null ? null : { ...base!, bytes: plus(base!.bytes, by, base!.bits! / 8) };
  }
  const given = initialiserOf(site) ?? pointerOf(site, text);
  const argument = context.call?.given.get(text.slice(site.span.start, site.span.end));
  if (argument !== undefined && given === null) {
    const passed = addressOf(context.call!.context, argument, depth + 1);
    return passed === null ? null : { ...passed, bits: pointedBits(context, site) ?? passed.bits };
  }
  return given === null ? somewhere(context, site) : addressOf(context, given, depth + 1);
}

function ofCall(context: LaneContext, site: Site, depth: number): Address | null {
  const call = writtenCall(site)!;
  const [first] = call.args;
  if (first === undefined || call.args.length !== 1) return null;
  if (call.name === 'reinterpret_cast') {
    const cast = addressOf(context, first, depth + 1);
    return cast === null ? null : { ...cast, bits: pointedBits(context, site) };
  }
  return /^make_[sg]mem_ptr$/.test(call.name) ? addressOf(context, first, depth + 1) : null;
}

function pointedBits({ model }: LaneContext, site: Site): number | null {
  const value = settledValueOf(model, site);
  return value instanceof Pointer ? value.engine.bits : null;
}

/** A pointer that comes from elsewhere is the same in all lanes where it is a parameter of the kernel. */
function somewhere(context: LaneContext, site: Site): Address | null {
  if (!isKernelParameter(context, site)) return null;
  const parameter = context.text.slice(site.span.start, site.span.end);
  return { array: null, parameter, bytes: START, bits: pointedBits(context, site) };
}

/** Whether it is a name for what the kernel around is launched with. */
function isKernelParameter({ text }: LaneContext, site: Site): boolean {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return false;
  const { name, span } = site.node.expr;
  const path = scopePath(site.memo.placed.unit.scope, span.start);
  const scope = path.findLast(({ declarations }) => declarations.some((d) => d.name === name));
  const isParameter = scope?.declarations.every((d) => d.name !== name || d.kind === 'parameter') === true;
  const kernel = functionNameAt(site);
  return (
    isParameter && kernel !== null && new RegExp(`\\b__global__\\b[^;{}]*\\b${kernel}\\s*\\(`).test(text)
  );
}

/** What differs among the lanes from the first one on, as far as it does not fit a width. */
export function unevenLane({ bytes }: Address, width: number): number | null {
  if (isUniform(bytes)) return null;
  for (let lane = 1; lane < WARP; lane++) if ((bytes.of(lane) - bytes.of(0)) % width !== 0) return lane;
  return null;
}
