// The encodings of Triton's IR as values: attributes with MLIR's names for what Gluon's constructors take.

import {
  asFailure,
  isFailure,
  needsValue,
  type Outcome,
  orThrow,
  refuse,
} from '../../algebra/integer/failure.ts';
import { inferredSizes } from '../../algebra/linear/layout.ts';
import type { Attribute, AttributeOrAlias, FieldValue } from '../../frontends/ttgir/attributes.ts';
import type { TensorType } from '../../frontends/ttgir/places.ts';
import { type Argument, construct } from '../../hardware/triton/construct.ts';
import { identityPadded } from '../../hardware/triton/defaults.ts';
import {
  type Encoding,
  type EncodingName,
  type IntLists,
  TritonLayout,
} from '../../hardware/triton/encoding.ts';
import { TritonTensor } from '../../hardware/triton/value.ts';

/** What an alias stands for; null where nothing says it. */
export type Definitions = (alias: {
  readonly name: string;
  readonly start: number;
}) => AttributeOrAlias | null;

const CGA: Readonly<Record<string, string>> = {
  CGALayout: 'cga_layout',
  CTAsPerCGA: 'ctas_per_cga',
  CTASplitNum: 'cta_split_num',
  CTAOrder: 'cta_order',
};

interface Form {
  readonly constructor: EncodingName;
  /** Gluon's parameters by MLIR's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** What a field that is left out is. */
  readonly defaults?: Readonly<Record<string, Argument>>;
}

const FORMS: Readonly<Record<string, Form>> = {
  'ttg.blocked': {
    constructor: 'BlockedLayout',
    fields: {
      sizePerThread: 'size_per_thread',
      threadsPerWarp: 'threads_per_warp',
      warpsPerCTA: 'warps_per_cta',
      order: 'order',
      ...CGA,
    },
  },
  'ttg.slice': { constructor: 'SliceLayout', fields: { dim: 'dim', parent: 'parent' } },
  'ttg.dot_op': {
    constructor: 'DotOperandLayout',
    fields: { opIdx: 'operand_index', parent: 'parent', kWidth: 'k_width' },
    defaults: { k_width: 0 },
  },
  'ttg.amd_mfma': {
    constructor: 'AMDMFMALayout',
    fields: {
      version: 'version',
      warpsPerCTA: 'warps_per_cta',
      instrShape: 'instr_shape',
      isTransposed: 'transposed',
      elementBitWidth: 'element_bitwidth',
      tilesPerWarp: 'tiles_per_warp',
      ...CGA,
    },
  },
  'ttg.amd_wmma': {
    constructor: 'AMDWMMALayout',
    fields: {
      version: 'version',
      isTranspose: 'transposed',
      warpsPerCTA: 'warps_per_cta',
      instrShape: 'instr_shape',
      tilesPerWarp: 'tiles_per_warp',
      ...CGA,
    },
  },
  'ttg.swizzled_shared': {
    constructor: 'SwizzledSharedLayout',
    fields: { vec: 'vec', perPhase: 'per_phase', maxPhase: 'max_phase', order: 'order', ...CGA },
  },
  'ttg.nvmma_shared': {
    constructor: 'NVMMASharedLayout',
    fields: {
      swizzlingByteWidth: 'swizzle_byte_width',
      transposed: 'transposed',
      elementBitWidth: 'element_bitwidth',
      fp4Padded: 'fp4_padded',
      rank: 'rank',
      ...CGA,
    },
  },
  'ttg.shared_linear': {
    constructor: 'SharedLinearLayout',
    fields: { offset: 'offset_bases', block: 'block_bases', alignment: 'alignment' },
  },
  'ttng.tensor_memory_scales_encoding': { constructor: 'TensorMemoryScalesLayout', fields: {} },
};

class Converter {
  readonly #definitions: Definitions;
  #followed = 0;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  encoding(of: AttributeOrAlias): Encoding {
    if (of.kind === 'attribute') return this.attribute(of);
    const found = ++this.#followed > 32 ? null : this.#definitions(of);
    return found === null ? needsValue(`nothing is known of #${of.name} here`) : this.encoding(found);
  }

  attribute(attribute: Attribute): Encoding {
    switch (attribute.name) {
      case 'ttg.linear':
        return linear(attribute);
      case 'ttg.padded_shared':
        return padded(attribute);
      case 'ttg.nvidia_mma':
        return nvidiaMma(attribute, this.arguments(attribute, MMA_FIELDS));
      case 'ttng.tensor_memory_encoding':
        return tensorMemory(attribute);
      default:
        return this.plain(attribute);
    }
  }

  plain(attribute: Attribute): Encoding {
    const form = Object.hasOwn(FORMS, attribute.name) ? FORMS[attribute.name]! : null;
    if (form === null) return needsValue(`#${attribute.name} is not computed`);
    const given = new Map([
      ...Object.entries(form.defaults ?? {}),
      ...rankOfBlocks(attribute),
      ...this.arguments(attribute, form.fields),
    ]);
    return orThrow(construct(form.constructor, [], given));
  }

  arguments(
    { name, fields }: Attribute,
    names: Readonly<Record<string, string>>,
  ): ReadonlyMap<string, Argument> {
    return new Map(
      [...fields].map(([field, value]) => {
        if (!Object.hasOwn(names, field))
          needsValue(`the field ${field} of #${name} is not known of Triton 3.6`);
        return [names[field]!, this.argument(value)] as const;
      }),
    );
  }

  argument(value: FieldValue): Argument {
    if (typeof value !== 'object') return value;
    if (Array.isArray(value)) return (value as readonly FieldValue[]).map((v) => this.argument(v));
    return this.encoding(value as AttributeOrAlias);
  }
}

