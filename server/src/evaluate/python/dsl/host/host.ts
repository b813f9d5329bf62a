// What CuTe DSL programs use on the host, besides CuTe itself: PyTorch's tensors, argparse, the helpers of
// `cutlass.utils` and `cutlass.torch`.

import type { Failure } from '../../../../algebra/integer/failure.ts';
import { staticSymbol } from '../../../../algebra/integer/operations.ts';
import { Layout, Underscore } from '../../../../algebra/layout/layout.ts';
import type { Builtin } from '../../../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../../model/value.ts';
import { joinAlternatives } from '../../../values/one-of.ts';
import { bindSignature, known, signature } from '../../plain/call.ts';
import { enumeratorMethod } from '../../plain/enumerators.ts';
import { pythonEqual } from '../../plain/equality.ts';
import { CUTLASS_TYPES } from '../../plain/types.ts';
import { BLACKWELL_HELPERS, HOPPER_HELPERS, loadInstruction } from '../atoms/nvgpu.ts';
import { SCALE_FACTOR_LAYOUTS } from '../atoms/scale-factors.ts';
import { type DslFunction, unsupported } from '../support.ts';
import { isUnranked } from '../unranked.ts';
import { ARGUMENT_PARSER, parserMethod } from './argparse.ts';
import {
  convertedTensor,
  fakeCompactTensor,
  fakeTensor,
  fromDlpack,
  hostPointer,
  isFloat8,
  markCompactShapeDynamic,
  markLayoutDynamic,
  permutedTensor,
  tensorLike,
  torchMatrix,
  torchTypeOf,
  typedTensor,
  withElementType,
} from './tensors.ts';
import { TorchTensor, torchMember, torchMethod } from './torch.ts';
import { partMethod } from './torch-parts.ts';

/** `types.SimpleNamespace(a=1)` */
export class SimpleNamespace extends TypeValue {
  readonly attributes: ReadonlyMap<string, Value>;
  constructor(attributes: ReadonlyMap<string, Value>) {
    super('SimpleNamespace', null);
    this.attributes = attributes;
  }

  override get identity(): string | null {
    return null;
  }
}

type Table = readonly (readonly [string, DslFunction])[];

const built = (table: Table): ReadonlyMap<string, Builtin> =>
  new Map(table.map(([text, run]) => [/^\w+/.exec(text)![0], known(text, run)] as const));

/** An order that is not known: it is one of two. */
const EITHER_ORDER = joinAlternatives(
  ['LayoutEnum.ROW_MAJOR', 'LayoutEnum.COL_MAJOR'],
  unsupported('the order of this tensor'),
);

/** The leading mode of a tensor: the first of more than one element whose stride is 1. */
function layoutEnum(tensor: Value | undefined): Value {
  if (tensor instanceof Unknown || isUnranked(tensor)) return EITHER_ORDER;
  const layout = tensor instanceof Tensor ? tensor.layout : undefined;
  if (!(layout instanceof Layout) || !Array.isArray(layout.stride))
    return unsupported('the order of this tensor');
  const shape = layout.shape as readonly Value[];
  const mode = (layout.stride as readonly Value[]).findIndex((s, i) => {
    const leaf = Array.isArray(s) ? s : [s];
    const extents = Array.isArray(s) ? (shape[i] as readonly Value[]) : [shape[i]];
    return (leaf as readonly Value[]).some((x, j) => x === 1 && extents[j] !== 1);
  });
  if (mode === 1) return 'LayoutEnum.ROW_MAJOR';
  return mode === 0
    ? 'LayoutEnum.COL_MAJOR'
    : mode < 0
      ? EITHER_ORDER
      : unsupported('the order of this tensor');
}

