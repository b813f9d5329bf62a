// How a kernel of C++ is launched, as all its launches in the file say.

import type { Expr } from '../../frontends/common/expression.ts';
import { settledNumberAt } from '../document/extents.ts';
import { LAUNCHES_KERNEL, writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import {
  isLaunchedByName,
  kernelAt,
  kernelHanded,
  launchesKernels,
  writtenLaunches,
} from './kernel-names.ts';

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

/** What a launch is given: in its angles, and as arguments. */
interface Launch {
  readonly angles: readonly Site[];
  readonly args: readonly Site[];
}

/** A launch, and the name that it launches. */
function launchAt(
  { text }: LaunchContext,
  site: Site,
): { readonly name: string; readonly launch: Launch } | null {
  const call = writtenCall(site);
  if (call === null) return null;
  if (call.launch !== null) return { name: call.name, launch: { angles: call.launch, args: call.args } };
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
  return name === null ? null : { name, launch: { angles, args: [] } };
}

/** The launches that could be read, by the kernel. */
const known = new WeakMap<LaunchContext, ReadonlyMap<string, readonly Launch[]>>();

function readLaunches(context: LaunchContext): ReadonlyMap<string, readonly Launch[]> {
  const before = known.get(context);
  if (before !== undefined) return before;
  const byName = new Map<string, Launch[]>();
  for (const { parts } of context.model.sitesByUnit)
    for (const { launches } of parts)
      for (const site of launches) {
        const read = launchAt(context, site);
        if (read === null) continue;
        const kernel = kernelAt(context.text, read.name, site.span.start);
        const others = byName.get(kernel);
        const { launch } = read;
        if (others === undefined) byName.set(kernel, [launch]);
        else others.push(launch);
      }
  known.set(context, byName);
  return byName;
}

const plain = new WeakMap<LaunchContext, Map<string, boolean>>();

function isPlain(context: LaunchContext, kernel: string): boolean {
  const before = plain.get(context) ?? new Map<string, boolean>();
  plain.set(context, before);
  const known = before.get(kernel) ?? isLaunchedByName(context.text, kernel);
  before.set(kernel, known);
  return known;
}

/** The launches of a kernel; null where one of them cannot be read, or may be another's. */
export function launchesOf(context: LaunchContext, kernel: string): readonly Launch[] | null {
  const count = launchesKernels(context.text) ? launchCount(context, kernel) : 0;
  if (count === 0) return [];
  if (!isPlain(context, kernel)) return null;
  const read = readLaunches(context).get(kernel) ?? [];
  return read.length < count ? null : read;
}

/** What all of them say; undefined where that differs. */
const saidByAll = (said: readonly Count[]): Count => (said.every((n) => n === said[0]) ? said[0] : undefined);

function numberAt(model: DocumentModel, site: Site | undefined): Count {
  // Asked of every launch after every edit.
  if (site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'integer')
    return site.node.expr.value;
  return settledNumberAt(model, site);
}

/** The items of `dim3(a, b)`, `dim3{a, b}`, `{a, b}`; null for others. */
function itemsOf(e: Expr): readonly Expr[] | null {
  if (e.kind === 'tuple') return e.items;
  const made = e.kind === 'call' ? e.callee : e.kind === 'construct' ? e.type : null;
  const isDim3 = made?.kind === 'name' && made.name === 'dim3';
  return isDim3 && (e.kind === 'call' || e.kind === 'construct') ? e.args : null;
}

export const NO_DIMENSIONS: Dimensions = [undefined, undefined, undefined];

/** The dimensions of a grid or block; those of a name that is declared once and of which no part is assigned. */
function dimensionsAt(context: LaunchContext, site: Site | undefined): Dimensions {
  const { model, text } = context;
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return NO_DIMENSIONS;
  const { expr } = site.node;
  const items = itemsOf(expr);
  if (items !== null) {
    const [first, ...more] = items.map((item) => siteOf(site, item));
    if (first !== undefined && more.length === 0) {
      const copied = dimensionsAt(context, first);
      if (copied[0] !== undefined) return copied;
    }
    const all = [0, 1, 2].map((i) => (i < items.length ? numberAt(model, siteOf(site, items[i]!)) : 1));
    return all as unknown as Dimensions;
  }
  const number = numberAt(model, site);
  if (number !== undefined) return [number, 1, 1];
  const given = expr.kind === 'name' ? initialiserOf(site) : null;
  if (given === null || expr.kind !== 'name') return NO_DIMENSIONS;
  return new RegExp(`\\b${expr.name}\\.[xyz]\\s*[-+*/%]?=[^=]`).test(text)
    ? NO_DIMENSIONS
    : dimensionsAt(context, given);
}

/** Where the dimensions of a grid or block are written; null where that is not seen. */
export function dimensionSites({ text }: LaunchContext, site: Site): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const given = expr.kind === 'name' ? initialiserOf(site) : null;
  if (expr.kind === 'name' && new RegExp(`\\b${expr.name}\\.[xyz]\\s*[-+*/%]?=[^=]`).test(text)) return null;
  const of = given ?? site;
  if (!(of instanceof PlacedSite) || of.node.kind !== 'expression') return null;
  return itemsOf(of.node.expr)?.map((item) => siteOf(of, item)) ?? (expr.kind === 'name' ? null : [site]);
}

