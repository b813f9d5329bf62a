// The accesses of warps to shared and global memory that a copy, or a partition by a copy, comes down to.

import { innermostLayout, shapeOf } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import { type AnyLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { columnMajor } from '../../algebra/layout/major.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { atomOf } from '../../evaluate/cute/algorithms/copying.ts';
import { Tensor, TypeValue, type Value } from '../../evaluate/model/value.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { type CopyAtom, CopyOperation } from '../../hardware/copy/copy-atom.ts';
import { type Side, TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import { type VectorWidth, vectorWidth, WIDEST_BITS } from '../../hardware/copy/vector-width.ts';
import { type Instruction, instructionOf, vectorInstruction } from '../../hardware/memory/instruction.ts';
import type { Share } from '../../hardware/memory/share.ts';
import type { Origin, SiteEvaluation } from '../values/model.ts';

/** One side of a copy: what the threads access there, and by which instruction. */
export interface Access {
  readonly side: Side;
  readonly space: 'smem' | 'gmem';
  readonly share: Share;
  readonly instruction: Instruction;
  readonly elementBits: number;
  /** Who is told about it: the argument's place in the call; null: the value itself. */
  readonly argument: number | null;
}

const lastName = (operation: string): string => operation.replace(/^.*(?:::|\.)/, '');

/** CuTe DSL calls by a name of its own what C++ chooses by the number of arguments. */
const COPIES: ReadonlySet<string> = new Set(['copy', 'copy_aligned', 'autovec_copy']);

/** The accesses that a call of `copy` or a tensor that a copy has partitioned stands for. */
export function accessesOf({ value, origin }: SiteEvaluation): readonly Access[] {
  if (value instanceof Tensor) return partitionAccess(value);
  if (origin === null) return [];
  const name = lastName(origin.operation);
  if (name === 'copy_if') return predicatedAccesses(origin);
  return COPIES.has(name) ? copyAccesses(origin) : [];
}

/** `copy_if(atom, pred, src, dst)`: what is left out is beyond the problem. */
function predicatedAccesses({ args }: Origin): readonly Access[] {
  const values = args.map(({ value }) => (isFailure(value) ? undefined : value));
  const atom = values.length === 4 ? atomOf(values[0]) : null;
  return atom === null ? [] : sidesBy(atom, values, 2);
}

/** What an atom does to one side does not depend on the other. @param first the place of the source among the arguments */
const sidesBy = (atom: CopyAtom, values: readonly (Value | undefined)[], first: number): readonly Access[] =>
  (['S', 'D'] as const).flatMap((side, i) => {
    const tensor = values[first + i];
    return tensor instanceof Tensor ? accessToPart(atom, tensor, side, first + i) : [];
  });

/** A tensor that a TiledCopy has partitioned is what its atom is meant for. */
function partitionAccess(tensor: Tensor): readonly Access[] {
  const by = tensor.share?.by;
  if (!(by instanceof TiledCopy)) return [];
  const side = tensor.share!.part as Side;
  return accessTo(tensor, side, instructionOf(by.atom, side), null);
}

function accessTo(
  tensor: Tensor,
  side: Side,
  instruction: Instruction | null,
  argument: number | null,
  bits: number | null = tensor.engine.bits,
): readonly Access[] {
  const { share, engine } = tensor;
  const { space } = engine;
  if (share === null || instruction === null || bits === null) return [];
  if ((space !== 'smem' && space !== 'gmem') || !isInOrder(tensor, instruction)) return [];
  return [{ side, space, share, instruction, elementBits: bits, argument }];
}

/** Whether the tensor's first values still are those that one access of the whole part takes. */
function isInOrder({ layout }: Tensor, { values }: Instruction): boolean {
  const inner = innermostLayout(layout);
  for (let i = 1; i < values; i++) {
    const offset = evaluate(inner, i);
    if (isFailure(offset) || !isInt(offset) || knownValue(offset) !== i) return false;
  }
  return true;
}

/** The name of a copy's first argument, an operation or an atom of one. */
export function policyName(given: Value | undefined): string {
  const held = given instanceof TypeValue ? given.instance : given;
  return held instanceof CopyOperation ? held.name : (atomOf(given)?.operation.name ?? '');
}

function copyAccesses({ args, operation }: Origin): readonly Access[] {
  const values = args.map(({ value }) => (isFailure(value) ? undefined : value));
  const tensors = values.flatMap((v, i) => (v instanceof Tensor ? [{ tensor: v, i }] : []));
  if (tensors.length === 1 && values.length === 2) return singleAccess(tensors[0]!.tensor, tensors[0]!.i);
  const [source, destination] = values.slice(-2);
  if (values.length === 2) {
    const areTensors = source instanceof Tensor && destination instanceof Tensor;
    return areTensors ? vectorAccesses(source, destination, lastName(operation)) : [];
  }
  const atom = values.length === 3 ? atomOf(values[0]) : null;
  return atom === null ? [] : sidesBy(atom, values, 1);
}

/**
 * The access of a copy by an atom to a tensor that it has partitioned, or to whichever part of that. Elements of a type
 * that nobody knows are the atom's.
 */
export function accessToPart(
  atom: CopyAtom,
  tensor: Tensor,
  side: Side,
  argument: number,
): readonly Access[] {
  const { bits } = atom.element;
  return typeof bits === 'number' && (tensor.engine.bits ?? bits) === bits
    ? accessTo(tensor, side, instructionOf(atom, side), argument, bits)
    : [];
}

/** One side of `copy(src, dst)` of which the other is not known: element by element, where no two are neighbours. */
function singleAccess(tensor: Tensor, i: number): readonly Access[] {
  const { bits } = tensor.engine;
  const second = evaluate(innermostLayout(tensor.layout), 1);
  const isScattered = !isFailure(second) && isInt(second) && (knownValue(second) ?? 1) > 1;
  if (bits === null || !isScattered) return [];
  const side = i === 0 ? 'S' : 'D';
  return accessTo(tensor, side, vectorInstruction(side, bits, bits), i);
}

/**
 * `copy(src, dst)`: as wide as both layouts allow. That of CuTe DSL takes elements of one width alone, and `copy_aligned`
 * takes what has run-time integers for aligned, too, which is not worked out.
 */
function vectorAccesses(source: Tensor, destination: Tensor, operation: string): readonly Access[] {
  const isOfOneWidth = operation === 'autovec_copy';
  const sides = [source, destination];
  if (operation === 'copy_aligned' && !sides.every(({ layout }) => isStaticLayout(layout))) return [];
  const bits = source.engine.bits ?? (isOfOneWidth ? destination.engine.bits : null);
  const width = widthBetween(source, destination, isOfOneWidth ? bits : null);
  if (bits === null || width === null) return [];
  return sides.flatMap((tensor, i) => {
    const side = i === 0 ? 'S' : 'D';
    return accessTo(tensor, side, vectorInstruction(side, width.bits, bits), i, bits);
  });
}

/** All values of a tensor at once, `tensor.load()` of CuTe DSL: as wide as its layout allows. */
export function valueAccesses(tensor: Tensor, side: Side): readonly Access[] {
  const { bits } = tensor.engine;
  const packed = columnMajor(shapeOf(tensor.layout));
  if (bits === null || !isStaticLayout(tensor.layout)) return [];
  const registers = new Tensor({ ...tensor.engine, space: 'rmem' }, packed);
  const width = widthBetween(tensor, registers);
  return width === null ? [] : accessTo(tensor, side, vectorInstruction(side, width.bits, bits), 0, bits);
}

/**
 * Tensors of static layouts are taken to begin at 16 bytes, others at one (cute/algorithm/copy.hpp).
 * @param unknownBits of elements whose type nobody knows
 */
export function widthBetween(
  source: Tensor,
  destination: Tensor,
  unknownBits: number | null = null,
): VectorWidth | null {
  const bits = source.engine.bits ?? unknownBits;
  if (bits === null || (destination.engine.bits ?? unknownBits) !== bits) return null;
  if (![source, destination].every(({ layout }) => isStaticLayout(layout)))
    return { bits, common: 1, aligned: 8 };
  const width = vectorWidth(source.layout, destination.layout, bits);
  return isFailure(width) ? null : width;
}

const isStaticLayout = (layout: AnyLayout): boolean =>
  layout instanceof Layout
    ? [...leavesOf<Int>(layout.shape), ...leavesOf<Stride>(layout.stride)].every((n) => typeof n === 'number')
    : (layout.offset instanceof SmemPtrFlag || typeof layout.offset === 'number') &&
      layout.outer instanceof Swizzle &&
      isStaticLayout(layout.inner);

/** What `copy(src, dst)` moves at a time, and why not more: null for other calls, or where that is not known. */
export function widthLimit({ value, origin }: SiteEvaluation): string | null {
  if (value instanceof Tensor || origin === null || lastName(origin.operation) !== 'copy') return null;
  const tensors = origin.args.map((arg) => (isFailure(arg.value) ? undefined : arg.value));
  const [source, destination] = tensors;
  if (tensors.length !== 2 || !(source instanceof Tensor) || !(destination instanceof Tensor)) return null;
  const width = widthBetween(source, destination);
  if (width === null) return null;
  const each = `${width.bits} bits at a time`;
  const dynamic = origin.args.filter((_, i) => !isStaticLayout((tensors[i] as Tensor).layout));
  if (dynamic.length > 0) {
    const names = dynamic.map(({ text }) => text).join(' and ');
    return `${each}: the layout of ${names} has run-time integers, so that no alignment is assumed`;
  }
  if (width.bits === WIDEST_BITS) return each;
  const together = width.common * source.engine.bits!;
  if (together === width.bits)
    return width.common === 1
      ? `${each}: no two neighbours of one side are neighbours in the other`
      : `${each}: ${width.common} elements are contiguous on both sides`;
  return `${each}: the strides keep ${width.aligned} bits aligned, of ${together} that are contiguous on both sides`;
}

const WARP = 32;

/** The number of a thread in its block, in rows of as many threads as there are or of whole warps. */
function isNumberInBlock(text: string): boolean {
  if (/^(?:threadIdx\.x|blockDim\.x\*threadIdx\.y\+threadIdx\.x)$/.test(text)) return true;
  const row = /^threadIdx\.x\+(\d+)\*threadIdx\.y$/.exec(text)?.[1];
  return row !== undefined && Number(row) % WARP === 0;
}

/**
 * Whether the lanes of a warp are known to take consecutive parts: a tiling is sliced by a thread's number, which is
 * that of `threadIdx.x` or a name for it. Python's numbers have no names, and nothing else slices a tiling there.
 */
export function isByLane({ thread, part }: Share, dialect: Dialect): boolean {
  if (!(thread instanceof Dynamic)) return false;
  if (thread.value === null) return dialect === 'python' && part !== null;
  const text = printPlain(thread);
  return isNumberInBlock(text) || (/^\w*(?:th(?:rea)?d|tid|lane)\w*$/i.test(text) && !/[yz]$/i.test(text));
}
