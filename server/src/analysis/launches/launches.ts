// How a kernel of C++ is launched, as all its launches in the file say.

import { tableOf } from '../../evaluate/model/memo.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import { addTo } from '../../frontends/common/lists.ts';
import { settledNumberAt, settledValueOf } from '../document/extents.ts';
import { functionAround } from '../document/written/around.ts';
import { LAUNCHES_KERNEL, writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import { CheckUnitMemo } from '../values/check-unit-memo.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { kernelAt, kernelHanded, launchesKernels, writtenLaunches } from './kernel-names.ts';
import { type LaunchedNumbers, launchedNumber } from './launched-numbers.ts';
import { isPlain } from './plain-launches.ts';
import { returnedAt } from './returned-dimensions.ts';

export interface LaunchContext {
  readonly model: DocumentModel;
  readonly text: string;
}

type Count = number | undefined;
/** x, y and z. */
export type Dimensions = readonly [Count, Count, Count];

/** How often each kernel is launched, and whether that is all of its launches: rules ask many times of one document. */
const written = new WeakMap<LaunchContext, ReadonlyMap<string, number>>();

function launchCount(context: LaunchContext, kernel: string): number {
  const before = written.get(context);
  const counts = before ?? writtenLaunches(context.text);
  if (before === undefined) written.set(context, counts);
  return counts.get(kernel) ?? 0;
}

/** What a launch is given: in its angles, and as arguments; and what that is, as far as it is known. */
interface Launch {
  /** The name that it launches, and where it stands. */
  readonly name: string;
  readonly site: Site;
  readonly angles: readonly Site[];
  readonly args: readonly Site[];
  readonly grid: Dimensions;
  readonly block: Dimensions;
  /** Of dynamic shared memory; 0 where it does not say. */
  readonly bytes: Count;
  readonly numbers: readonly Count[];
}

/** What stands in the angles of a launch, the name that it launches, and its arguments. */
function writtenAt(text: string, site: Site): Pick<Launch, 'name' | 'angles' | 'args'> | null {
  const call = writtenCall(site);
  if (call === null) return null;
  if (call.launch !== null) return { name: call.name, angles: call.launch, args: call.args };
  const [handed, grid, block, , bytes, stream] = call.args;
  if (!LAUNCHES_KERNEL.test(call.name) || handed === undefined || block === undefined) return null;
  const name = kernelHanded(text.slice(handed.span.start, handed.span.end));
  const angles = [
    grid!,
    block,
    ...(bytes === undefined ? [] : [bytes]),
    ...(stream === undefined ? [] : [stream]),
  ];
  // The arguments stand behind pointers to them.
  return name === null ? null : { name, angles, args: [] };
}

function launchAt(context: LaunchContext, site: Site): Launch | null {
  const written = writtenAt(context.text, site);
  if (written === null) return null;
  const { angles, args } = written;
  const [grid, block, bytes] = angles;
  return {
    ...written,
    site,
    grid: dimensionsAt(context, grid),
    block: dimensionsAt(context, block),
    bytes: bytes === undefined ? 0 : bytesAt(context.model, bytes),
    numbers: args.map((arg) => settledNumberAt(context.model, arg)),
  };
}

/** What a launch says follows from the function that it stands in. */
const launchesOfUnit = new CheckUnitMemo<readonly Launch[]>();

/** The launches that could be read, by the kernel. */
const known = new WeakMap<LaunchContext, ReadonlyMap<string, readonly Launch[]>>();

function readLaunches(context: LaunchContext): ReadonlyMap<string, readonly Launch[]> {
  const before = known.get(context);
  if (before !== undefined) return before;
  const byName = new Map<string, Launch[]>();
  for (const unit of context.model.checkUnits()) {
    if (unit.launches.length === 0) continue;
    const launches = launchesOfUnit.of(unit, () =>
      unit.launches.flatMap((site) => launchAt(context, site) ?? []),
    );
    for (const launch of launches)
      addTo(byName, kernelAt(context.text, launch.name, launch.site.span.start), launch);
  }
  known.set(context, byName);
  return byName;
}

/** The answers of `launchesOf`: dozens of rules ask of every kernel after every edit. */
const answered = new WeakMap<LaunchContext, Map<string, readonly Launch[] | null>>();

/** The launches of a kernel; null where one of them cannot be read, or may be another's. */
export function launchesOf(context: LaunchContext, kernel: string): readonly Launch[] | null {
  const answers = tableOf(answered, context);
  let launches = answers.get(kernel);
  if (launches === undefined) {
    launches = launchesIn(context, kernel);
    answers.set(kernel, launches);
  }
  return launches;
}

function launchesIn(context: LaunchContext, kernel: string): readonly Launch[] | null {
  const count = launchesKernels(context.text) ? launchCount(context, kernel) : 0;
  if (count === 0) return [];
  if (!isPlain(context, kernel)) return null;
  const read = readLaunches(context).get(kernel) ?? [];
  return read.length < count ? null : read;
}

/** What all of them say; undefined where that differs. */
const saidByAll = (said: readonly Count[]): Count => (said.every((n) => n === said[0]) ? said[0] : undefined);

/** The items of `dim3(a, b)`, `dim3{a, b}`, `{a, b}`; null for others. */
function itemsOf(e: Expr): readonly Expr[] | null {
  if (e.kind === 'tuple') return e.items;
  const made = e.kind === 'call' ? e.callee : e.kind === 'construct' ? e.type : null;
  const isDim3 = made?.kind === 'name' && made.name === 'dim3';
  return isDim3 && (e.kind === 'call' || e.kind === 'construct') ? e.args : null;
}

/** Whether the function around, or the file outside of functions, gives a part of a name another value. */
function isChanged(site: PlacedSite, name: string, text: string): boolean {
  const around = functionAround(site);
  const { start, end } =
    around === null ? { start: 0, end: text.length } : fileSpan(site.memo.placed, around.span);
  return new RegExp(`\\b${name}\\.[xyz]\\s*[-+*/%]?=[^=]`).test(text.slice(start, end));
}

export const NO_DIMENSIONS: Dimensions = [undefined, undefined, undefined];

/** A number, also in a function whose parameters are known. */
function numberAt(model: DocumentModel, site: Site, handed: LaunchedNumbers | null): Count {
  if (handed === null) return settledNumberAt(model, site);
  const value = settledValueOf(model, site);
  return value !== null && isInteger(value) ? launchedNumber(value, handed) : undefined;
}

/** The dimensions of a grid or block; those of a name that is declared once and of which no part is assigned. */
function dimensionsAt(
  context: LaunchContext,
  site: Site | undefined,
  handed: LaunchedNumbers | null = null,
): Dimensions {
  const { model, text } = context;
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return NO_DIMENSIONS;
  const { expr } = site.node;
  const items = itemsOf(expr);
  if (items !== null) {
    const [first, ...more] = items.map((item) => siteOf(site, item));
    if (first !== undefined && more.length === 0) {
      const copied = dimensionsAt(context, first, handed);
      if (copied[0] !== undefined) return copied;
    }
    const all = [0, 1, 2].map((i) =>
      i < items.length ? numberAt(model, siteOf(site, items[i]!), handed) : 1,
    );
    return all as unknown as Dimensions;
  }
  const number = numberAt(model, site, handed);
  if (number !== undefined) return [number, 1, 1];
  const returned = handed === null ? returnedAt(context, site) : null;
  if (returned !== null) return dimensionsAt(context, returned.site, returned.numbers);
  const given = expr.kind === 'name' ? initialiserOf(site) : null;
  if (given === null || expr.kind !== 'name') return NO_DIMENSIONS;
  return isChanged(site, expr.name, text) ? NO_DIMENSIONS : dimensionsAt(context, given, handed);
}

/** Where the dimensions of a grid or block are written; null where that is not seen. */
export function dimensionSites({ text }: LaunchContext, site: Site): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const given = expr.kind === 'name' ? initialiserOf(site) : null;
  if (expr.kind === 'name' && isChanged(site, expr.name, text)) return null;
  const of = given ?? site;
  if (!(of instanceof PlacedSite) || of.node.kind !== 'expression') return null;
  return itemsOf(of.node.expr)?.map((item) => siteOf(of, item)) ?? (expr.kind === 'name' ? null : [site]);
}

