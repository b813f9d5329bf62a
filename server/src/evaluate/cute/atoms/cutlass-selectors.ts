// Functions of CUTLASS's collective builders that choose an atom: the shared-memory layout for an operand's tile,
// the TMA instruction for a cluster, the store for an accumulator. What they choose by may not be known; then the
// choice stays open between those that it may be.

import { sameValue } from '../../../algebra/integer/comparison.ts';
import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../../algebra/integer/known.ts';
import { ceilDivide, remainder } from '../../../algebra/integer/operations.ts';
import { copyOperation } from '../../../hardware/copy/copy-atom.ts';
import { smemAtom } from '../../../hardware/mma/smem-atom.ts';
import { tmaInstruction } from '../../../hardware/tma/tma.ts';
import type { Builtin } from '../../model/builtin.ts';
import { TypeValue, Unknown, type Value, widthOf, widthUnknown } from '../../model/value.ts';
import { joinAlternatives } from '../../values/one-of.ts';
import { operate } from '../operations.ts';
import { settleOutcome, unsupported } from './types.ts';

const held = (v: Value | undefined): Value | undefined => (v instanceof TypeValue ? (v.instance ?? v) : v);

const WIDTH_OPEN = new Unknown('template-parameter', 'the choice depends on the width of the elements');
const TILE_OPEN = new Unknown('template-parameter', 'the choice depends on the tile');

/** The integer that an object or its type holds, as a static one; null when it holds none. */
function extent(v: Value | undefined): Int | null {
  const x = held(v);
  if (x === undefined) return null;
  const mode = operate('size', { name: 'size', args: [x], keywords: new Map(), template: [0] });
  if (mode instanceof Dynamic && mode.value !== null)
    return typeof mode.value === 'number' ? mode.value : new StaticSymbol(mode.value);
  return typeof mode === 'number' || mode instanceof StaticSymbol ? mode : null;
}

/** Bits of a row of each swizzle, widest first. */
const SPANS = [
  ['SW128', 1024],
  ['SW64', 512],
  ['SW32', 256],
  ['INTER', 128],
] as const;
type Swizzling = (typeof SPANS)[number][0];

/** The widest of the swizzles whose row divides the contiguous extent of the tile. */
function widest(
  namespace: 'GMMA' | 'UMMA',
  side: 'K' | 'MN',
  element: TypeValue,
  blockExtent: Int,
  among: readonly Swizzling[],
): Value | Failure {
  const bits = widthOf(element);
  if (bits === null) return widthUnknown(element);
  const open: Value[] = [];
  for (const [name, span] of SPANS) {
    if (!among.includes(name)) continue;
    const row = ceilDivide(span, bits);
    const divides = sameValue(remainder(blockExtent, row), 0);
    if (divides === false) continue;
    const layout = settleOutcome(
      () => smemAtom(`${namespace}::Layout_${side}_${name}_Atom`, bits),
      (v) => v,
    );
    if (isFailure(layout) || layout instanceof Unknown) return layout;
    open.push(layout);
    if (divides === true) break;
  }
  if (open.length > 0) return joinAlternatives(open, typeof bits === 'number' ? TILE_OPEN : WIDTH_OPEN);
  return new Violation(
    'indivisible',
    `no shared-memory layout has a row that divides ${intText(blockExtent)}`,
    {
      cute: `BLK_${side}0 must be a multiple of size<${side === 'K' ? 1 : 0}>(${namespace}::Layout_${side}_INTER_Atom<ElementType>{})`,
    },
  );
}

const ALL: readonly Swizzling[] = ['SW128', 'SW64', 'SW32', 'INTER'];

/** `ss_smem_selector<major, T, BLK_MN, BLK_K>()`, `rs_smem_selector<…, transposed B>()`, `sm100_smem_selector<…>()`. */
const smemSelector =
  (kind: 'ss' | 'rs' | 'sm100'): Builtin =>
  ({ name, template }) => {
    const [major, element, mn, k, transposed] = template;
    const side = major === 'Major::K' ? 'K' : major === 'Major::MN' ? 'MN' : null;
    const blockExtent = extent(side === 'K' ? k : mn);
    if (side === null || !(element instanceof TypeValue) || blockExtent === null)
      return unsupported(`${name} needs a majorness, an element type and the extents of a tile`);
    const namespace = kind === 'sm100' ? 'UMMA' : 'GMMA';
    if (side === 'K' || kind === 'ss') return widest(namespace, side, element, blockExtent, ALL);
    const bytes = element.bits === null ? null : Math.ceil(element.bits / 8);
    if (bytes === null) return widthUnknown(element);
    if (kind === 'sm100') {
      if (bytes !== 4) return widest(namespace, side, element, blockExtent, ALL);
      return settleOutcome(
        () => smemAtom('UMMA::Layout_MN_SW128_32B_Atom', element.bits!),
        (v) => v,
      );
    }
    const isTransposed = held(transposed) === true;
    if (bytes % 4 === 0)
      return widest(namespace, side, element, blockExtent, isTransposed ? ['SW32'] : ['SW32', 'INTER']);
    if (bytes > 2) return unsupported(`${name} does not take ${element.name}`);
    return widest(namespace, side, element, blockExtent, bytes === 1 && isTransposed ? ['SW128'] : ALL);
  };

