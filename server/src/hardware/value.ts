// The values that atoms and tilings are, for whoever evaluates and prints them.

import { isFailure } from '../algebra/integer/failure.ts';
import { intText } from '../algebra/integer/known.ts';
import { printMarked } from '../algebra/layout/print.ts';
import type { AlgebraValue } from '../algebra/layout/value.ts';
import { CopyAtom, CopyOperation } from './copy/copy-atom.ts';
import { copyLayoutTv, ThrCopy, TiledCopy } from './copy/tiled-copy.ts';
import { MmaAtom } from './mma/mma-atom.ts';
import { mmaLayoutTv, permutationOf, ThrMma, TiledMma } from './mma/tiled-mma.ts';
import { TmaInstruction, TmaOperation } from './tma/tma.ts';
import { isTritonValue, type TritonValue, tritonKey, tritonText, tritonTitle } from './triton/value.ts';

export type HardwareValue =
  | MmaAtom
  | CopyOperation
  | CopyAtom
  | TmaInstruction
  | TiledMma
  | TiledCopy
  | ThrMma
  | ThrCopy
  | TritonValue;

export const isHardwareValue = (v: unknown): v is HardwareValue =>
  v instanceof MmaAtom ||
  v instanceof CopyOperation ||
  v instanceof CopyAtom ||
  v instanceof TmaInstruction ||
  v instanceof TiledMma ||
  v instanceof TiledCopy ||
  v instanceof ThrMma ||
  v instanceof ThrCopy ||
  isTritonValue(v);

/** The layouts, tilers and widths that a value is made of. Which thread a slice is of is not among them. */
export function hardwareParts(value: HardwareValue): readonly AlgebraValue[] {
  if (value instanceof MmaAtom || value instanceof TmaInstruction || isTritonValue(value)) return [];
  if (value instanceof CopyOperation) return [value.thrId, value.src, value.dst, value.ref];
  if (value instanceof CopyAtom) return [value.element.bits, value.src, value.dst, value.ref];
  if (value instanceof TiledMma) return [value.thrLayoutVmnk, [...value.permutations]];
  if (value instanceof TiledCopy) return [value.layoutTv, value.tiler, ...hardwareParts(value.atom)];
  return hardwareParts(value.tiled);
}

/** A line of a printed atom: what cute::print calls the layout, and the layout. */
interface Line {
  readonly label: string;
  readonly text: string;
}

const mmaLines = (atom: MmaAtom): Line[] => [
  { label: 'ThrID', text: printMarked(atom.thrId) },
  { label: 'Shape_MNK', text: printMarked([...atom.shapeMnk]) },
  { label: 'LayoutA_TV', text: printMarked(atom.layouts.A) },
  { label: 'LayoutB_TV', text: printMarked(atom.layouts.B) },
  { label: 'LayoutC_TV', text: printMarked(atom.layouts.C) },
];

const copyLines = (atom: CopyAtom): Line[] => [
  { label: 'ThrID', text: printMarked(atom.operation.thrId) },
  { label: 'ValLayoutSrc', text: printMarked(atom.src) },
  { label: 'ValLayoutDst', text: printMarked(atom.dst) },
  { label: 'ValLayoutRef', text: printMarked(atom.ref) },
  { label: 'ValueType', text: `${intText(atom.element.bits)}b` },
];