function launchedDimensions(context: LaunchContext, kernel: string, of: 'grid' | 'block'): Dimensions {
  const launches = launchesOf(context, kernel);
  if (launches === null || launches.length === 0) return NO_DIMENSIONS;
  const all = launches.map((launch) => launch[of]);
  return [0, 1, 2].map((i) => saidByAll(all.map((each) => each[i]))) as unknown as Dimensions;
}

/** The blocks of the grid by which a kernel is launched. */
export const launchedGrid = (context: LaunchContext, kernel: string): Dimensions =>
  launchedDimensions(context, kernel, 'grid');

/** The threads of each block, by dimension. */
export const launchedBlock = (context: LaunchContext, kernel: string): Dimensions =>
  launchedDimensions(context, kernel, 'block');

/** How many threads each block has. */
export function launchedThreads(context: LaunchContext, kernel: string): Count {
  const [x, y, z] = launchedBlock(context, kernel);
  return x === undefined || y === undefined || z === undefined ? undefined : x * y * z;
}

/** The launches that could be read, with the bytes of dynamic shared memory that each asks for, as far as they are known. */
export const launchesWithBytes = (
  context: LaunchContext,
): readonly { readonly kernel: string; readonly bytes: Site; readonly count: Count }[] =>
  launchesKernels(context.text)
    ? [...readLaunches(context)].flatMap(([kernel, launches]) =>
        launches.flatMap(({ angles: [, , bytes], bytes: count }) =>
          bytes === undefined ? [] : [{ kernel, bytes, count }],
        ),
      )
    : [];

