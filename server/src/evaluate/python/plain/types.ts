// The types of Python code for tensors: the element types of CuTe DSL, and Python's own.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { dynamicSymbol, staticSymbol } from '../../../algebra/integer/operations.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../model/value.ts';

const INTEGERS: Readonly<Record<string, number>> = {
  Boolean: 1,
  Int4: 4,
  Int8: 8,
  Int16: 16,
  Int32: 32,
  Int64: 64,
  Int128: 128,
  Uint8: 8,
  Uint16: 16,
  Uint32: 32,
  Uint64: 64,
  Uint128: 128,
};

const FLOATS: Readonly<Record<string, number>> = {
  Float64: 64,
  Float32: 32,
  TFloat32: 32,
  Float16: 16,
  BFloat16: 16,
  Float8E5M2: 8,
  Float8E4M3FN: 8,
  Float8E4M3B11FNUZ: 8,
  Float8E4M3: 8,
  Float8E8M0FNU: 8,
  Float6E3M2FN: 6,
  Float6E2M3FN: 6,
  Float4E2M1FN: 4,
};

const RUN_TIME = new Dynamic(null);

/** Types of the module cutlass. An integer type's values are only known at run time. */
export const CUTLASS_TYPES: ReadonlyMap<string, TypeValue> = new Map([
  ...Object.entries(INTEGERS).map(([name, bits]) => [name, new TypeValue(name, RUN_TIME, bits)] as const),
  ...Object.entries(FLOATS).map(([name, bits]) => [name, new TypeValue(name, null, bits)] as const),
  ['Constexpr', new TypeValue('Constexpr', null)] as const,
]);

/** Python's own types. What an `int` parameter holds is static or not by how the function is called. */
export const PYTHON_TYPES: ReadonlyMap<string, TypeValue> = new Map(
  ['int', 'bool', 'float', 'str', 'tuple', 'list'].map((name) => [name, new TypeValue(name, null)]),
);

export const isIntegerType = (type: TypeValue): boolean => type.name in INTEGERS;

/** `Constexpr[int]` */
export const CONSTEXPR_INT = new TypeValue('Constexpr[int]', null);

/** What a parameter of the type holds; null when the type does not say. */
export function parameterOf(type: TypeValue, name: string | null): Value | null {
  if (type === CONSTEXPR_INT) return name === null ? null : staticSymbol(name, 'constant');
  if (!isIntegerType(type) || type.name === 'Boolean') return null;
  return name === null ? RUN_TIME : dynamicSymbol(name, 1, 'any');
}

/** `a:b:c` of a subscript. */
export class PythonSlice extends TypeValue {
  readonly parts: readonly Value[];
  constructor(parts: readonly Value[]) {
    super('slice', null);
    this.parts = parts;
  }

  override get identity(): string | null {
    return null;
  }
}

/** An integer of Python itself that no term says, `gcd(n, 8)`: whoever declares a name for it names it. */
export class UnnamedInteger extends Unknown {
  constructor(what: string) {
    super('unsupported', `${what} is not computed`);
  }
}

/** An element type that a parameter stands for, or that of a tensor of which only the name and perhaps the width is known. */
export const unboundType = (name: string, bits: number | null = null): UnboundTypeParameter =>
  new UnboundTypeParameter(name, bits ?? `${name}.width`);

/** `cute.Tensor`, `cute.Layout`: what parameters are annotated with says what they are, not what they hold. */
export const CUTE_TYPES: ReadonlyMap<string, TypeValue> = new Map(
  [
    'Tensor',
    'Layout',
    'ComposedLayout',
    'TiledMma',
    'TiledCopy',
    'CopyAtom',
    'MmaAtom',
    'Pointer',
    'Shape',
    'Tile',
    'Coord',
  ].map((name) => [name, new TypeValue(name, null)]),
);
