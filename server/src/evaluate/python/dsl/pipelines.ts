// Objects of CuTe DSL that order work and share it out: pipelines, tile schedulers, the allocator of tensor memory.
// They hold no layouts; what they count are run-time integers, and what they hand out has a known type.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Builtin } from '../../model/builtin.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../../model/value.ts';

type Kind =
  | 'pipeline'
  | 'participant'
  | 'handle'
  | 'state'
  | 'scheduler'
  | 'group-scheduler'
  | 'work'
  | 'group-work'
  | 'group'
  | 'tensor-memory'
  | 'device'
  | 'barrier';

/** An object of the library of which only the kind is known. */
export class LibraryObject extends TypeValue {
  readonly kind: Kind;
  constructor(kind: Kind) {
    super(kind, null);
    this.kind = kind;
  }

  override get identity(): string | null {
    return null;
  }
}

const OBJECTS = new Map<Kind, LibraryObject>();

/** One object for each kind: nothing tells two of them apart. */
function object(kind: Kind): LibraryObject {
  let known = OBJECTS.get(kind);
  if (known === undefined) {
    known = new LibraryObject(kind);
    OBJECTS.set(kind, known);
  }
  return known;
}

const COUNT = new Dynamic(null);
const FLAG = new Unknown('run-time', 'a condition is only known at run time');
/** A tile of (M, N, L). */
const TILE: readonly Value[] = [COUNT, COUNT, COUNT];

const counts = (names: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, COUNT]));

const ATTRIBUTES: Readonly<Partial<Record<Kind, Readonly<Record<string, Value>>>>> = {
  state: counts('index count phase'),
  handle: counts('index count'),
  work: { tile_idx: TILE, is_valid_tile: FLAG },
  'group-work': { tile_idx: TILE, is_valid_tile: FLAG, group_search_result: object('group') },
  group: counts(
    'group_idx cta_tile_idx_m cta_tile_idx_n problem_shape_m problem_shape_n problem_shape_k cta_tile_count_k',
  ),
  scheduler: counts('num_tiles_executed'),
  'group-scheduler': counts('num_tiles_executed'),
};

const method = (kinds: Partial<Record<string, Kind>>): Readonly<Record<string, () => Value>> =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, () => object(kind!)]));

const participants = (): Value => [object('participant'), object('participant')];

const METHODS: Readonly<Partial<Record<Kind, Readonly<Record<string, (args: readonly Value[]) => Value>>>>> =
  {
    pipeline: {
      ...method({ make_producer: 'participant', make_consumer: 'participant' }),
      make_participants: participants,
    },
    participant: method({
      acquire: 'handle',
      acquire_and_advance: 'handle',
      wait: 'handle',
      wait_and_advance: 'handle',
      current_handle: 'handle',
      clone: 'participant',
    }),
    state: method({ clone: 'state' }),
    scheduler: method({ initial_work_tile_info: 'work', get_current_work: 'work' }),
    'group-scheduler': method({ initial_work_tile_info: 'group-work', get_current_work: 'group-work' }),
    device: {
      get_device_multiprocessor_count: () => COUNT,
      get_max_active_clusters: () => COUNT,
      get_l2_cache_size_in_bytes: () => COUNT,
    },
    'tensor-memory': { retrieve_ptr: ([type]) => tensorMemory(type) },
  };

/** A pointer to tensor memory, for elements of a type: Float32 where none is given. */
export function tensorMemory(type: Value | undefined): Value {
  const isKnown = type === undefined || (type instanceof TypeValue && type.bits !== null);
  const [element, bits] = isKnown ? [type?.name ?? 'Float32', type?.bits ?? 32] : [null, null];
  return new Pointer({ space: 'tmem', bits, element, offset: null });
}

/** Functions of `cutlass.pipeline` and `cutlass.utils` that make such objects. */
const MADE_BY: Readonly<Record<string, Kind>> = {
  'pipeline.make_pipeline_state': 'state',
  'pipeline.CooperativeGroup': 'barrier',
  'pipeline.NamedBarrier': 'barrier',
  'utils.TmemAllocator': 'tensor-memory',
  'utils.StaticPersistentTileScheduler.create': 'scheduler',
  'utils.StaticPersistentRuntimeTileScheduler.create': 'scheduler',
  'utils.ClcDynamicPersistentTileScheduler.create': 'scheduler',
  'utils.StaticPersistentGroupTileScheduler.create': 'group-scheduler',
  'utils.HardwareInfo': 'device',
};

const PIPELINE = /^pipeline\.Pipeline\w+\.create$/;

/** `path`: behind `cutlass`. */
export function libraryObject(path: readonly string[]): Builtin | undefined {
  const text = path.join('.');
  const kind = PIPELINE.test(text) ? 'pipeline' : Object.hasOwn(MADE_BY, text) ? MADE_BY[text] : undefined;
  return kind === undefined ? undefined : () => object(kind);
}

export const attributeOf = (of: LibraryObject, name: string): Value | undefined => {
  const known = ATTRIBUTES[of.kind];
  return known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
};

export function methodOfObject(of: LibraryObject, name: string): Builtin | undefined {
  const known = METHODS[of.kind];
  const run = known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
  return run === undefined ? undefined : ({ args, keywords }) => run([...args, ...keywords.values()]);
}

/** None of them depends on an argument but for the element type of a pointer. */
export const OBJECT_FUNCTIONS: ReadonlySet<string> = new Set([
  'create',
  'make_pipeline_state',
  'CooperativeGroup',
  'NamedBarrier',
  'TmemAllocator',
  'HardwareInfo',
  'retrieve_ptr',
  'retrieve_tmem_ptr',
  ...Object.values(METHODS).flatMap((of) => Object.keys(of ?? {})),
]);