/** The name of the kind as C++ CuTe's print has it, and what it prints below it. */
export function hardwareLines(value: HardwareValue): {
  readonly title: string;
  readonly lines: readonly Line[];
} {
  if (isTritonValue(value)) return { title: tritonTitle(value), lines: [] };
  if (value instanceof MmaAtom) return { title: 'MMA_Atom', lines: mmaLines(value) };
  if (value instanceof TmaInstruction) return { title: value.name, lines: [] };
  if (value instanceof CopyOperation) {
    const lines = [
      { label: 'ThrID', text: printMarked(value.thrId) },
      { label: 'SrcLayout', text: printMarked(value.src) },
      { label: 'DstLayout', text: printMarked(value.dst) },
      { label: 'RefLayout', text: printMarked(value.ref) },
    ];
    return { title: value.name, lines };
  }
  if (value instanceof CopyAtom) return { title: 'Copy_Atom', lines: copyLines(value) };
  if (value instanceof TiledMma) {
    const lines = [
      { label: 'ThrLayoutVMNK', text: printMarked(value.thrLayoutVmnk) },
      { label: 'PermutationMNK', text: printMarked([...value.permutations]) },
    ];
    return { title: 'TiledMMA', lines: [...lines, ...mmaLines(value.atom)] };
  }
  if (value instanceof TiledCopy) {
    const lines = [
      { label: 'Tiler_MN', text: printMarked(value.tiler) },
      { label: 'TiledLayout_TV', text: printMarked(value.layoutTv) },
    ];
    return { title: 'TiledCopy', lines: [...lines, ...copyLines(value.atom)] };
  }
  if (value instanceof ThrMma) {
    const inner = hardwareLines(value.tiled);
    return {
      title: 'ThrMMA',
      lines: [{ label: 'Thr VMNK', text: printMarked([...value.vmnk]) }, ...inner.lines],
    };
  }
  const inner = hardwareLines(value.tiled);
  return { title: 'ThrCopy', lines: [{ label: 'ThrIdx', text: printMarked(value.thread) }, ...inner.lines] };
}

/** A type in a word or two: `TiledMMA<SM80_16x8x16_F32F16F16F32_TN,…>`. */
export function hardwareTitle(value: HardwareValue): string {
  if (isTritonValue(value)) return tritonTitle(value);
  if (value instanceof MmaAtom || value instanceof CopyOperation || value instanceof TmaInstruction)
    return value.name;
  if (value instanceof CopyAtom) return `Copy_Atom<${value.operation.name},…>`;
  const tiled = value instanceof ThrMma || value instanceof ThrCopy ? value.tiled : value;
  const { title } = hardwareLines(value);
  return `${title}<${tiled instanceof TiledMma ? tiled.atom.name : tiled.atom.operation.name},…>`;
}

/** One line for an inlay hint: the tile and the threads. */
export function hardwareSummary(value: HardwareValue): string {
  if (isTritonValue(value)) return tritonText(value);
  if (value instanceof MmaAtom) return `${value.name}: ${value.shapeMnk.join('×')}`;
  if (value instanceof CopyOperation || value instanceof TmaInstruction) return value.name;
  if (value instanceof CopyAtom) return `${value.operation.name}, ${value.element.name}`;
  if (value instanceof TiledMma) {
    const tile = ([0, 1, 2] as const).map((i) =>
      printMarked(permutationOf(value, i)).replace(/_(?=\d)/g, ''),
    );
    const tv = mmaLayoutTv(value, 'C');
    return `${tile.join('×')} tile${isFailure(tv) ? '' : `, C ${printMarked(tv)}`}`;
  }
  if (value instanceof TiledCopy) {
    const tv = copyLayoutTv(value, 'S');
    return `${printMarked(value.tiler)} tile${isFailure(tv) ? '' : `, S ${printMarked(tv)}`}`;
  }
  return `thread ${printMarked(value.thread)} of ${hardwareSummary(value.tiled)}`;
}

/** A text that is equal for equal values only. */
export function hardwareKey(value: HardwareValue): string {
  if (isTritonValue(value)) return tritonKey(value);
  if (value instanceof MmaAtom)
    return JSON.stringify([
      value.name,
      value.types,
      value.homes,
      ...mmaLines(value).map((line) => line.text),
    ]);
  if (value instanceof CopyOperation) return operationKey(value);
  if (value instanceof TmaInstruction) return value.name;
  const { title, lines } = hardwareLines(value);
  const inner =
    value instanceof CopyAtom
      ? `${value.element.name} ${operationKey(value.operation)}`
      : hardwareKey(value instanceof ThrMma || value instanceof ThrCopy ? value.tiled : value.atom);
  return `${title}(${inner};${lines.map((line) => line.text).join(';')})`;
}

/** A TMA's name says little: what it was made for does. */
const operationKey = (operation: CopyOperation): string =>
  operation instanceof TmaOperation
    ? `${operation.name}(${printMarked(operation.box)};${printMarked(operation.strides as AlgebraValue)};${printMarked(operation.swizzle)};${operation.sharedBy === null ? '' : printMarked(operation.sharedBy)})`
    : [
        `${operation.name}${operation.isTraits ? ' traits' : ''}`,
        ...[operation.src, operation.dst, operation.ref].map(printMarked),
      ].join(' ');
