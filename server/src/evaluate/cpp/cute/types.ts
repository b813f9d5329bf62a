// The class and alias templates of CuTe and C++ by their meaning: Int, Shape, Layout, Swizzle, …

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../../algebra/layout/layout.ts';
import { printMarked } from '../../../algebra/layout/print.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import { makeSwizzle } from '../../../algebra/layout/swizzle.ts';
import { type AlgebraValue, LayoutMajor } from '../../../algebra/layout/value.ts';
import { operate, staticArgument } from '../../cute/operations.ts';
import { BoxedObject, valuelessObject } from '../../model/entity.ts';
import { Container, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { truthOf } from '../../values/arithmetic.ts';
import { holds, INT, TypedInteger } from '../../values/integer-types.ts';
import { entityKey } from '../../values/key.ts';
import { roomFor } from '../../values/room.ts';
import { constantOf, heldByConstant, staticFlag } from '../../values/static-constants.ts';
import { convertTo } from '../../values/structure.ts';
import { typeOfConstant } from '../types/constant-types.ts';
import { BOOL, libraryName } from '../types/names.ts';
import { heldValue, type Template, TRAITS } from './traits.ts';

/** `Int<4>`, whose parameter is an int. */
const integerType: Template = (args) => {
  const n = staticArgument(args.at(-1)!);
  if (n === null) return new Unknown('run-time', 'a template argument must be a constant');
  if (typeof n !== 'number') return new TypeValue('Int', n);
  if (!holds(INT, BigInt(n)))
    return new Unknown('unsupported', `${n} does not fit into the int that Int<…> takes`);
  return new TypeValue(`_${n}`, n);
};

/** `C<v>`: a constant of the type that its argument has. */
const constantType: Template = (args) => typeOfConstant(constantOf(heldByConstant(args.at(-1)!)));

const flagType: Template = (args) => {
  const value = truthOf(args.at(-1)!);
  return value === undefined
    ? new Unknown('run-time', 'a template argument must be a constant')
    : typeOfConstant(staticFlag(value));
};

/** `constant<T, v>` and `integral_constant<T, v>`: v as a T. */
const typedConstantType =
  (family: 'cute' | 'std'): Template =>
  ([type, value]) => {
    if (!(type instanceof TypeValue) || value === undefined)
      return new Unknown('unsupported', 'a constant has a type and a value');
    if (type.name === 'bool') {
      const flag = truthOf(value);
      if (flag !== undefined) return typeOfConstant(constantOf(flag, family));
    }
    if (!(type.instance instanceof TypedInteger))
      return new Unknown('unsupported', `constants of type ${type.name} are not computed`);
    const converted = convertTo(heldByConstant(value), type.instance);
    return isFailure(converted) ? converted : typeOfConstant(constantOf(converted, family));
  };

/** The templates of the standard that have a name in CuTe too: theirs are other types. */
const STANDARD_TEMPLATES: ReadonlyMap<string, Template> = new Map([
  ['integral_constant', typedConstantType('std')],
  ['bool_constant', (args, name) => typedConstantType('std')([BOOL, ...args], name)],
]);

/** `Shape<4, 8>`: the arguments are types. */
const noType = (name: string, value: Value): Violation =>
  new Violation(
    'wrong-kind',
    `${printMarked(value as AlgebraValue)} is no type: ${name}<…> takes types, as Int<…> is one`,
    {
      cute: 'type/value mismatch at argument',
    },
  );

const isNumber = (arg: Value): boolean => arg instanceof Dynamic && typeof arg.value === 'number';

const tupleType: Template = (args, name) => {
  // CUTLASS 2 has a Coord of numbers.
  const number = name === 'Shape' || name === 'Stride' ? args.find(isNumber) : undefined;
  if (number !== undefined) return noType(name, number);
  const items = args.map((arg) =>
    arg instanceof TypeValue ? (valuelessObject(arg) ?? heldValue(arg)) : heldValue(arg),
  );
  const unknown = items.find((i) => i instanceof Unknown && !(i instanceof BoxedObject));
  return unknown instanceof Unknown ? unknown : new TypeValue(name, items);
};

const layoutType: Template = (args) => {
  const parts = args.map(heldValue);
  const [, order] = parts;
  if (order instanceof LayoutMajor)
    return new Violation(
      'wrong-kind',
      `Layout${order.side === 'left' ? 'Left' : 'Right'} is no stride: make_layout takes it beside a shape`,
      { cute: 'LayoutRight', compiles: true },
    );
  const unknown = parts.find((p) => p instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  if (parts.length === 0) return new TypeValue('Layout', null);
  const layout = operate('make_layout', {
    name: 'make_layout',
    args: parts,
    keywords: new Map(),
    template: [],
  });
  return isFailure(layout) || layout instanceof Unknown ? layout : new TypeValue('Layout', layout);
};

const swizzleType: Template = (args) => {
  const numbers = args.map(staticArgument);
  if (numbers.some((n) => n instanceof StaticSymbol))
    return new Unknown('template-parameter', 'the swizzle depends on a template parameter');
  if (numbers.length < 2 || numbers.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a swizzle needs integers');
  const [bits, base, shift] = numbers as number[];
  const swizzle = makeSwizzle(bits!, base!, shift);
  return isFailure(swizzle) ? swizzle : new TypeValue('Swizzle', swizzle);
};

const composedType: Template = (args) => {
  const [outer, offset, inner] = args.map(heldValue);
  const unknown = [outer, offset, inner].find((p) => p instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const isOuter = outer instanceof Swizzle || outer instanceof Layout || outer instanceof ComposedLayout;
  const isOffset =
    offset instanceof SmemPtrFlag ||
    typeof offset === 'number' ||
    offset instanceof Dynamic ||
    offset instanceof StaticSymbol;
  const isInner = inner instanceof Layout || inner instanceof ComposedLayout;
  if (!isOuter || !isOffset || !isInner)
    return new Unknown('unsupported', 'this composed layout is not computed');
  // Without bits to swizzle and without an offset C++ keeps the type; its functions see the plain layout.
  return new TypeValue('ComposedLayout', new ComposedLayout(outer, offset, inner));
};

const basisType: Template = (args) => {
  const path = args.map(staticArgument);
  if (path.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a basis element needs integers');
  return new TypeValue('E', path.length === 0 ? 1 : new ScaledBasis(1, path as number[]));
};

const scaledBasisType: Template = (args) => {
  const value = heldValue(args[0] ?? new Unknown('unsupported', 'a basis element needs a factor'));
  const path = args.slice(1).map(staticArgument);
  if (value instanceof Unknown) return value;
  const isInt = typeof value === 'number' || value instanceof Dynamic || value instanceof StaticSymbol;
  if (!isInt || path.some((n) => typeof n !== 'number'))
    return new Unknown('unsupported', 'a basis element needs integers');
  return new TypeValue(
    'ScaledBasis',
    path.length === 0 ? value : new ScaledBasis(value as Int, path as number[]),
  );
};

/** Those whose second argument says how many elements they hold. */
const OF_FIXED_SIZE = new Set(['array', 'array_aligned', 'array_subbyte', 'ArrayEngine']);

/** A container by what its data() points to. */
const containerType: Template = (args, name) => {
  const [type] = args;
  if (type instanceof Unknown)
    return new TypeValue(
      name,
      new Container({ space: 'unknown', bits: null, element: null, offset: null }, null, null),
    );
  if (!(type instanceof TypeValue)) return new Unknown('unsupported', 'the type of the elements is missing');
  const engine = { space: 'unknown', bits: type.bits, element: type.name, offset: null } as const;
  const room = OF_FIXED_SIZE.has(name.replace(/^std::/, ''))
    ? roomFor(args[1] && heldValue(args[1]), engine)
    : undefined;
  return new TypeValue(name, new Container({ ...engine, room }, type, alignmentOf(name, args[2])));
};

/** `array_aligned<T, N, 128>`: 16 where none is written (cute/container/array_aligned.hpp). */
function alignmentOf(name: string, written: Value | undefined): number | null {
  if (/^(?:std::)?array$/.test(name) || name === 'array_subbyte') return 1;
  if (name !== 'array_aligned' && name !== 'ArrayEngine') return null;
  const alignment = written === undefined ? 16 : staticArgument(written);
  return typeof alignment === 'number' ? alignment : null;
}

/** `aligned_struct<128, _1>`: a base without members; each second argument makes another one. */
const alignedType: Template = ([written, of], name) => {
  const alignment = written === undefined ? null : staticArgument(heldByConstant(written));
  if (typeof alignment !== 'number')
    return new Unknown('unsupported', `the alignment of ${name} is not known`);
  const child = of === undefined ? 'void' : entityKey(of instanceof TypeValue ? (of.instance ?? of) : of);
  return new TypeValue(`${name}<${alignment},${child}>`, null);
};

/** `cutlass::complex<T>`: two of them. */
const complexType: Template = ([part]) =>
  part instanceof TypeValue && part.bits !== null
    ? new TypeValue(`complex<${part.name}>`, null, 2 * part.bits)
    : new Unknown('unsupported', 'the width of the parts of a complex number is not known');

/** `uint_byte_t<16>`: an element of so many bytes. */
function widthType(args: readonly Value[], name: string, unit: number): Value {
  const n = args[0] === undefined ? null : staticArgument(args[0]);
  if (typeof n === 'number') return new TypeValue(`${name}<${n}>`, null, n * unit);
  return new Unknown('undetermined', `the width of ${name} is not known`);
}
/** Whatever their size is: a tensor is made of what they begin with. */
const CONTAINERS = [
  'device_vector',
  'host_vector',
  'vector',
  'array',
  'array_aligned',
  'array_subbyte',
  'ArrayEngine',
];

const TEMPLATES: ReadonlyMap<string, Template> = new Map<string, Template>([
  ['Int', integerType],
  ['C', constantType],
  ['constant', typedConstantType('cute')],
  ['integral_constant', typedConstantType('cute')],
  ['bool_constant', flagType],
  ...['Shape', 'Stride', 'Step', 'Tile', 'Coord', 'tuple'].map((name): [string, Template] => [
    name,
    tupleType,
  ]),
  ['Layout', layoutType],
  ['Tensor', () => new TypeValue('Tensor', null)],
  ['Swizzle', swizzleType],
  ['ComposedLayout', composedType],
  ['E', basisType],
  ['ScaledBasis', scaledBasisType],
  [
    'smem_ptr_flag_bits',
    (args) => {
      const bits = args[0] === undefined ? null : staticArgument(args[0]);
      return typeof bits === 'number'
        ? new TypeValue('smem_ptr_flag_bits', new SmemPtrFlag(bits))
        : new Unknown('unsupported', 'the width is not known');
    },
  ],
  ...CONTAINERS.map((name): [string, Template] => [name, containerType]),
  ['aligned_struct', alignedType],
  ['complex', complexType],
  ['uint_byte_t', (args, name) => widthType(args, name, 8)],
  ['uint_bit_t', (args, name) => widthType(args, name, 1)],
  ...TRAITS,
]);

/** Names of templates that stand alone where arguments are deduced: `Tensor t = …`, `Layout l{…}`. */
const DEDUCED = new Set(['Tensor', 'Layout', 'ThrCopy', 'ThrMMA', 'TiledCopy', 'TiledMMA', 'ComposedLayout']);

export function cppTemplate(path: readonly string[], args: readonly Value[]): Value | Failure | undefined {
  const name = libraryName(path);
  if (name === null) return undefined;
  if (args.length === 0 && DEDUCED.has(name)) return new TypeValue(name, null);
  const isStandard = path[0] === 'std' || path[1] === 'std';
  const template = (isStandard ? STANDARD_TEMPLATES.get(name) : undefined) ?? TEMPLATES.get(name);
  // Those of the standard are laid out otherwise in memory.
  return template?.(args, isStandard && (name === 'tuple' || name === 'array') ? `std::${name}` : name);
}
