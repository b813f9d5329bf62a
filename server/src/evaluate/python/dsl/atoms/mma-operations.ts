// The MMA operations of CuTe DSL as atoms: their names in C++ CuTe, whose layouts the DSL shares.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Layout } from '../../../../algebra/layout/layout.ts';
import { type AtomName, printAtomName } from '../../../../hardware/atom/name.ts';
import { mmaAtom } from '../../../../hardware/mma/mma-atom.ts';
import { makeTiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import { settleOutcome } from '../../../cute/atoms/types.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../../model/value.ts';
import { joinAlternatives, liftOverAlternatives } from '../../../values/one-of.ts';
import { refuse, step, steps, stop, valueOrStop } from '../steps.ts';
import type { DslFunction } from '../support.ts';
import { bitsOf, nameOf, numbersOf, type Table } from './table.ts';

/** Element types as C++ calls them in the names of atoms. */
const CPP: Readonly<Record<string, string>> = {
  Float16: 'half_t',
  BFloat16: 'bfloat16_t',
  TFloat32: 'tfloat32_t',
  Float32: 'float',
  Int8: 'int8_t',
  Uint8: 'uint8_t',
  Int32: 'int32_t',
  Float8E4M3FN: 'float_e4m3_t',
  Float8E5M2: 'float_e5m2_t',
};
const SHORT: Readonly<Record<string, string>> = {
  Float16: 'F16',
  BFloat16: 'BF16',
  Float32: 'F32',
  Int32: 'S32',
  Int8: 'S8',
  Uint8: 'U8',
  Float8E4M3FN: 'E4M3',
  Float8E5M2: 'E5M2',
};

const cppOf = (type: Value | undefined): string => CPP[nameOf(type)] ?? stop('an instruction for this type');
const shortOf = (type: Value | undefined): string =>
  SHORT[nameOf(type)] ?? stop('an instruction for this type');

const majorOf = (v: Value | undefined): string =>
  v === 'OperandMajorMode.K' ? 'K' : v === 'OperandMajorMode.MN' ? 'MN' : stop('this major mode');

const atomNamed = (name: string | AtomName): Value => {
  const atom = mmaAtom(name);
  const text = typeof name === 'string' ? name : printAtomName(name);
  return isFailure(atom) ? stop(`the MMA operation ${text}`) : atom;
};

interface Umma {
  readonly family: 'F16BF16' | 'TF32' | 'S8' | 'F8F6F4';
  readonly a: Value | undefined;
  readonly b: Value | undefined;
  readonly acc: Value | undefined;
  readonly shape: Value | undefined;
  readonly group: Value | undefined;
  readonly source: Value | undefined;
  readonly majors: readonly [Value | undefined, Value | undefined];
}

/** The width that a family's types have; null: one of several. */
const UMMA_BITS: Readonly<Record<Umma['family'], number | null>> = {
  F16BF16: 16,
  TF32: 32,
  S8: 8,
  F8F6F4: null,
};

/** An element type in the name of an atom; one that is only known by its own name, with the width that it must have. */
const typeArgument = (type: Value | undefined, bits: number | null): AtomName =>
  type instanceof UnboundTypeParameter
    ? { path: type.name, args: [], isParameter: true, ...(bits === null ? {} : { bits }) }
    : plainName(cppOf(type));

/** Whether the DSL makes a dense instruction of M by N: it refuses others where the operation is made. */
const isTaken = (m: number, n: number, ctas: 1 | 2, step: 8 | 16): boolean =>
  (m === 64 * ctas || m === 128 * ctas) && n > 0 && n <= 256 && n % (step * ctas) === 0;

/** What it refuses of them. `least`: the fewest rows. */
function extentsRefused(m: number, n: number, ctas: 1 | 2, step: number, least: number): string {
  const rows = [64 * ctas, 128 * ctas].filter((count) => count >= least).join(' or ');
  return `a tcgen05 MMA of ${ctas === 1 ? 'one CTA' : 'two CTAs'} is ${rows} by a multiple of ${step * ctas} up to 256, not ${m} by ${n}`;
}

/** Those of a block-scaled instruction: one CTA has no less than 128 rows. */
function scaledExtents(tile: Value | undefined, ctas: 1 | 2): readonly [number, number] {
  const [m, n] = numbersOf(tile, 2) as [number, number];
  return m >= 128 && isTaken(m, n, ctas, 8) ? [m, n] : refuse(extentsRefused(m, n, ctas, 8, 128));
}

/** Columns that an instruction counts in: bytes that lie along N come by sixteen. */
const columnStep = (b: Value | undefined, major: Value | undefined): 8 | 16 =>
  b instanceof TypeValue && b.bits === 8 && major === 'OperandMajorMode.MN' ? 16 : 8;

const plainName = (path: string): AtomName => ({ path, args: [] });

/** A tcgen05 MMA: one CTA's or two CTAs', A in shared or tensor memory. */
function umma({ family, a, b, acc, shape, group, source, majors }: Umma): Value {
  const ctas =
    group === 'CtaGroup.ONE' ? '' : group === 'CtaGroup.TWO' ? '2x1SM_' : stop('this group of CTAs');
  const kind =
    source === 'OperandSource.SMEM'
      ? 'SS'
      : source === 'OperandSource.TMEM'
        ? 'TS'
        : stop('this source of A');
  const [m, n, k] = numbersOf(shape, 3) as [number, number, number];
  const [count, step] = [ctas === '' ? 1 : 2, columnStep(b, majors[1])] as const;
  if (!isTaken(m, n, count, step)) return refuse(extentsRefused(m, n, count, step, 64));
  const own = UMMAS.find((each) => each.family === family)!;
  if (k !== own.k) return refuse(`the instruction for these types has ${own.k} along K, not ${k}`);
  if (!mayBe(own.types, a) || !mayBe(own.types, b) || !mayBe(own.accumulators, acc))
    return stop('an instruction for these types');
  const bits = UMMA_BITS[family];
  const types = [typeArgument(a, bits), typeArgument(b, bits), typeArgument(acc, null)];
  const others = [m, n, ...majors.map(majorOf)].map((each) => plainName(String(each)));
  return atomNamed({ path: `SM100_MMA_${family}_${ctas}${kind}`, args: [...types, ...others] });
}

const ofNames = (names: string, type: Value | undefined): boolean => names.split(' ').includes(nameOf(type));
const mayBe = (names: string, type: Value | undefined): boolean =>
  type instanceof UnboundTypeParameter || ofNames(names, type);
const TF32 = new TypeValue('TFloat32', null, 32);
const F32 = new TypeValue('Float32', null, 32);
const S32 = new TypeValue('Int32', null, 32);

type Operands = Omit<Umma, 'family' | 'shape'>;

/** The instructions for types of A and B, whose K spans 256 bits, or 32 narrower elements. */
const UMMAS: readonly {
  readonly family: Umma['family'];
  readonly types: string;
  readonly isMixed?: boolean;
  readonly k: number;
  readonly accumulators: string;
  readonly fixed?: Partial<Operands>;
}[] = [
  { family: 'F16BF16', types: 'Float16 BFloat16', k: 16, accumulators: 'Float16 Float32' },
  {
    family: 'TF32',
    types: 'TFloat32 Float32',
    k: 8,
    accumulators: 'Float32',
    fixed: { a: TF32, b: TF32, acc: F32 },
  },
  { family: 'S8', types: 'Int8 Uint8', k: 32, accumulators: 'Int32', fixed: { acc: S32 } },
  {
    family: 'F8F6F4',
    types: 'Float8E4M3FN Float8E5M2',
    isMixed: true,
    k: 32,
    accumulators: 'Float16 Float32',
  },
];

/**
 * The instruction for types of A and B. Of types that are only known by their names it is one of those that there are,
 * as the helper refuses all other types.
 */
function ummaFor(request: Operands, tile: Value | undefined): Value {
  const open = [request.a, request.b].find((type) => type instanceof UnboundTypeParameter);
  const [m, n] = numbersOf(tile, 2) as [number, number];
  const made = UMMAS.flatMap(({ family, types, isMixed, k, accumulators, fixed }) => {
    const operands = operandsAmong(types, isMixed === true, request);
    return operands === null || !mayBe(accumulators, fixed?.acc ?? request.acc)
      ? []
      : [umma({ ...request, ...operands, ...fixed, family, shape: [m, n, k] })];
  });
  if (made.length === 0) return stop('a tcgen05 MMA of these types');
  const name = nameOf(open);
  return joinAlternatives(made, new Unknown('function-parameter', `${name} is not known`, [], name));
}

/** The types of A and B where they may be among those of an instruction, which has one for both unless it is mixed. */
function operandsAmong(
  types: string,
  isMixed: boolean,
  { a, b }: Operands,
): Pick<Operands, 'a' | 'b'> | null {
  const named = [a, b].filter((type) => !(type instanceof UnboundTypeParameter));
  if (!named.every((type) => ofNames(types, type))) return null;
  if (isMixed || named.length === 0) return { a, b };
  return named.every((type) => nameOf(type) === nameOf(named[0])) ? { a: named[0], b: named[0] } : null;
}

/** An atom, or each of those that it may be, tiled over threads. */
const tiled = (atom: Value, threads: Value | undefined): Value => {
  const layout = threads === undefined ? undefined : (step('make_layout', [threads]) as Layout);
  return liftOverAlternatives([atom], ([each]) =>
    valueOrStop(
      settleOutcome(
        () => makeTiledMma(each as never, layout, undefined),
        (mma) => mma,
      ),
    ),
  );
};

/** With the types of A and B, or, as it was before, one type for both. */
export const trivialUmma: DslFunction = steps((args) => {
  const isNew = args[1] instanceof TypeValue;
  const [a, b, majorA, majorB, acc, group, tile, source] = isNew ? args : [args[0], ...args];
  const request = {
    a,
    b,
    acc,
    group,
    source: source ?? 'OperandSource.SMEM',
    majors: [majorA, majorB] as const,
  };
  return tiled(ummaFor(request, tile), undefined);
});

function wgmma(
  a: Value | undefined,
  b: Value | undefined,
  acc: Value | undefined,
  shape: Value | undefined,
  source: Value | undefined,
  majors: readonly (Value | undefined)[],
): Value {
  const [m, n, k] = numbersOf(shape, 3);
  const kind =
    source === 'OperandSource.SMEM'
      ? 'SS'
      : source === 'OperandSource.RMEM'
        ? 'RS'
        : stop('this source of A');
  const base = `SM90_${m}x${n}x${k}_${shortOf(acc)}${shortOf(a)}${shortOf(b)}_${kind}`;
  const major = majors.map(majorOf);
  if (bitsOf(a) === 16) return atomNamed(`${base}<${major}>`);
  return major.every((x) => x === 'K')
    ? atomNamed(`${base}_TN`)
    : stop('an 8-bit operand that is not K-major');
}

export const trivialWgmma: DslFunction = steps(
  ([a, b, majorA, majorB, acc, threads, tile, source = 'OperandSource.SMEM']) => {
    const [m, n] = numbersOf(tile, 2);
    const isHalf = ofNames('Float16 BFloat16', a) && nameOf(a) === nameOf(b);
    if (!isHalf && (bitsOf(a) !== 8 || bitsOf(b) !== 8)) return stop('a warp-group MMA of these types');
    return tiled(wgmma(a, b, acc, [m!, n!, isHalf ? 16 : 32], source, [majorA, majorB]), threads);
  },
);

/** Element types of block-scaled MMAs; of 4 bits only where both are. */
const SCALED_CPP: Readonly<Record<string, string>> = { ...CPP, Float4E2M1FN: 'float_e2m1_t' };
const SCALE_CPP: Readonly<Record<string, string>> = {
  Float8E8M0FNU: 'float_ue8m0_t',
  Float8E4M3FN: 'float_ue4m3_t',
};

/** A block-scaled tcgen05 MMA, its scale factors in tensor memory: of 4-bit elements, both K-major, or of 8-bit ones. */
function scaledUmma(
  request: Omit<Umma, 'family' | 'shape' | 'acc'>,
  scale: Value | undefined,
  size: Value | undefined,
  tile: Value | undefined,
): Value {
  const { a, b, group, source, majors } = request;
  const ctas =
    group === 'CtaGroup.ONE' ? '' : group === 'CtaGroup.TWO' ? '2x1SM_' : stop('this group of CTAs');
  const [m, n] = scaledExtents(tile, ctas === '' ? 1 : 2);
  if (source !== 'OperandSource.SMEM') return stop('a block-scaled MMA of this source');
  const isFour = ofNames('Float4E2M1FN', a) && ofNames('Float4E2M1FN', b);
  const isEight = [a, b].every((t) => ofNames('Float8E4M3FN Float8E5M2', t));
  if ((!isFour && !isEight) || (size !== 16 && size !== 32)) return stop('a block-scaled MMA of these types');
  const types = [a, b].map((t) => SCALED_CPP[nameOf(t)]!);
  const factor = SCALE_CPP[nameOf(scale)] ?? stop('scale factors of this type');
  const major = isFour ? 'K,K' : majors.map(majorOf).join(',');
  const kind = isFour ? 'MXF4' : 'MXF8F6F4';
  return atomNamed(
    `SM100_MMA_${kind}_${ctas}SS<${types},float,${factor},${m},${n},${isFour ? `${size},` : ''}${major}>`,
  );
}

/** With the types of A and B, or, as it was before, one type for both. */
export const trivialScaledUmma: DslFunction = steps((args) => {
  const isNew = args[1] instanceof TypeValue;
  const [a, b, majorA, majorB, scale, size, group, tile, source] = isNew ? args : [args[0], ...args];
  const request = { a, b, group, source: source ?? 'OperandSource.SMEM', majors: [majorA, majorB] as const };
  return tiled(scaledUmma(request, scale, size, tile), undefined);
});

/** The block-scaled MMA of SM103, of 4-bit elements and 96 of them along K. */
function ultraUmma([scale, size, shape, group, source]: readonly (Value | undefined)[]): Value {
  const ctas =
    group === 'CtaGroup.ONE' ? '' : group === 'CtaGroup.TWO' ? '2x1SM_' : stop('this group of CTAs');
  const [m, n] = scaledExtents(shape, ctas === '' ? 1 : 2);
  if (source !== 'OperandSource.SMEM') return stop('a block-scaled MMA of this source');
  if (size !== 16 && size !== 32) return stop('a block-scaled MMA of these types');
  const factor = SCALE_CPP[nameOf(scale)] ?? stop('scale factors of this type');
  const element = SCALED_CPP.Float4E2M1FN;
  return atomNamed(
    `SM103_MXF4_ULTRA_${ctas}SS_VS<${element},${element},float,${factor},${m},${n},${size},K,K>`,
  );
}

/** `sm103_make_blockscaled_trivial_tiled_mma(sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source)` */
export const trivialUltraUmma: DslFunction = steps(
  ([scale, size, group, tile, source = 'OperandSource.SMEM']) =>
    tiled(ultraUmma([size === 32 ? SCALE8 : scale, size, tile, group, source]), undefined),
);

const pair = ([a, b]: readonly (Value | undefined)[]): Umma['majors'] => [a, b];

/** `mma_tiler_mn` of an instruction shape. */
const withoutK = (shape: Value | undefined, own: 64 | 96): Value => {
  const [m, n, k] = numbersOf(shape, 3) as [number, number, number];
  return k === own ? [m, n] : refuse(`the instruction for these types has ${own} along K, not ${k}`);
};
const FLOAT4 = new TypeValue('Float4E2M1FN', null, 4);
const SCALE8 = new TypeValue('Float8E8M0FNU', null, 8);
const BOTH_K = ['OperandMajorMode.K', 'OperandMajorMode.K'] as const;

/** Operations of `cute.nvgpu.tcgen05`. */
export const TCGEN05_MMAS: Table = [
  [
    'MmaTF32Op(instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)',
    steps(([shape, group, source, ...majors]) =>
      umma({ family: 'TF32', a: TF32, b: TF32, acc: F32, shape, group, source, majors: pair(majors) }),
    ),
  ],
  [
    'MmaI8Op(ab_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)',
    steps(([a, shape, group, source, ...majors]) =>
      umma({ family: 'S8', a, b: a, acc: S32, shape, group, source, majors: pair(majors) }),
    ),
  ],
  [
    'MmaF8F6F4Op(a_dtype, b_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)',
    steps(([a, b, acc, shape, group, source, ...majors]) =>
      umma({ family: 'F8F6F4', a, b, acc, shape, group, source, majors: pair(majors) }),
    ),
  ],
  [
    'MmaF16BF16Op(ab_dtype, acc_dtype, instruction_shape, cta_group, a_src, a_major_mode, b_major_mode)',
    steps(([a, acc, shape, group, source, ...majors]) =>
      umma({ family: 'F16BF16', a, b: a, acc, shape, group, source, majors: pair(majors) }),
    ),
  ],
  [
    'MmaMXF4Op(instruction_shape, cta_group, a_src)',
    steps(([shape, group, source]) =>
      scaledUmma({ a: FLOAT4, b: FLOAT4, group, source, majors: BOTH_K }, SCALE8, 32, withoutK(shape, 64)),
    ),
  ],
  [
    'MmaMXF4NVF4Op(sf_dtype, instruction_shape, cta_group, a_src)',
    steps(([scale, shape, group, source]) =>
      scaledUmma({ a: FLOAT4, b: FLOAT4, group, source, majors: BOTH_K }, scale, 16, withoutK(shape, 64)),
    ),
  ],
  [
    'SM103MmaMXF4Op(instruction_shape, cta_group, a_src)',
    steps(([shape, group, source]) => ultraUmma([SCALE8, 32, withoutK(shape, 96), group, source])),
  ],
  [
    'SM103MmaMXF4NVF4Op(sf_dtype, instruction_shape, cta_group, a_src)',
    steps(([scale, shape, group, source]) => ultraUmma([scale, 16, withoutK(shape, 96), group, source])),
  ],
];

/** A block-scaled MMA of one warp (SM120): 4-bit elements, or 8-bit ones, of one type. */
const warpScaled = (size: 16 | 32, isFour: boolean): DslFunction =>
  steps(([type, acc, scale]) => {
    const isIt = ofNames(isFour ? 'Float4E2M1FN' : 'Float8E4M3FN Float8E5M2', type);
    if (!isIt || nameOf(acc) !== 'Float32') return stop('a block-scaled MMA of these types');
    const element = SCALED_CPP[nameOf(type)];
    const factor = SCALE_CPP[nameOf(scale)] ?? stop('scale factors of this type');
    return atomNamed(`SM120_16x8x${isFour ? 64 : 32}_TN_VS<${element},${element},float,${factor},${size}>`);
  });

/** Operations of `cute.nvgpu.warp`, besides those of 16-bit elements. */
export const WARP_MMAS: Table = [
  ['MmaMXF4Op(ab_dtype, acc_dtype, sf_type)', warpScaled(32, true)],
  ['MmaMXF4NVF4Op(ab_dtype, acc_dtype, sf_type)', warpScaled(16, true)],
  ['MmaMXF8Op(ab_dtype, acc_dtype, sf_type)', warpScaled(32, false)],
];

/** Operations of `cute.nvgpu.warpgroup`. */
export const WARPGROUP_MMAS: Table = [
  [
    'MmaF8Op(a_dtype, b_dtype, acc_dtype, instruction_shape, a_src, a_major_mode, b_major_mode)',
    steps(([a, b, acc, shape, source, ...majors]) =>
      [a, b].every((type) => mayBe('Float8E4M3FN Float8E5M2', type))
        ? wgmma(a, b, acc, shape, source, majors)
        : stop('an instruction for these types'),
    ),
  ],
];
