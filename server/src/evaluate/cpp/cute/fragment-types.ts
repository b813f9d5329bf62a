// The types that say where an operand of an MMA lives: `UMMA::tmem_frg_1sm<V>`, `GMMA::smem_desc<Major::K>`. Traits name
// them as FrgTypeA, FrgTypeB and FrgTypeC.

import type { OperandHome } from '../../../hardware/mma/mma-atom.ts';
import type { Allocation } from '../../../hardware/mma/tensor-memory.ts';
import { staticArgument } from '../../cute/operations.ts';
import { asValue, type Entity, LibraryType } from '../../model/entity.ts';
import { TypeValue, Unknown } from '../../model/value.ts';
import { libraryName } from '../types/names.ts';

/** One of them; `element`: the type of what lies in tensor memory, null for a descriptor. */
export class FragmentType extends LibraryType {
  readonly home: OperandHome;
  readonly element: TypeValue | null;
  constructor(name: string, args: readonly Entity[], home: OperandHome, element: TypeValue | null) {
    super(name, { template: name, args });
    this.home = home;
    this.element = element;
  }
}

const ALLOCATIONS: ReadonlyMap<string, Allocation> = new Map([
  ['TmemAllocMode::Interleaved', 'interleaved'],
  ['TmemAllocMode::NonInterleaved', 'non-interleaved'],
  ['TmemAllocMode::Duplicated', 'duplicated'],
]);
const INTERLEAVED = 'TmemAllocMode::Interleaved';
/** Width of the storage of an element where the type does not say another: uint32_t. */
const COLUMN_BITS = 32;

const open = (name: string): Unknown =>
  new Unknown('template-parameter', `the arguments of ${name} are not known`, [], name);

const numberOf = (t: Entity | undefined): unknown => (t === undefined ? null : staticArgument(asValue(t)));

/** `UMMA::tmem_frg<V, S, N_SM, Mode>` and its kin, of which the names with `_1sm` and `_2sm` fix N_SM. */
function inTensorMemory(name: string, args: readonly Entity[]): FragmentType | Unknown {
  const isStationary = name.startsWith('UMMA::tmem_frg_ws');
  const fixed = /_([12])sm$/.exec(name)?.[1];
  const [element, storage] = args;
  const rest = args.slice(2);
  const ctas = fixed === undefined ? numberOf(rest.shift()) : Number(fixed);
  const mode = isStationary ? undefined : (rest.shift() ?? INTERLEAVED);
  const allocation = isStationary ? 'weight-stationary' : ALLOCATIONS.get(String(mode));
  const storageBits =
    storage === undefined ? COLUMN_BITS : storage instanceof TypeValue ? storage.bits : null;
  const isKnown = element instanceof TypeValue && allocation !== undefined && typeof storageBits === 'number';
  if (!isKnown || (ctas !== 1 && ctas !== 2)) return open(name);
  const home = { kind: 'tensor-memory', ctas, allocation, storageBits } as const;
  const full = isStationary ? 'UMMA::tmem_frg_ws' : 'UMMA::tmem_frg';
  return new FragmentType(full, [element, ctas, storageBits, allocation], home, element);
}

/** The type of a fragment that a path with arguments names; undefined: it is none. */
export function fragmentType(
  path: readonly string[],
  args: readonly Entity[],
): FragmentType | Unknown | undefined {
  const name = libraryName(path);
  if (name === null || args.length === 0) return undefined;
  if (/^UMMA::tmem_frg(?:_ws)?(?:_[12]sm)?$/.test(name)) return inTensorMemory(name, args);
  const instruction = /^([GU]MMA)::smem_desc$/.exec(name)?.[1] as 'GMMA' | 'UMMA' | undefined;
  if (instruction === undefined) return undefined;
  const [major] = args;
  if (major !== 'Major::K' && major !== 'Major::MN') return open(name);
  return new FragmentType(
    name,
    [major],
    { kind: 'descriptor', instruction, major: major === 'Major::K' ? 'K' : 'MN' },
    null,
  );
}

/** The type of a fragment of elements that live there; null where the home does not say it in full. */
export function typeOfHome(home: OperandHome, element: TypeValue): FragmentType | null {
  if (home.kind === 'registers') return null;
  if (home.kind === 'tensor-memory') {
    const { ctas, storageBits, allocation } = home;
    const name = allocation === 'weight-stationary' ? 'UMMA::tmem_frg_ws' : 'UMMA::tmem_frg';
    return new FragmentType(name, [element, ctas, storageBits, allocation], home, element);
  }
  if (home.major === null) return null;
  return new FragmentType(`${home.instruction}::smem_desc`, [`Major::${home.major}`], home, null);
}
