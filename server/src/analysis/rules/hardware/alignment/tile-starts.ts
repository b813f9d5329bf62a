// Tiles and slices that begin where no vector does, whichever is chosen: rows of 260 halves are 520 bytes apart.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { divisorOf, knownNumber, symbolsOf } from '../../../../algebra/integer/known.ts';
import { Underscore } from '../../../../algebra/layout/layout.ts';
import { isInt } from '../../../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { coordinatesAt } from '../../../document/written/coordinates.ts';
import { memberAt, placeholderAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { type LaunchedNumbers, launchedNumber } from '../../../launches/launched-numbers.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';

type Model = RuleContext['model'];

/** A part of a tensor: of each mode the coordinate, and how many elements one step of that is. */
interface Part {
  readonly whole: Site;
  readonly coordinates: readonly Site[];
  /** The extents of a tile; null: of a slice, which is an element wide where there is a coordinate. */
  readonly tile: readonly unknown[] | null;
}

/** The items of a coordinate; one alone stands for itself. */
const itemsOf = (coordinate: Site): readonly Site[] => coordinatesAt(coordinate) ?? [coordinate];

function partOf(model: Model, call: WrittenCall): Part | null {
  const { name, object, callee, args, keywords } = call;
  if (name === 'local_tile') {
    const [whole, tiler, coordinate] = [
      argumentAt(call, 0, 'input'),
      argumentAt(call, 1, 'tiler'),
      argumentAt(call, 2, 'coord'),
    ];
    // Of a projection the coordinate is that of other modes, too.
    if (whole === undefined || coordinate === undefined || argumentAt(call, 3, 'proj') !== undefined)
      return null;
    const tile = settledValueOf(model, tiler);
    return Array.isArray(tile)
      ? { whole, coordinates: itemsOf(coordinate), tile: tile as readonly unknown[] }
      : null;
  }
  // C++ calls a tensor by its name, or what a call gave.
  const isSlice = name === '()' || name === '[]' || (object === null && keywords.size === 0);
  // In Python a slice is one whether or not the tensor is known.
  const isCertain = name === '[]' && callee.dialect === 'python';
  if (!isSlice || !(isCertain || knownValueOf(model, callee) instanceof Tensor)) return null;
  const [only] = args;
  return { whole: callee, coordinates: args.length === 1 ? itemsOf(only!) : args, tile: null };
}

const numberOf = (n: unknown, numbers: LaunchedNumbers): number | undefined =>
  n !== undefined && isInt(n as Int) ? launchedNumber(n as Int, numbers) : undefined;

/** The integer that a coordinate is; null where it stands for all, `_`, is 0, or is not known to be an integer. */
function integerAt(model: Model, coordinate: Site): Int | null {
  if (placeholderAt(coordinate) !== null) return null;
  // Of what is read from memory a default says nothing.
  const isRead = writtenCall(initialiserOf(coordinate) ?? coordinate)?.name === '[]';
  const value = isRead ? knownValueOf(model, coordinate) : settledValueOf(model, coordinate);
  return value !== null && isInteger(value) && knownNumber(value) !== 0 ? value : null;
}

/** Whether all of an index is worked out in the function: what is handed over may be a multiple that nobody tells. */
function isOwn(index: Int, at: Site): boolean {
  const parameters = functionAround(at)?.declarations.filter(({ kind }) => kind === 'parameter') ?? [];
  const names = symbolsOf(index);
  return names.every((name) => name !== '?' && parameters.every((p) => p.name !== name));
}

/** A mode by which a part is chosen: how far apart its elements are, how many the part has, and the coordinate. */
interface ChosenMode {
  readonly stride: Int;
  readonly width: number;
  readonly index: Int;
}

/** The modes of a tensor by which one part of many is chosen. */
function chosenModes(
  model: Model,
  { whole, coordinates, tile }: Part,
  numbers: LaunchedNumbers,
): readonly ChosenMode[] {
  const tensor = settledValueOf(model, whole);
  if (!(tensor instanceof Tensor) || tensor.engine.space === 'counting') return [];
  const { shape, stride } = innermostLayout(tensor.layout);
  const [sizes, strides] = [leavesOf<unknown>(shape), leavesOf<unknown>(stride)];
  // Modes of modes have coordinates of their own.
  const isFlat = sizes.length === coordinates.length && strides.length === sizes.length;
  if (!isFlat || (tile !== null && tile.length !== sizes.length)) return [];
  return coordinates.flatMap((coordinate, i): readonly ChosenMode[] => {
    const [size, step] = [numberOf(sizes[i], numbers), strides[i]];
    const width = tile === null ? 1 : numberOf(tile[i], numbers);
    const isOne = width === undefined || (size !== undefined && size <= width);
    if (isOne || !isInt(step as Int)) return [];
    const index = integerAt(model, coordinate);
    // Tiles have every number from 0 on; elements may be taken at every tenth.
    return index === null || (tile === null && !isOwn(index, coordinate))
      ? []
      : [{ stride: step as Int, width, index }];
  });
}

/** By how many elements the parts of a tensor are apart that `count` does not divide; null: there is no such mode. */
function stepBetween(model: Model, part: Part, count: number, numbers: LaunchedNumbers): number | null {
  for (const { stride, width, index } of chosenModes(model, part, numbers)) {
    const step = launchedNumber(stride, numbers);
    if (step !== undefined && (step * width * divisorOf(index)) % count !== 0) return step * width;
  }
  return null;
}

/** A run-time stride by which parts are apart, and what divides how far apart they are, as far as is known. */
interface OpenStep {
  readonly stride: Int;
  readonly divisor: number;
}

/** The mode of a part of which nothing says that `count` divides how far apart the parts are; null: there is none. */
export function openStepBetween(model: Model, part: Part, count: number): OpenStep | null {
  for (const { stride, width, index } of chosenModes(model, part, NO_NUMBERS)) {
    const divisor = divisorOf(stride) * width * divisorOf(index);
    if (stride instanceof Dynamic && knownNumber(stride) === undefined && divisor % count !== 0)
      return { stride, divisor };
  }
  return null;
}

/** How many parts of parts are followed. */
const MAXIMUM_DEPTH = 8;

/** The elements of a thread, which begin in the tile by as many as it has before its own. */
const PARTITION = /^partition_[ABCSD]$/;

function partitioned(call: WrittenCall): Site | undefined {
  const { name, object } = call;
  if (name === 'local_partition') return argumentAt(call, 0, 'target');
  if (object === null || !PARTITION.test(name)) return undefined;
  return argumentAt(call, 0, name === 'partition_D' ? 'dst' : 'src');
}

/** All of it, in other modes. */
const DIVIDES = /^(?:zipped|tiled|flat|logical)_divide$/;

/** The tensor that begins where what a call makes of it does, but for what threads have. */
function startingAlike(call: WrittenCall, isBehindThreads: boolean): Site | undefined {
  if (DIVIDES.test(call.name)) return argumentAt(call, 0, 'target');
  // The first element of a composition is the first one of what is composed.
  if (call.name === 'compose' && call.object !== null) return call.object;
  if (call.name === 'composition') return argumentAt(call, 0, 'lhs');
  if (call.name === 'make_tensor') return viewed(argumentAt(call, 0, 'iterator'));
  return isBehindThreads ? partitioned(call) : undefined;
}

/** `t` of `make_tensor(t.data(), …)` and `make_tensor(t.iterator, …)`. */
function viewed(pointer: Site | undefined): Site | undefined {
  const member = pointer === undefined ? null : memberAt(pointer);
  if (member?.name === 'iterator') return member.object;
  const call = pointer === undefined ? null : writtenCall(pointer);
  return call?.name === 'data' && call.args.length === 0 ? (call.object ?? undefined) : undefined;
}

/** What a tensor is a part of, and what that is, as far as it is written; also behind what threads have of a tile. */
export function* partsAround(
  model: Model,
  tensor: Site | undefined,
  isBehindThreads = false,
): Generator<Part> {
  for (let at = tensor, depth = 0; at !== undefined && depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(initialiserOf(at) ?? at);
    const same = call === null ? undefined : startingAlike(call, isBehindThreads);
    if (same !== undefined) {
      at = same;
      continue;
    }
    const part = call === null ? null : partOf(model, call);
    if (part === null) return;
    yield part;
    at = part.whole;
  }
}

/**
 * The same of all parts that one tensor is a part of.
 * @param numbers what the launches of the kernel give
 */
export function stepOfParts(
  model: Model,
  tensor: Site | undefined,
  count: number,
  numbers: LaunchedNumbers = NO_NUMBERS,
  isBehindThreads = false,
): number | null {
  for (const part of partsAround(model, tensor, isBehindThreads)) {
    const step = stepBetween(model, part, count, numbers);
    if (step !== null) return step;
  }
  return null;
}

const NO_NUMBERS: LaunchedNumbers = new Map();

/**
 * The tensor that all parts are of, where some of them begin with it: no coordinate is known to be another than the first,
 * by as far as counts.
 * @param isFirst whether a coordinate may be 0
 */
export function wholeOf(
  model: Model,
  tensor: Site,
  count: number,
  isFirst: (coordinate: Site) => boolean,
): Site | null {
  let whole = tensor;
  for (const { whole: of, coordinates, tile } of partsAround(model, tensor)) {
    const value = knownValueOf(model, of);
    const strides = value instanceof Tensor ? leavesOf<unknown>(innermostLayout(value.layout).stride) : [];
    if (strides.length !== coordinates.length) return null;
    const isNear = (coordinate: Site, i: number): boolean => {
      const [step, width] = [
        numberOf(strides[i], NO_NUMBERS),
        tile === null ? 1 : numberOf(tile[i], NO_NUMBERS),
      ];
      const isVectors = step !== undefined && width !== undefined && (step * width) % count === 0;
      return isVectors || knownValueOf(model, coordinate) instanceof Underscore || isFirst(coordinate);
    };
    if (!coordinates.every(isNear)) return null;
    whole = of;
  }
  return whole;
}
