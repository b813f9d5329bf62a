// Enumerators of CuTe DSL, as text: `OperandMajorMode.K`, `LayoutEnum.ROW_MAJOR`, `Repetition.x32`.

import { Unknown, type Value } from '../../model/value.ts';

const ENUMERATOR =
  /(?:^|\.)((?:OperandSource|OperandMajorMode|CtaGroup|LoadCacheMode|StoreCacheMode|MemoryOrder|MemoryScope|L2PrefetchSize|CacheEvictionPriority|SharedSpace|SmemLayoutAtomKind|LayoutEnum|Repetition|Pack|Unpack|AddressSpace|TensorInitType|TransformMode)\.(?:[A-Z][A-Z0-9]*(?:_\w+)?|Convert(?:Only|Scale)|gmem|smem|rmem|tmem|generic|x\d+))$/;

/** The enumerator that a path of the library ends in. */
export const enumeratorOf = (path: string): string | undefined => ENUMERATOR.exec(path)?.[1];

const isRowMajor = (v: string): boolean => v === 'LayoutEnum.ROW_MAJOR';

const majorMode = (v: string): Value => (isRowMajor(v) ? 'OperandMajorMode.K' : 'OperandMajorMode.MN');
const isRow = (v: string): Value => isRowMajor(v);
const isColumn = (v: string): Value => !isRowMajor(v);

/** What a row-major tensor is as A, B or C of an MMA, whose K or N is the last mode. */
const OF_LAYOUT: Readonly<Record<string, (v: string) => Value>> = {
  mma_major_mode: majorMode,
  sm90_mma_major_mode: majorMode,
  is_k_major_a: isRow,
  is_m_major_a: isColumn,
  is_k_major_b: isRow,
  is_n_major_b: isColumn,
  is_n_major_c: isRow,
  is_m_major_c: isColumn,
};

/** A method of an enumerator, called without arguments. */
export function enumeratorMethod(of: string, name: string): Value | undefined {
  return of.startsWith('LayoutEnum.') && Object.hasOwn(OF_LAYOUT, name) ? OF_LAYOUT[name]!(of) : undefined;
}

/** `Repetition(32)` */
export function repetition(count: Value | undefined): Value {
  const isKnown =
    typeof count === 'number' && count >= 1 && count <= 128 && Number.isInteger(Math.log2(count));
  return isKnown ? `Repetition.x${count}` : new Unknown('unsupported', 'a repetition of this');
}

/** `OperandMajorMode("k")` */
export function operandMajorMode(of: Value | undefined): Value {
  const name = typeof of === 'string' ? of.replace(/^OperandMajorMode\./, '').toUpperCase() : '';
  return name === 'K' || name === 'MN'
    ? `OperandMajorMode.${name}`
    : new Unknown('unsupported', 'a major mode of this');
}