function launchedDimensions(context: LaunchContext, kernel: string, at: 0 | 1): Dimensions {
  const launches = launchesOf(context, kernel);
  if (launches === null || launches.length === 0) return NO_DIMENSIONS;
  const all = launches.map(({ angles }) => dimensionsAt(context, angles[at]));
  return [0, 1, 2].map((i) => saidByAll(all.map((each) => each[i]))) as unknown as Dimensions;
}

/** The blocks of the grid by which a kernel is launched. */
export const launchedGrid = (context: LaunchContext, kernel: string): Dimensions =>
  launchedDimensions(context, kernel, 0);

/** The threads of each block, by dimension. */
export const launchedBlock = (context: LaunchContext, kernel: string): Dimensions =>
  launchedDimensions(context, kernel, 1);

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
        launches.flatMap(({ angles: [, , bytes] }) =>
          bytes === undefined ? [] : [{ kernel, bytes, count: bytesAt(context.model, bytes) }],
        ),
      )
    : [];

/** The launches that could be read, with the threads of a block of each, as far as they are known. */
export const launchesWithThreads = (
  context: LaunchContext,
): readonly { readonly kernel: string; readonly block: Site; readonly count: Count }[] =>
  launchesKernels(context.text)
    ? [...readLaunches(context)].flatMap(([kernel, launches]) =>
        launches.flatMap(({ angles: [, block] }) => {
          const [x, y, z] = dimensionsAt(context, block);
          const isKnown = x !== undefined && y !== undefined && z !== undefined;
          return block === undefined ? [] : [{ kernel, block, count: isKnown ? x * y * z : undefined }];
        }),
      )
    : [];

/** The bytes of shared memory that all launches of the kernel ask for, none where one says none. */
export function launchedBytes(context: LaunchContext, kernel: string): Count {
  const launches = launchesOf(context, kernel);
  if (launches === null || launches.length === 0) return undefined;
  return saidByAll(
    launches.map(({ angles: [, , bytes] }) => (bytes === undefined ? 0 : bytesAt(context.model, bytes))),
  );
}

function bytesAt(model: DocumentModel, site: Site): Count {
  const number = numberAt(model, site);
  const given = number === undefined ? initialiserOf(site) : null;
  return given === null ? number : bytesAt(model, given);
}

/** The numbers that all launches of a kernel give a parameter, by the names of its parameters. */
export function launchedArguments(
  context: LaunchContext,
  kernel: string,
  parameters: readonly string[],
): ReadonlyMap<string, number> {
  const launches = launchesOf(context, kernel) ?? [];
  const found = new Map<string, number>();
  // Defaults are not looked for.
  if (launches.length === 0 || launches.some(({ args }) => args.length !== parameters.length)) return found;
  parameters.forEach((name, i) => {
    const number = saidByAll(launches.map(({ args }) => numberAt(context.model, args[i])));
    if (number !== undefined) found.set(name, number);
  });
  return found;
}
