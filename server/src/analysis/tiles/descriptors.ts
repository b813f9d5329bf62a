// The blocks of tensor descriptors that launches hand to kernels of Triton and Gluon.

import type { Scope } from '../../frontends/common/scope.ts';
import { settledValueOf } from '../document/extents.ts';
import { argumentAt, writtenCall } from '../document/written/call.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { LaunchContext } from '../launches/launches.ts';
import type { Site } from '../values/model.ts';
import { handed, tritonLaunches } from './launches.ts';

/** Where each way to make a descriptor has the block, which is what lies in shared memory. */
export const BLOCK_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['from_tensor', 1],
  ['TensorDescriptor', 3],
]);

function blockAt(model: LaunchContext['model'], site: Site | null): readonly number[] | null {
  const call = site === null ? null : writtenCall(initialiserOf(site) ?? site);
  const at = call === null ? undefined : BLOCK_ARGUMENTS.get(call.name);
  const block = at === undefined ? null : settledValueOf(model, argumentAt(call!, at, 'block_shape'));
  const isNumbers = Array.isArray(block) && block.every((n) => typeof n === 'number');
  return isNumbers ? (block as readonly number[]) : null;
}

/** The extents of the block of a descriptor that every launch hands to a parameter; null where they differ, or are not known. */
export function handedBlock(
  context: LaunchContext,
  kernel: Scope,
  parameter: string,
): readonly number[] | null {
  if (kernel.name === null) return null;
  const blocks = tritonLaunches(context, kernel.name).map(({ call }) =>
    blockAt(context.model, handed(context.model, call, kernel, parameter)),
  );
  const [first] = blocks;
  return first != null && blocks.every((block) => String(block) === String(first)) ? first : null;
}
