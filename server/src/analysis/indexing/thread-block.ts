// The blocks of threads that kernels of CuTe DSL are launched with.

import { knownNumber } from '../../algebra/integer/known.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { knownValueOf } from '../document/extents.ts';
import { callsOf, writtenCall } from '../document/written-call.ts';
import type { DocumentModel } from '../values/model.ts';

/** The threads in each direction; undefined: not known. */
export type ThreadBlock = readonly (number | undefined)[];

const numberIn = (value: Value): number | undefined => (isInteger(value) ? knownNumber(value) : undefined);

/** What `kernel(…).launch(block=[…])` says everywhere in the file; null where no launch does, or they differ. */
export function launchedBlock(model: DocumentModel, kernel: string): ThreadBlock | null {
  const said = callsOf(model, 'launch').flatMap(({ call }): (ThreadBlock | null)[] => {
    const launched = call.object === null ? null : writtenCall(call.object);
    if (launched?.name !== kernel) return [];
    const block = knownValueOf(model, call.keywords.get('block'));
    return [Array.isArray(block) ? (block as readonly Value[]).map(numberIn) : null];
  });
  const [first] = said;
  return first != null && said.every((block) => block?.join() === first.join()) ? first : null;
}

/** How many threads it has; undefined where a direction is not known. */
export const threadsIn = (block: ThreadBlock): number | undefined =>
  block.reduce<number | undefined>(
    (n, size) => (n === undefined || size === undefined ? undefined : n * size),
    1,
  );