const HOPPER = built(HOPPER_HELPERS);
const BLACKWELL = built(BLACKWELL_HELPERS);
const SCALE_FACTORS = built(SCALE_FACTOR_LAYOUTS);
const UTILS: ReadonlyMap<string, Builtin> = new Map([
  ['from_tensor', ({ args, keywords }) => layoutEnum(args[0] ?? keywords.get('tensor'))],
]);
const TENSOR_HELPERS = built([
  ['get_smem_capacity_in_bytes(compute_capability?)', sharedCapacity],
  ['is_fp8_dtype(dtype)', isFloat8],
  ['get_divisibility(contiguous_dim_size, upper_bound?)', divisibility],
  [
    'get_transform_a_source(a_major_mode)',
    ([major]) =>
      major === 'OperandMajorMode.K'
        ? 'OperandSource.TMEM'
        : major === 'OperandMajorMode.MN'
          ? 'OperandSource.SMEM'
          : unsupported('the source of this operand'),
  ],
  ['is_shuffle_a(a_major, k, a_dtype, mma_dtype, scale_granularity_k)', isShuffled],
  [
    'get_tma_atom_kind(mcast, use_2cta_instrs, is_b)',
    ([isShared, isPair, isB]) =>
      [isShared, isPair, isB].every((v) => typeof v === 'boolean')
        ? loadInstruction(isPair === true && isB === true ? 2 : 1, isShared as boolean)
        : unsupported('a TMA load of this kind'),
  ],
  [
    'create_cute_tensor_for_fp8(storage_tensor, dtype, leading_dim, source_f32_tensor?, assumed_align?)',
    typedTensor,
  ],
]);

/** Bytes of shared memory that a block may have, by compute capability (CUDA C++ Programming Guide). */
const SHARED_KILOBYTES: Readonly<Record<string, number>> = {
  '80': 163,
  '86': 99,
  '87': 163,
  '89': 99,
  '90': 227,
  '100': 227,
  '101': 227,
  '103': 227,
  '110': 227,
  '120': 99,
  '121': 99,
};

function sharedCapacity([arch]: readonly (Value | undefined)[]): Value {
  // That of the device that the program runs on.
  if (arch === undefined || arch instanceof Underscore) return staticSymbol('smem_capacity');
  const number = typeof arch === 'string' ? /^sm_(\d+)[af]?$/.exec(arch)?.[1] : undefined;
  const kilobytes = number === undefined ? undefined : SHARED_KILOBYTES[number];
  return kilobytes === undefined ? unsupported('the shared memory of this device') : kilobytes * 1024;
}

/** Whether A is shuffled along K, which also asks for a toolkit that is not seen here. */
function isShuffled([major, k, type, mma, granularity]: readonly (Value | undefined)[]): Value {
  const isNamed = (v: Value | undefined, name: string): boolean | undefined =>
    v === undefined ? undefined : pythonEqual(v, CUTLASS_TYPES.get(name)!);
  const conditions = [
    typeof major === 'string' ? major === 'k' : undefined,
    isNamed(type, 'Int4'),
    isNamed(mma, 'BFloat16'),
    typeof k === 'number' ? k % 8 === 0 : undefined,
    typeof granularity === 'number' ? granularity >= 8 : undefined,
  ];
  return conditions.includes(false) ? false : unsupported('whether A is shuffled with this toolkit');
}

/** The largest power of two that divides a size, up to a bound. */
function divisibility([size, bound = 128]: readonly (Value | undefined)[]): Value {
  if (typeof size !== 'number' || size < 1 || typeof bound !== 'number')
    return unsupported('this divisibility');
  let power = 1;
  while (size % (2 * power) === 0) power *= 2;
  // Of odd sizes nothing is bounded.
  return power === 1 ? 1 : Math.min(power, bound);
}

/** How a tensor is filled says nothing of its layout. */
const INITIAL = new TypeValue('initial values', null);

/** Names that `cutlass.utils` has of Hopper's helpers. */
const HOPPER_NAMES: Readonly<Record<string, string>> = {
  sm90_get_smem_store_op: 'sm90_get_smem_store_op',
  sm90_get_smem_layout_atom: 'get_smem_layout_atom',
  sm90_make_smem_layout_a: 'make_smem_layout_a',
  sm90_make_smem_layout_b: 'make_smem_layout_b',
  sm90_make_smem_layout_epi: 'make_smem_layout_epi',
  sm90_make_trivial_tiled_mma: 'make_trivial_tiled_mma',
  compute_tile_shape_or_override: 'compute_tile_shape_or_override',
};

const utilsFunction = (rest: readonly string[]): Builtin | undefined => {
  const [first, second] = rest;
  if (rest.length === 1)
    return Object.hasOwn(HOPPER_NAMES, first!)
      ? HOPPER.get(HOPPER_NAMES[first!]!)
      : (BLACKWELL.get(first!) ?? SCALE_FACTORS.get(first!) ?? TENSOR_HELPERS.get(first!));
  if (rest.at(-2) === 'LayoutEnum') return UTILS.get(rest.at(-1)!);
  if (rest.length !== 2) return undefined;
  if (first === 'tensor_helpers' || first === 'smem_allocator' || first === 'mixed_input_helpers')
    return TENSOR_HELPERS.get(second!);
  if (first === 'blockscaled_layout') return SCALE_FACTORS.get(second!);
  if (first === 'hopper_helpers' || first === 'sm90') return HOPPER.get(second!);
  return first === 'blackwell_helpers' || first === 'sm100' ? BLACKWELL.get(second!) : undefined;
};

