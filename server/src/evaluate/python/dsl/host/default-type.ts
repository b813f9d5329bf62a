// The element type of a tensor of PyTorch that is made without one: `torch.randn(64, 64)` is of 32-bit floats where no
// program says otherwise by `torch.set_default_dtype`.

import type { Failure } from '../../../../algebra/integer/failure.ts';
import { callEntity } from '../../../core/called-entities.ts';
import { asValue, type Entity, type QualifiedName } from '../../../model/entity.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import type { Value } from '../../../model/value.ts';
import { pythonCalls } from '../../plain/calls.ts';
import { DEFAULT_TYPE, TorchTensor } from './torch.ts';

/** Makers whose elements are floats whatever they are given. */
const MAKERS: ReadonlySet<string> = new Set(['empty', 'zeros', 'ones', 'rand', 'randn']);

const SETTERS = ['set_default_dtype', 'set_default_tensor_type'];

/** Whether the program itself sets another one somewhere. */
function isSet({ db: { memos } }: Evaluation): boolean {
  for (const memo of memos) for (const name of SETTERS) memo.useDependencies.add(name);
  return memos.some(({ placed }) => SETTERS.some((name) => pythonCalls(placed.unit).has(name)));
}

/** What a call makes a tensor of by PyTorch's default, or hands such a tensor on, which is noted; null: as it is. */
export function byDefaultType(
  ev: Evaluation,
  target: QualifiedName,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure | null {
  const [module, name] = [target.path[0], target.path.at(-1)!];
  if (name === 'from_dlpack') {
    const [first] = args;
    const of = first === undefined ? keywords.get('tensor_dlpack') : asValue(first);
    if (of instanceof TorchTensor && of.element === DEFAULT_TYPE)
      ev.noteAssumption({ name: 'dtype', value: 'torch.float32', source: 'the default of PyTorch' });
    return null;
  }
  if (module !== 'torch' || target.path.length !== 2 || !MAKERS.has(name)) return null;
  if (keywords.has('dtype') || keywords.has('**') || keywords.has('out') || isSet(ev)) return null;
  return callEntity(ev, target, [], args, new Map([...keywords, ['dtype', DEFAULT_TYPE]]));
}