/** The rank of nvmma_shared, which is not printed where the blocks tell it. */
function rankOfBlocks({ name, fields }: Attribute): readonly (readonly [string, number])[] {
  const blocks = fields.get('CGALayout') ?? [];
  const own = Array.isArray(blocks) ? (blocks as readonly FieldValue[])[0] : undefined;
  const told = own ?? fields.get('CTAsPerCGA');
  return name === 'ttg.nvmma_shared' && isInts(told) ? [['rank', told.length]] : [];
}

const MMA_FIELDS = {
  versionMajor: 'major',
  versionMinor: 'minor',
  warpsPerCTA: 'warps_per_cta',
  instrShape: 'instr_shape',
  ...CGA,
};

function nvidiaMma({ name }: Attribute, given: ReadonlyMap<string, Argument>): Encoding {
  const { major, minor, ...others } = Object.fromEntries(given);
  if (typeof major !== 'number') return refuse('wrong-kind', `versionMajor of #${name} is missing`);
  const keywords = new Map(Object.entries({ version: [major, minor ?? 0], ...others }));
  return orThrow(construct('NVMMADistributedLayout', [], keywords));
}

const isInts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((n) => typeof n === 'number');

function bases(fields: ReadonlyMap<string, FieldValue>, name: string): IntLists {
  const value = fields.get(name) ?? [];
  if (!Array.isArray(value) || !value.every(isInts)) refuse('wrong-kind', `${name} is a list of bases`);
  return value as unknown as IntLists;
}

/** The tensor is as large as the bases reach. */
function reached(all: IntLists): readonly number[] {
  const rank = all[0]?.length ?? needsValue('a layout without bases says nothing of its rank');
  const names = Array.from({ length: rank }, (_, i) => `dim${i}`);
  return inferredSizes([['all', all]], names).map(([, size]) => size);
}

function linear({ fields }: Attribute): Encoding {
  const [register, lane, warp, block] = ['register', 'lane', 'warp', 'block'].map((n) =>
    bases(fields, n),
  ) as [IntLists, IntLists, IntLists, IntLists];
  const shape = reached([...register, ...lane, ...warp, ...block]);
  return orThrow(construct('DistributedLinearLayout', [register, lane, warp, block, shape], new Map()));
}

/** `[32:+4] {offset = …, block = …}`, or the dimensions in their order. */
function padded({ fields, pairs }: Attribute): Encoding {
  const [order, shape] = [fields.get('order'), fields.get('shape')];
  if (isInts(order) && isInts(shape)) return orThrow(identityPadded(pairs, shape, order));
  const [offset, block] = [bases(fields, 'offset'), bases(fields, 'block')];
  const own = reached([...offset, ...block]);
  return orThrow(construct('PaddedSharedLayout', [pairs, offset, block, own], new Map()));
}

const TENSOR_MEMORY: ReadonlySet<string> = new Set([
  'blockM',
  'blockN',
  'colStride',
  'CTASplitM',
  'CTASplitN',
  'twoCTAs',
]);

function tensorMemory({ name, fields }: Attribute): Encoding {
  const other = [...fields.keys()].find((field) => !TENSOR_MEMORY.has(field));
  if (other !== undefined) needsValue(`the field ${other} of #${name} is not known of Triton 3.6`);
  const number = (field: string): number => {
    const value = fields.get(field);
    return typeof value === 'number' ? value : refuse('wrong-kind', `${field} of #${name} is missing`);
  };
  const split = [fields.get('CTASplitM') ?? 1, fields.get('CTASplitN') ?? 1] as number[];
  const isSplit = split.some((n) => n !== 1);
  const args: Argument[] = [
    [number('blockM'), number('blockN')],
    number('colStride'),
    isSplit ? split : null,
  ];
  return orThrow(construct('TensorMemoryLayout', [...args, fields.get('twoCTAs') === true], new Map()));
}

/** The layout that an attribute means. */
export function ttgirLayout(of: AttributeOrAlias, definitions: Definitions): Outcome<TritonLayout> {
  try {
    return new TritonLayout(new Converter(definitions).encoding(of));
  } catch (e) {
    return asFailure(e);
  }
}

/** The width of an element: `f16`, `i1`, `bf16`, `f8E4M3FN`; null for others, such as pointers. */
function elementOf(name: string): TritonTensor['element'] {
  const bits = /^(?:[iuf]|bf|si|ui)(\d+)/.exec(name)?.[1];
  return bits === undefined ? null : { name, bits: Number(bits) };
}

/** A tensor or a piece of memory by its type. */
export function ttgirTensor(type: TensorType, definitions: Definitions): Outcome<TritonTensor> {
  const made = ttgirLayout(type.layout, definitions);
  if (isFailure(made)) return made;
  const { encoding } = made;
  const isTensorMemory = encoding.layout.startsWith('TensorMemory');
  const space = !type.isMemory ? 'register' : isTensorMemory ? 'tensor' : 'shared';
  const allocated = type.allocated ?? type.shape;
  return new TritonTensor(space, type.shape, elementOf(type.element), encoding, allocated);
}
