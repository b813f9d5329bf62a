// What the threads of CuTe DSL take of a tensor by their numbers: `tensor[tidx, None]` of (thread, value), and
// `local_partition(tensor, threads, tidx)`. Python's numbers have no names among values: it is read where they are written.

import { shapeOf } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { Layout, type Shape } from '../../algebra/layout/layout.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import type { Share } from '../../hardware/memory/share.ts';
import { type Access, accessesOf, valueAccesses } from '../accesses/access.ts';
import type { DocumentModel, Site, SiteEvaluation } from '../values/model.ts';
import { knownValueOf } from './extents.ts';
import { isThreadIndex } from './thread-index.ts';
import { argumentAt, type WrittenCall, writtenCall } from './written/call.ts';
import { placeholderAt } from './written/expressions.ts';
import { initialiserOf } from './written/names.ts';

interface Context {
  readonly model: DocumentModel;
  readonly text: string;
}

const THREAD = dynamicSymbol('threadIdx.x');

/** `tensor[tidx, None]`: a part of as many as the first mode has. */
function sliceOf({ name, callee, args }: WrittenCall, { model, text }: Context): Share | null {
  const [index, ...others] = args;
  if (name !== '[]' || index === undefined || others.length === 0 || !isThreadIndex(index, text)) return null;
  if (!others.every((other) => placeholderAt(other) !== null)) return null;
  const whole = knownValueOf(model, callee);
  const shape = whole instanceof Tensor ? shapeOf(whole.layout) : null;
  if (!(whole instanceof Tensor) || !Array.isArray(shape) || shape.length !== args.length) return null;
  const threads = knownNumber(product(shape[0] as Shape));
  return threads === undefined
    ? null
    : { data: whole.layout, thread: THREAD, by: new Layout(threads, 1), part: null };
}

/** By whom the tensor that is named there is shared, where that is by the number of a thread. */
function shareAt(site: Site, { share }: Tensor, context: Context): Share | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  if (call === null) return share;
  if (share === null) return sliceOf(call, context);
  if (share.part !== null || call.name !== 'local_partition') return share;
  const index = argumentAt(call, 2, 'index');
  return index !== undefined && isThreadIndex(index, context.text) ? { ...share, thread: THREAD } : share;
}

/** The accesses of a copy, and of a partition, also of what the threads take by their numbers. */
export function accessesAt(site: Site, evaluation: SiteEvaluation, context: Context): readonly Access[] {
  const { origin } = evaluation;
  const call = site.dialect === 'python' && origin !== null ? writtenCall(initialiserOf(site) ?? site) : null;
  if (origin === null || call === null || evaluation.value instanceof Tensor) return accessesOf(evaluation);
  const args = origin.args.map((arg, i) => {
    const written = call.args[i];
    if (written === undefined || isFailure(arg.value) || !(arg.value instanceof Tensor)) return arg;
    const { engine, layout } = arg.value;
    return { ...arg, value: new Tensor(engine, layout, shareAt(written, arg.value, context)) };
  });
  return accessesOf({ ...evaluation, origin: { ...origin, args } });
}

/** The accesses of `part.load()` and `part.store(values)` of what the threads take by their numbers. */
export function accessesOfValues(site: Site, call: WrittenCall, context: Context): readonly Access[] {
  const side = call.name === 'load' ? 'S' : 'D';
  if (site.dialect !== 'python' || call.object === null || (side === 'D' && call.name !== 'store')) return [];
  const part = knownValueOf(context.model, call.object);
  const share = part instanceof Tensor ? shareAt(call.object, part, context) : null;
  if (!(part instanceof Tensor) || share === null) return [];
  return valueAccesses(new Tensor(part.engine, part.layout, share), side);
}
