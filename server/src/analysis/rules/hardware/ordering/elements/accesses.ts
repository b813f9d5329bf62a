// Elements of shared memory that the threads of a block read and write one by one, in the first rounds of the loops around.

import { evaluateAny } from '../../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../../algebra/integer/known.ts';
import { type AnyLayout, Layout } from '../../../../../algebra/layout/layout.ts';
import { scopePath } from '../../../../../evaluate/model/environment.ts';
import { tableOf } from '../../../../../evaluate/model/memo.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../../frontends/common/lists.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { settledNumberAt, settledValueOf } from '../../../../document/extents.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { coordinatesOf, keepsMode } from '../../../../document/written/coordinates.ts';
import { isElement } from '../../../../document/written/counting.ts';
import { memberAt, siteOf } from '../../../../document/written/expressions.ts';
import { givenTo, initialiserOf } from '../../../../document/written/names.ts';
import { compactIn } from '../../../../document/written/source-text.ts';
import { elementAt, isSharedObjectAt, sharedArrayAt } from '../../../../indexing/arrays.ts';
import { callsOfFunctionAt, givenAt } from '../../../../indexing/callers.ts';
import { launchedPython, MAXIMUM_THREADS, threadsIn } from '../../../../indexing/thread-block.ts';
import { type ByThread, byThread, type Run } from '../../../../indexing/threads/by-thread.ts';
import { type Comes, comesTo } from '../../../../indexing/threads/coming.ts';
import { launchedBlock, launchedGrid } from '../../../../launches/launches.ts';
import { kernelAt } from '../../../../launches/python-launches.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext } from '../../../rule.ts';

/** So many functions that a kernel calls, one in the other, are followed. */
const MAXIMUM_DEPTH = 3;
/** The run of the function around a place, by the only launch of its kernel or by the first call that hands over all that is known. */
export function runOf(context: RuleContext, site: Site, depth = 0): Run | null {
  const { model, text } = context;
  const kernel = kernelAt(site) ?? '';
  const [block, grid] =
    site.dialect === 'python'
      ? (['block', 'grid'] as const).map((of) => launchedPython(model, kernel, of))
      : [launchedBlock(context, kernel), launchedGrid(context, kernel)];
  if (threadsIn(block!) !== undefined) return { model, text, block: block!, grid: grid!, call: null };
  const [first, ...others] = depth >= MAXIMUM_DEPTH ? [] : callsOfFunctionAt(model, text, site);
  const given = first === undefined ? null : givenAt(first, site);
  const run = given === null ? null : runOf(context, first!, depth + 1);
  if (run === null || given === null) return null;
  // What another call gives is another thing.
  const spaced = compactIn(codeFor(text, site));
  const written = (of: Site | undefined): string => (of === undefined ? '' : spaced(of));
  const all = others.map((other) => givenAt(other, site));
  const alike = [...given].filter(([parameter, argument]) =>
    all.every((other) => written(other?.get(parameter)) === written(argument)),
  );
  return { ...run, call: { given: new Map(alike), run, at: first! } };
}

/** By thread, the offsets of the elements that it accesses; undefined where it does not come there, or they are not known. */
export type Offsets = readonly (readonly number[] | undefined)[];

/** Elements of a tensor that threads read or write. */
export interface SharedAccess {
  readonly site: Site;
  /** The name of the tensor or array. */
  readonly tensor: string;
  readonly isWrite: boolean;
  /** The offset of the one element that it is of in each thread, as far as that is known; null: it is a part that a tiling hands out. */
  readonly element: ((run: Run) => ByThread | null) | null;
  /** Null where it is not known which threads come there, or not what any of them accesses. */
  readonly offsets: (run: Run) => Offsets | null;
}

/** What threads access that come to a place. @param of what one of them does, by its number */
export function offsetsAt(
  run: Run,
  site: Site,
  of: (thread: number) => readonly number[] | undefined,
): Offsets | null {
  const comes: Comes | null = comesTo(run, site);
  const threads = threadsIn(run.block)!;
  if (comes === null || threads > MAXIMUM_THREADS) return null;
  return Array.from({ length: threads }, (_, thread) => (comes(thread) ? of(thread) : undefined));
}

/** So much of the code behind an element may say that it is written. */
const NEAR = 80;
const ASSIGNS = /^\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/;

const codeFor = (text: string, site: Site): string =>
  codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');