/** The load of the name, multicast unless the extent of the cluster is `alone`. */
function chosenLoad(cluster: Value, alone: number, name: string): Value {
  const [load, multicast] = [tmaInstruction(name)!, tmaInstruction(`${name}_MULTICAST`)!];
  if (cluster instanceof Unknown) return joinAlternatives([load, multicast], cluster);
  // A cluster of run-time extents is served by the multicast.
  const n = extent(cluster);
  if (n === null)
    return held(cluster) instanceof Dynamic ? multicast : unsupported('this cluster is not read');
  const number = knownNumber(n);
  if (number !== undefined) return number === alone ? load : multicast;
  return joinAlternatives([load, multicast], TILE_OPEN);
}

/** `sm90_cluster_shape_to_tma_atom(n)`: multicast where a cluster has more than one CTA along the mode. */
const clusterLoad: Builtin = ({ name, args }) =>
  args[0] === undefined
    ? unsupported(`${name} needs an extent of the cluster`)
    : chosenLoad(args[0], 1, 'SM90_TMA_LOAD');

const operation = (name: string): Value | Failure =>
  settleOutcome(
    () => copyOperation(name),
    (v) => v,
  );

/** `sm90_get_smem_store_op_for_accumulator<StrideD, T, EpilogueTile>()`: a matrix store for elements of two bytes. */
const storeForAccumulator: Builtin = ({ name, template }) => {
  const [stride, element, tile] = template.map(held);
  const type = template[1];
  if (!Array.isArray(stride) || !Array.isArray(tile) || !(type instanceof TypeValue) || element === undefined)
    return unsupported(`${name} needs the stride, the element type and the tile of an epilogue`);
  const plain = operation('AutoVectorizingCopyWithAssumedAlignment<128>');
  const bits = widthOf(type);
  if (bits === null) return widthUnknown(type);
  const isTwoBytes = typeof bits === 'number' ? Math.ceil(bits / 8) === 2 : undefined;
  const columns = extent((tile as readonly Value[])[1]);
  const contiguous = [0, 1].findIndex((i) => (stride as readonly Value[])[i] === 1);
  if (isTwoBytes === false || contiguous < 0) return plain;
  if (columns === null) return TILE_OPEN;
  const [wide, narrow] =
    contiguous === 0
      ? ['SM90_U16x8_STSM_T', 'SM90_U16x4_STSM_T']
      : ['SM90_U32x4_STSM_N', 'SM90_U32x2_STSM_N'];
  const byWide = sameValue(remainder(columns, 16), 0);
  const byNarrow = sameValue(remainder(columns, 8), 0);
  const stores = [
    ...(byWide === false ? [] : [operation(wide!)]),
    ...(byWide === true || byNarrow === false ? [] : [operation(narrow!)]),
    ...(isTwoBytes === true ? [] : [plain]),
  ];
  const failed = stores.find(isFailure);
  if (failed !== undefined) return failed;
  if (stores.length === 0) return unsupported(`${name} has no store for this tile`);
  return joinAlternatives(stores as Value[], isTwoBytes === undefined ? WIDTH_OPEN : TILE_OPEN);
};

const isRunTime = (v: Value): boolean =>
  v instanceof Dynamic || (Array.isArray(v) && (v as readonly Value[]).some(isRunTime));

/**
 * `sm100_cluster_shape_to_tma_atom_A|B(cluster, thr_id)`: multicast along the mode that the operand lacks, and in every
 * cluster of which an extent is known at run time.
 */
const clusterLoadSm100 =
  (operand: 'A' | 'B'): Builtin =>
  ({ name, args }) => {
    const [cluster, threads] = args.map(held);
    const ctas = extent(threads);
    const along = Array.isArray(cluster) ? (cluster as readonly Value[])[operand === 'A' ? 1 : 0] : undefined;
    if (along === undefined || (ctas !== 1 && ctas !== 2))
      return unsupported(`${name} needs a cluster of three modes and the threads of an MMA`);
    const chosenBy = isRunTime(cluster!) ? new Dynamic(null) : along;
    if (ctas === 1) return chosenLoad(chosenBy, 1, 'SM90_TMA_LOAD');
    return chosenLoad(chosenBy, operand === 'A' ? 1 : 2, 'SM100_TMA_2SM_LOAD');
  };

/** Names of the builders' functions; they stand in namespaces of CUTLASS called detail. */
const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['ss_smem_selector', smemSelector('ss')],
  ['rs_smem_selector', smemSelector('rs')],
  ['sm100_smem_selector', smemSelector('sm100')],
  ['sm90_cluster_shape_to_tma_atom', clusterLoad],
  ['sm100_cluster_shape_to_tma_atom_A', clusterLoadSm100('A')],
  ['sm100_cluster_shape_to_tma_atom_B', clusterLoadSm100('B')],
  ['sm90_get_smem_store_op_for_accumulator', storeForAccumulator],
]);

const NAMESPACES = new Set(['cutlass', 'gemm', 'epilogue', 'collective', 'detail']);

/** A function of CUTLASS's builders by its path; undefined when it is none. */
export function cutlassFunction(path: readonly string[]): Builtin | undefined {
  const builtin = FUNCTIONS.get(path.at(-1) ?? '');
  return builtin !== undefined && path.slice(0, -1).every((part) => NAMESPACES.has(part))
    ? builtin
    : undefined;
}
