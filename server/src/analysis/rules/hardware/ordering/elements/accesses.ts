// Elements of shared memory that the threads of a block read and write one by one, in the first rounds of the loops around.

import { evaluateAny } from '../../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../../algebra/integer/known.ts';
import type { AnyLayout } from '../../../../../algebra/layout/layout.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { settledValueOf } from '../../../../document/extents.ts';
import { functionNameAt } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { itemsAt } from '../../../../document/written/expressions.ts';
import { compactIn } from '../../../../document/written/source-text.ts';
import { elementAt } from '../../../../indexing/arrays.ts';
import { type ByThread, byThread, type Comes, comesTo, type Run } from '../../../../indexing/by-thread.ts';
import { callsNamed, givenAt } from '../../../../indexing/callers.ts';
import { launchedPython, threadsIn } from '../../../../indexing/thread-block.ts';
import { launchedBlock } from '../../../../launches/launches.ts';
import { kernelAt } from '../../../../launches/python-launches.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext } from '../../../rule.ts';

/** So many functions that a kernel calls, one in the other, are followed. */
const MAXIMUM_DEPTH = 3;
/** The most threads that a block has. */
const MAXIMUM_THREADS = 1024;

/** The run of the function around a place, by the only launch of its kernel or by the first call that hands over all that is known. */
export function runOf(context: RuleContext, site: Site, depth = 0): Run | null {
  const { model, text } = context;
  const kernel = kernelAt(site) ?? '';
  const block =
    site.dialect === 'python' ? launchedPython(model, kernel, 'block') : launchedBlock(context, kernel);
  if (threadsIn(block) !== undefined) return { model, text, block, call: null };
  const name = functionNameAt(site);
  const [first, ...others] = name === null || depth >= MAXIMUM_DEPTH ? [] : callsNamed(model, name);
  const given = first === undefined ? null : givenAt(first, site);
  const run = given === null ? null : runOf(context, first!, depth + 1);
  if (run === null || given === null) return null;
  // What another call gives is another thing.
  const spaced = compactIn(codeOf(text, site.dialect === 'python' ? 'python' : 'cpp'));
  const written = (of: Site | undefined): string => (of === undefined ? '' : spaced(of));
  const all = others.map((other) => givenAt(other, site));
  const alike = [...given].filter(([parameter, argument]) =>
    all.every((other) => written(other?.get(parameter)) === written(argument)),
  );
  return { model, text, block: run.block, call: { given: new Map(alike), run, at: first! } };
}

/** An element that is read or written. */
export interface ElementAccess {
  readonly site: Site;
  /** The name of the tensor or array. */
  readonly tensor: string;
  readonly isWrite: boolean;
  readonly layout: AnyLayout;
  readonly coordinates: readonly Site[];
}

/** So much of the code behind an element may say that it is written. */
const NEAR = 80;
const ASSIGNS = /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/;

/** Null for what is none of shared memory, by a name. */
export function accessAt(context: RuleContext, run: Run, site: Site): ElementAccess | null {
  const { model, text } = context;
  const element = elementAt({ model, text }, site);
  const { tensor, coordinates } = element ?? calledWith(site) ?? {};
  if (tensor === undefined || coordinates === undefined) return null;
  const name = text.slice(tensor.span.start, tensor.span.end);
  if (!/^\w+$/.test(name)) return null;
  const given = run.call?.given.get(name);
  const handed = element !== null || given === undefined ? null : settledValueOf(model, given);
  const layout = element?.layout ?? (handed instanceof Tensor ? handed.layout : null);
  const space = element?.space ?? (handed instanceof Tensor ? handed.engine.space : null);
  if (layout === null || space !== 'smem') return null;
  const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
  const isWrite = ASSIGNS.test(code.slice(site.span.end, site.span.end + NEAR));
  return { site, tensor: name, isWrite, layout, coordinates };
}

/** The coordinates that a name is called or indexed with. */
function calledWith(site: Site): { readonly tensor: Site; readonly coordinates: readonly Site[] } | null {
  const call = writtenCall(site);
  if (call === null || call.keywords.size > 0) return null;
  const [only] = call.args;
  return {
    tensor: call.callee,
    coordinates: (call.args.length === 1 ? itemsAt(only!) : null) ?? call.args,
  };
}

/** By thread: the offset of the element that it accesses; undefined where it does not come there, or that is not known. */
export function offsetsOf(
  { site, layout, coordinates }: ElementAccess,
  whole: Run,
  second?: Scope,
): readonly (number | undefined)[] | null {
  const run: Run = second === undefined ? whole : { ...whole, second };
  const comes: Comes | null = comesTo(run, site);
  const threads = threadsIn(run.block)!;
  const all = coordinates.map((coordinate) => byThread(run, coordinate));
  if (comes === null || threads > MAXIMUM_THREADS || all.includes(null)) return null;
  const columns = all as readonly ByThread[];
  return Array.from({ length: threads }, (_, thread) => {
    if (!comes(thread)) return undefined;
    const at = columns.map((column) => column(thread));
    if (at.includes(undefined)) return undefined;
    const offset = evaluateAny(layout, at.length === 1 ? at[0]! : (at as number[]));
    return isFailure(offset) ? undefined : knownNumber(offset as number);
  });
}
