// Tensors that a compiled function of CuTe DSL is handed from outside, where nothing says how many modes they have.
// Host tensors have one integer a mode; how many modes follows from how a tensor is used.

import { Dynamic } from '../algebra/integer.ts';
import { Layout, Underscore } from '../algebra/layout.ts';
import { openType } from './python-types.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from './value.ts';

/** A host tensor by the name of the parameter that it is handed to. */
export class OpenTensor extends TypeValue {
  readonly tensor: string;
  constructor(tensor: string) {
    super('host tensor', null);
    this.tensor = tensor;
  }
}

/** Its layout. */
export class OpenLayout extends OpenTensor {}

/** Its shape or its strides: integers, nobody knows how many. */
export class OpenIntegers extends TypeValue {
  constructor() {
    super('integers', null);
  }
}

export const isOpenValue = (v: Value | undefined): v is OpenTensor | OpenIntegers =>
  v instanceof OpenTensor || v instanceof OpenIntegers;

const INTEGER = new Dynamic(null);

const engineOf = ({ tensor }: OpenTensor): Engine => ({
  space: 'gmem',
  bits: null,
  element: `${tensor}.element_type`,
  offset: null,
});

export function memberOfOpen(of: OpenTensor | OpenIntegers, name: string): Value | undefined {
  if (of instanceof OpenIntegers) return undefined;
  if (name === 'shape' || name === 'stride') return new OpenIntegers();
  if (of instanceof OpenLayout) return undefined;
  if (name === 'layout') return new OpenLayout(of.tensor);
  if (name === 'iterator') return new Pointer(engineOf(of));
  return name === 'element_type' || name === 'dtype' ? openType(`${of.tensor}.element_type`) : undefined;
}

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

const modes = (count: number): Layout => {
  const integers = Array.from({ length: count }, () => INTEGER);
  return new Layout(integers, integers);
};

/** `t[None, None, b]`: a slice takes one coordinate for each mode. `shape[0]` */
export function indexOpen(of: OpenTensor | OpenIntegers, args: readonly Value[]): Value {
  const coordinates = args.length === 1 && Array.isArray(args[0]) ? (args[0] as readonly Value[]) : args;
  if (of instanceof OpenIntegers)
    return args.length === 1 && typeof args[0] === 'number' ? INTEGER : unsupported('these of the integers');
  const isFlat = coordinates.every(
    (c) => c instanceof Underscore || typeof c === 'number' || c instanceof Dynamic,
  );
  const kept = coordinates.filter((c) => c instanceof Underscore).length;
  if (of instanceof OpenLayout || coordinates.length < 2 || !isFlat)
    return unsupported('this index of a tensor');
  if (kept === 0) return new Unknown('run-time', 'an element of a tensor is only known at run time');
  return new Tensor(engineOf(of), modes(kept));
}

/** `select(layout, mode=[1, 0])` */
export function selectOpen(of: OpenTensor, mode: Value | undefined): Value {
  const isList = Array.isArray(mode) && (mode as readonly Value[]).every((m) => typeof m === 'number');
  if (!isList || (mode as readonly Value[]).length === 0) return unsupported('select of such modes');
  const layout = modes((mode as readonly Value[]).length);
  return of instanceof OpenLayout ? layout : new Tensor(engineOf(of), layout);
}