/** The launches that could be read, each with its grid and block as they are written and as they are known. */
export const launchesWithDimensions = (
  context: LaunchContext,
): readonly (Pick<Launch, 'grid' | 'block' | 'angles'> & { readonly kernel: string })[] =>
  launchesKernels(context.text)
    ? [...readLaunches(context)].flatMap(([kernel, launches]) =>
        launches.map(({ grid, block, angles }) => ({ kernel, grid, block, angles })),
      )
    : [];

/** The launches that could be read, with the threads of a block of each, as far as they are known. */
export const launchesWithThreads = (
  context: LaunchContext,
): readonly { readonly kernel: string; readonly block: Site; readonly count: Count }[] =>
  launchesWithDimensions(context).flatMap(({ kernel, angles: [, block], block: [x, y, z] }) => {
    const isKnown = x !== undefined && y !== undefined && z !== undefined;
    return block === undefined ? [] : [{ kernel, block, count: isKnown ? x * y * z : undefined }];
  });

/** The bytes of shared memory that all launches of the kernel ask for, none where one says none. */
export function launchedBytes(context: LaunchContext, kernel: string): Count {
  const launches = launchesOf(context, kernel);
  if (launches === null || launches.length === 0) return undefined;
  return saidByAll(launches.map(({ bytes }) => bytes));
}

function bytesAt(model: DocumentModel, site: Site): Count {
  const number = settledNumberAt(model, site);
  const given = number === undefined ? initialiserOf(site) : null;
  return given === null ? number : bytesAt(model, given);
}

/**
 * The numbers that all launches of a kernel give a parameter, or a member of one, by the names of these.
 * @param members `dims.rows` of a parameter `dims`
 */
export function launchedArguments(
  context: LaunchContext,
  kernel: string,
  parameters: readonly string[],
  members: readonly string[],
): ReadonlyMap<string, number> {
  const launches = launchesOf(context, kernel) ?? [];
  const found = new Map<string, number>();
  // Defaults are not looked for.
  if (launches.length === 0 || launches.some(({ args }) => args.length !== parameters.length)) return found;
  const note = (name: string, numbers: readonly Count[]): void => {
    const number = saidByAll(numbers);
    if (number !== undefined) found.set(name, number);
  };
  for (const [i, name] of parameters.entries())
    note(
      name,
      launches.map(({ numbers }) => numbers[i]),
    );
  for (const name of members) {
    const [object, ...path] = name.split('.');
    const i = parameters.indexOf(object!);
    if (i >= 0)
      note(
        name,
        launches.map(({ args }) => memberAt(context.model, args[i]!, path)),
      );
  }
  return found;
}

/** The number that a member of an argument is, `dims.rows` of `dims`. */
function memberAt(model: DocumentModel, arg: Site, path: readonly string[]): Count {
  if (!(arg instanceof PlacedSite) || arg.node.kind !== 'expression') return undefined;
  const { expr } = arg.node;
  const { span } = expr;
  const member = path.reduce<Expr>(
    (object, name) => ({ kind: 'member', object, name: { kind: 'name', name, span }, span }),
    expr,
  );
  return settledNumberAt(model, siteOf(arg, member));
}