const MATRIX = signature(
  'matrix(l, mode0, mode1, is_mode0_major, cutlass_dtype, init_type?, init_config?, device?)',
);
const TORCH_HELPERS = new Map<string, Builtin>([
  [
    'matrix',
    (call) => {
      const bound = bindSignature(MATRIX, call);
      return Array.isArray(bound) ? torchMatrix(bound) : (bound as Failure | Unknown);
    },
  ],
  ...built([
    [
      'cute_tensor_like(data_ref, cutlass_dtype, is_dynamic_layout, assumed_align?, enable_tvm_ffi?)',
      tensorLike,
    ],
    [
      'convert_cute_tensor(f32_torch_tensor, cute_tensor, dtype, is_dynamic_layout?, enable_tvm_ffi?)',
      convertedTensor,
    ],
    [
      'create_and_permute_torch_tensor(shape, dtype, permute_order?, init_type?, init_config?, device?)',
      permutedTensor,
    ],
    ['dtype(ty)', torchTypeOf],
  ]),
]);

const RUNTIME = built([
  [
    'from_dlpack(tensor_dlpack, assumed_align?, use_32bit_stride?, *, enable_tvm_ffi?, force_tf32?)',
    fromDlpack,
  ],
  [
    'make_fake_compact_tensor(dtype, shape, *, stride_order?, memspace?, assumed_align?, use_32bit_stride?)',
    fakeCompactTensor,
  ],
  ['make_fake_tensor(dtype, shape, stride, *, memspace?, assumed_align?)', fakeTensor],
  ['make_ptr(dtype, value, mem_space?, assumed_align?)', hostPointer],
]);

/** A copy is what it is a copy of: what is changed later is followed by the names that hold it. */
const same: Builtin = ({ args }) => args[0] ?? unsupported('a copy of this');

const fromOutside: Builtin = () =>
  new Unknown('run-time', 'what a file says is known when the program runs', [], 'json');

const LIBRARY: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  // `t.element_type = type`
  ['element_type=', known('element_type(tensor, type)', withElementType)],
  ['argparse.ArgumentParser', () => ARGUMENT_PARSER],
  ['copy.copy', same],
  ['copy.deepcopy', same],
  ['json.load', fromOutside],
  ['json.loads', fromOutside],
  [
    'types.SimpleNamespace',
    ({ args, keywords }) =>
      args.length === 0 && !keywords.has('**')
        ? new SimpleNamespace(keywords)
        : unsupported('a namespace of this'),
  ],
]);

export function hostFunction(home: string, rest: readonly string[]): Builtin | undefined {
  if (home === 'utils') return utilsFunction(rest);
  if (home === 'cutlass.torch') {
    if (/^(?:Random|Scalar|Gaussian)InitConfig$/.test(rest[0]!)) return () => INITIAL;
    return rest.length === 1 ? TORCH_HELPERS.get(rest[0]!) : undefined;
  }
  return home === 'runtime' ? RUNTIME.get(rest[0]!) : LIBRARY.get(rest.join('.'));
}

export function hostMember(of: TorchTensor | SimpleNamespace, name: string): Value | Failure | undefined {
  if (of instanceof TorchTensor) return torchMember(of, name);
  return of.attributes.get(name) ?? new Unknown('missing-name', `the namespace has no ${name}`, [], name);
}

export function hostMethod(of: Value, name: string): Builtin | undefined {
  if (of === ARGUMENT_PARSER) {
    const value = parserMethod(name);
    return value === undefined ? undefined : () => value;
  }
  if (of instanceof TorchTensor) return partMethod(of, name) ?? torchMethod(of, name);
  if (typeof of === 'string') {
    const value = enumeratorMethod(of, name);
    return value === undefined ? undefined : () => value;
  }
  if (!(of instanceof Tensor)) return undefined;
  if (name === 'mark_layout_dynamic')
    return known('mark_layout_dynamic(leading_dim?)', ([leading]) => markLayoutDynamic(of, leading));
  return name === 'mark_compact_shape_dynamic'
    ? known('mark_compact_shape_dynamic(mode, stride_order?, divisibility?)', (args) =>
        markCompactShapeDynamic(of, args),
      )
    : undefined;
}
