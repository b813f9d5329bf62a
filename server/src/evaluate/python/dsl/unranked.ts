// Tensors that a compiled function of CuTe DSL is handed from outside, where nothing says how many modes they have.
// Host tensors have one integer a mode; how many modes follows from how a tensor is used.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { Layout, Underscore } from '../../../algebra/layout/layout.ts';
import { suppose } from '../../../algebra/term/suppositions.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { Repeated } from '../../values/repeated.ts';
import { movedBy } from '../../values/room.ts';
import { UniformList } from '../plain/lists.ts';
import { PythonSlice, unboundType } from '../plain/types.ts';

const INTEGER = new Dynamic(null);

/** A host tensor: where its elements are, and of which type. */
export class UnrankedTensor extends TypeValue {
  readonly engine: Engine;
  /** The parameter that was handed it; null: it was made of integers. */
  readonly parameter: string | null;
  /** How many modes the function says that it has, `m, n = x.shape`; null: it does not. */
  readonly rank: number | null;
  constructor(engine: Engine, parameter: string | null = null, rank: number | null = null) {
    super('host tensor', null);
    this.engine = engine;
    this.parameter = parameter;
    this.rank = rank;
  }

  override get identity(): string | null {
    return JSON.stringify([this.parameter, this.rank, this.engine]);
  }
}

/** By which name the element type of a tensor is known that a parameter is handed. */
export const elementsOf = (parameter: string): string => `${parameter}.element_type`;

/** The element type of an engine; null: not even its name is known. */
export function elementTypeOf({ element, bits }: Engine): TypeValue | null {
  if (element === null) return null;
  const isOpen = bits === null || element.endsWith(elementsOf(''));
  return isOpen ? unboundType(element, bits) : new TypeValue(element, null, bits);
}

/** The tensor that a parameter is handed, with what is known of its elements. */
export const hostTensor = (
  parameter: string,
  element: string | null,
  bits: number | null,
  rank: number | null,
): UnrankedTensor =>
  new UnrankedTensor(
    { space: 'gmem', bits, element: element ?? elementsOf(parameter), offset: null },
    parameter,
    rank,
  );

/** Such a tensor with the modes that it has, or as many as what is done with it asks for, which the result supposes then. Others are what they are. */
export function withModes(of: Value, count: number): Value {
  if (!(of instanceof UnrankedTensor) || of.parameter === null || count === 0) return of;
  if (of.rank !== null) return new Tensor(of.engine, modes(of.rank));
  suppose(`${of.parameter} has ${count} ${count === 1 ? 'mode' : 'modes'}`);
  return new Tensor(of.engine, modes(count));
}

/** The layout of such a tensor. */
export class UnrankedLayout extends TypeValue {
  constructor() {
    super('layout', null);
  }
}

/** Its shape or its strides: integers, nobody knows how many. */
class UnrankedIntegers extends Repeated {
  readonly item = INTEGER;
  readonly unpacked = INTEGER;
  constructor() {
    super('integers', null);
  }

  taken(): null {
    return null;
  }

  mapped(item: Value): Value {
    return isInteger(item) ? this : new UniformList(item);
  }
}

const LAYOUT = new UnrankedLayout();
const INTEGERS = new UnrankedIntegers();

type UnrankedValue = UnrankedTensor | UnrankedLayout | UnrankedIntegers;

export const isUnranked = (v: Value | undefined): v is UnrankedValue =>
  v instanceof UnrankedTensor || v instanceof UnrankedLayout || v instanceof UnrankedIntegers;

export function memberOfUnranked(of: UnrankedValue, name: string): Value | undefined {
  if (of instanceof UnrankedIntegers) return undefined;
  if (name === 'shape' || name === 'stride') return INTEGERS;
  if (of instanceof UnrankedLayout) return undefined;
  if (name === 'layout') return LAYOUT;
  if (name === 'iterator') return new Pointer(of.engine);
  if (name !== 'element_type' && name !== 'dtype') return undefined;
  return elementTypeOf(of.engine) ?? undefined;
}

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

const modes = (count: number): Layout => {
  const integers = Array.from({ length: count }, () => INTEGER);
  return new Layout(integers, integers);
};

/** `t[None, None, b]`: a slice takes one coordinate for each mode. `shape[0]`, `stride[:-1]` */
export function indexUnranked(of: UnrankedValue, args: readonly Value[]): Value {
  const [first] = args;
  if (of instanceof UnrankedIntegers) {
    if (args.length === 1 && first instanceof PythonSlice) return of;
    return args.length === 1 && typeof first === 'number' ? INTEGER : unsupported('these of the integers');
  }
  const coordinates = args.length === 1 && Array.isArray(first) ? (first as readonly Value[]) : args;
  const isFlat = coordinates.every(
    (c) => c instanceof Underscore || typeof c === 'number' || c instanceof Dynamic,
  );
  const kept = coordinates.filter((c) => c instanceof Underscore).length;
  if (of instanceof UnrankedLayout || !isFlat || (coordinates.length < 2 && kept > 0))
    return unsupported('this index of a tensor');
  // One integer counts the elements.
  if (kept === 0) return new Unknown('run-time', 'an element of a tensor is only known at run time');
  return new Tensor(movedEngine(of), modes(kept));
}

/** A part of the tensor begins somewhere in it. */
const movedEngine = ({ engine }: UnrankedTensor): Engine => movedBy(engine, null);

/** `select(layout, mode=[1, 0])` */
export function selectUnranked(of: UnrankedTensor | UnrankedLayout, mode: Value | undefined): Value {
  const isList = Array.isArray(mode) && (mode as readonly Value[]).every((m) => typeof m === 'number');
  if (!isList || (mode as readonly Value[]).length === 0) return unsupported('select of such modes');
  const layout = modes((mode as readonly Value[]).length);
  return of instanceof UnrankedLayout ? layout : new Tensor(of.engine, layout);
}

/** `make_layout(shape, stride=…)` of integers, nobody knows how many; null: how many there are is known. */
export function unrankedLayout(shape: Value | undefined, stride: Value | undefined): UnrankedLayout | null {
  const isOpen =
    shape instanceof UnrankedIntegers && (stride === undefined || stride instanceof UnrankedIntegers);
  return isOpen ? LAYOUT : null;
}

/** `(*integers, x)`, and what a comprehension makes of integers: integers again, nobody knows how many. */
const unrankedTuple = (items: readonly Value[]): UnrankedIntegers | null =>
  items.some((v) => v instanceof UnrankedIntegers) &&
  items.every((v) => v instanceof UnrankedIntegers || typeof v === 'number' || v instanceof Dynamic)
    ? INTEGERS
    : null;

/** `(*integers, x)` of integers, nobody knows how many; null: another tuple. */
export function unrankedItems(ev: Evaluation, items: readonly Expr[], env: Environment): Value | null {
  const isUnpacked = (e: Expr): boolean => e.kind === 'unary' && e.operator === '*';
  if (!items.some(isUnpacked)) return null;
  return unrankedTuple(
    items.map((e) => ev.value(e.kind === 'unary' && e.operator === '*' ? e.operand : e, env)),
  );
}