/** What takes the address of an element does with it what nobody knows. */
const ADDRESSED = /[(,=]\s*&\s*$/;

const isAddressed = (code: string, { span: { start } }: Site): boolean =>
  ADDRESSED.test(code.slice(Math.max(0, start - NEAR), start));

const isWritten = (code: string, { span: { end } }: Site): boolean =>
  ASSIGNS.test(code.slice(end, end + NEAR));

/** The name in front of an element's coordinates, `tile`, or that of a member in brackets, `storage.part[i]`. */
const ELEMENT = /^\w+(?=\s*[([])|^\w+(?:(?:\.|->)\w+)+(?=\s*\[)/;

/** Elements of a function by the names of their tensors. */
export type ElementsByName = ReadonlyMap<string, readonly Site[]>;

/**
 * The elements of each function in a check unit that are read or written by the names of those that are written, as they
 * stand in the text: whether they are of shared memory is not asked.
 * @param tiles names of what is written otherwise
 */
export function elementsByFunction(
  sites: readonly Site[],
  text: string,
  tiles: Iterable<string>,
): ReadonlyMap<Scope, ElementsByName> {
  const byName = new Map<string, Site[]>();
  const written = new Set(tiles);
  for (const site of sites) {
    const code = codeFor(text, site);
    const name = ELEMENT.exec(code.slice(site.span.start, site.span.start + NEAR))?.[0];
    if (name === undefined || isAddressed(code, site)) continue;
    addTo(byName, name, site);
    if (isWritten(code, site)) written.add(name);
  }
  const byFunction = new Map<Scope, Map<string, Site[]>>();
  for (const name of written)
    for (const site of byName.get(name) ?? []) {
      const scope = isElement(site) ? functionAround(site) : null;
      if (scope !== null) addTo(tableOf(byFunction, scope), name, site);
    }
  return byFunction;
}

/** Whether a name may be that of shared memory, by the first element of it that is known. */
export function mayBeShared(
  { model, text }: RuleContext,
  run: Run,
  name: string,
  sites: readonly Site[],
): boolean {
  if (run.call?.given.has(name.replace(/\W.*$/s, '')) === true) return true;
  if (!/^\w+$/.test(name))
    return sites.some((site) => isOfObject(run, writtenCall(site)?.callee ?? site, text));
  for (const site of sites) {
    const element = elementAt({ model, text }, site);
    if (element !== null) return element.space === 'smem';
  }
  return false;
}

/** What makes a tensor that is the same for all threads. */
const MAKES = /^(?:allocate_tensor|get_tensor|make_tensor)$/;

/** Whether a name stands for the same tensor in all threads: a function may be handed a part for each of them, `f(s[None, tid])`. */
function isOfAllThreads(run: Run, tensor: Site, name: string): boolean {
  const parameters = functionAround(tensor)?.declarations.filter(({ kind }) => kind === 'parameter') ?? [];
  if (run.call === null || parameters.every((parameter) => parameter.name !== name)) return true;
  const given = run.call.given.get(name);
  if (given === undefined) return false;
  const whole = wholeOf(run.call.run, givenTo(given));
  const call = writtenCall(whole);
  if (call !== null) return MAKES.test(call.name);
  const { expr } = whole instanceof PlacedSite && whole.node.kind === 'expression' ? whole.node : {};
  return expr?.kind !== 'name' || isOfAllThreads(run.call.run, whole, expr.name);
}

/** `red` of `red[None, 0]`, a part that is the same in all threads; the site itself where it is none. */
function wholeOf({ model, text }: Run, site: Site): Site {
  const call = writtenCall(site);
  if (call === null || (call.name !== '[]' && call.object !== null) || call.keywords.size > 0) return site;
  const coordinates = coordinatesOf(call);
  const isFixed = (at: Site): boolean => keepsMode(at, text) || settledNumberAt(model, at) !== undefined;
  return coordinates.some((at) => keepsMode(at, text)) && coordinates.every(isFixed)
    ? givenTo(call.callee)
    : site;
}

/** Elements behind a pointer follow one another, as many as there are. */
const OF_POINTER = new Layout(2 ** 31 - 1, 1);

/** Whether what a pointer is given is an array of shared memory of one extent, as it is indexed. */
const isRow = (given: Site, text: string, coordinates: readonly Site[]): boolean =>
  coordinates.length === 1 && sharedArrayAt(givenTo(given), text)?.extents.length === 1;

/** Null for what is none of shared memory, by a name. */
export function accessAt(context: RuleContext, run: Run, site: Site): SharedAccess | null {
  const { model, text } = context;
  const named = elementAt({ model, text }, site);
  const { tensor, coordinates } = named ?? calledWith(site) ?? {};
  if (tensor === undefined || coordinates === undefined) return null;
  const name = text.slice(tensor.span.start, tensor.span.end);
  const layout = /^\w+$/.test(name)
    ? layoutNamed(context, run, tensor, name, named, coordinates)
    : isOfObject(run, tensor, text) && coordinates.length === 1
      ? OF_POINTER
      : null;
  if (layout === null) return null;
  const element = (whole: Run): ByThread | null => offsetByThread(whole, layout, coordinates);
  const offsets = (whole: Run): Offsets | null => {
    const offset = element(whole);
    const of = (thread: number): readonly number[] | undefined => {
      const at = offset!(thread);
      return at === undefined ? undefined : [at];
    };
    return offset === null ? null : offsetsAt(whole, site, of);
  };
  return { site, tensor: name, isWrite: isWritten(codeFor(text, site), site), element, offsets };
}

/** The layout of a tensor or array of shared memory by its name; null for others. */
function layoutNamed(
  { model, text }: RuleContext,
  run: Run,
  tensor: Site,
  name: string,
  element: ReturnType<typeof elementAt>,
  coordinates: readonly Site[],
): AnyLayout | null {
  if (!isOfAllThreads(run, tensor, name)) return null;
  if (element !== null) return element.space === 'smem' ? element.layout : null;
  const given = run.call?.given.get(name);
  const handed = given === undefined ? null : settledValueOf(model, given);
  if (handed instanceof Tensor) return handed.engine.space === 'smem' ? handed.layout : null;
  return given !== undefined && isRow(given, text, coordinates) ? OF_POINTER : null;
}

/** Whether a name is declared by the class around, and by nothing in its function. */
function isMember(owner: Site): boolean {
  if (!(owner instanceof PlacedSite)) return false;
  const name = writtenName(owner);
  const path = scopePath(owner.memo.placed.unit.scope, owner.node.start);
  return path.findLast(({ declarations }) => declarations.some((d) => d.name === name))?.kind === 'class';
}

const writtenName = ({ node }: PlacedSite): string | null =>
  node.kind === 'expression' && node.expr.kind === 'name' ? node.expr.name : null;

/** What the one member of the object holds whose call operator runs: `storage` of `Reduce reduce{storage}`. */
function heldBy({ call }: Run): Site | null {
  const object = call?.at == null ? undefined : writtenCall(call.at)?.callee;
  const made = object === undefined ? null : initialiserOf(object);
  if (!(made instanceof PlacedSite) || made.node.kind !== 'expression') return null;
  const { expr } = made.node;
  const [held, ...others] = expr.kind === 'construct' ? expr.args : [];
  return held === undefined || others.length > 0 ? null : siteOf(made, held);
}

/** Whether a member, `storage.part`, is one of an object in shared memory, or of what the function is handed such a one for. */
function isOfObject(run: Run, member: Site, text: string): boolean {
  const owner = memberAt(member)?.object ?? null;
  if (owner === null) return false;
  const handed = run.call?.given.get(text.slice(owner.span.start, owner.span.end));
  const given = handed ?? (isMember(owner) ? heldBy(run) : null);
  return isSharedObjectAt(owner, text) || (given !== null && isSharedObjectAt(givenTo(given), text));
}

/** The coordinates that a name is called or indexed with. */
function calledWith(site: Site): { readonly tensor: Site; readonly coordinates: readonly Site[] } | null {
  const call = writtenCall(site);
  if (call === null || call.keywords.size > 0) return null;
  return {
    tensor: call.callee,
    coordinates: coordinatesOf(call),
  };
}

function offsetByThread(run: Run, layout: AnyLayout, coordinates: readonly Site[]): ByThread | null {
  const all = coordinates.map((coordinate) => byThread(run, coordinate));
  if (all.includes(null)) return null;
  const columns = all as readonly ByThread[];
  return (thread) => {
    const at = columns.map((column) => column(thread));
    if (at.includes(undefined)) return undefined;
    const offset = evaluateAny(layout, at.length === 1 ? at[0]! : (at as number[]));
    return isFailure(offset) ? undefined : knownNumber(offset as number);
  };
}
