// How a kernel of C++ is launched, as all its launches in the file say.

import { knownNumber } from '../../algebra/integer/known.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { settledValueOf } from './extents.ts';
import { PlacedSite } from './placed-site.ts';
import { initialiserOf, siteOf, writtenCall } from './written-call.ts';

export interface LaunchContext {
  readonly model: DocumentModel;
  readonly text: string;
}

type Count = number | undefined;
/** x, y and z. */
export type Dimensions = readonly [Count, Count, Count];

/** So much of the text before the angles of a launch may be the kernel's name with its arguments. */
const NEAR = 400;

/** How often each kernel is launched in a text, as far as can be seen without reading it. */
const written = new WeakMap<LaunchContext, ReadonlyMap<string, number>>();

function writtenLaunches(context: LaunchContext): ReadonlyMap<string, number> {
  const before = written.get(context);
  if (before !== undefined) return before;
  const { text } = context;
  const counts = new Map<string, number>();
  for (let at = text.indexOf('<<<'); at >= 0; at = text.indexOf('<<<', at + 3)) {
    const head = text.slice(Math.max(0, at - NEAR), at);
    const [, name] = /(\w+)\s*(?:<[^;{}]*>)?\s*$/.exec(head) ?? [];
    const isCommented = /\/\/[^\n]*$/.test(head);
    if (name !== undefined && !isCommented) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  written.set(context, counts);
  return counts;
}

/** What the launches that could be read are given in their angles, by the kernel. */
const known = new WeakMap<LaunchContext, ReadonlyMap<string, readonly (readonly Site[])[]>>();

function readLaunches(context: LaunchContext): ReadonlyMap<string, readonly (readonly Site[])[]> {
  const before = known.get(context);
  if (before !== undefined) return before;
  const byName = new Map<string, (readonly Site[])[]>();
  for (const { parts } of context.model.sitesByUnit)
    for (const { launches } of parts)
      for (const site of launches) {
        const call = writtenCall(site);
        if (call?.launch == null) continue;
        const others = byName.get(call.name);
        if (others === undefined) byName.set(call.name, [call.launch]);
        else others.push(call.launch);
      }
  known.set(context, byName);
  return byName;
}

/** Functions of the runtime that a kernel is handed to without being launched. */
const ASKS_OF_KERNEL =
  /\bcuda(?:FuncSetAttribute|FuncGetAttributes|FuncSetCacheConfig|Occupancy\w+)\s*\([^;{}]*$/;
/** What stands before a name that is handed on, which may be launched under another one. */
const HANDED_ON = /(?:[=?:&,(]|\breturn)\s*(?:\(\s*(?:const\s+)?void\s*(?:const\s*)?\*\s*\)\s*)?(?:\w+::)*$/;

const plain = new WeakMap<LaunchContext, Map<string, boolean>>();

/** Whether the launches of a name are those of one kernel, and all of them: it has no overload, and no pointer to it is kept. */
function isLaunchedByName(context: LaunchContext, kernel: string): boolean {
  const before = plain.get(context) ?? new Map<string, boolean>();
  plain.set(context, before);
  const known = before.get(kernel);
  if (known !== undefined) return known;
  const isPlain = countedByName(codeOf(context.text, 'cpp'), kernel);
  before.set(kernel, isPlain);
  return isPlain;
}

function countedByName(code: string, kernel: string): boolean {
  let definitions = 0;
  for (const { index } of code.matchAll(new RegExp(`\\b${kernel}\\b`, 'g'))) {
    const head = code.slice(Math.max(0, index - NEAR), index);
    const tail = code.slice(index + kernel.length, index + kernel.length + 4 * NEAR);
    // A variable of the name is launched in its place.
    if (/^\s*=(?!=)/.test(tail)) return false;
    if (/\b__global__\b[^;{}]*$/.test(head)) {
      // A declaration before it says nothing new.
      if (/^\s*\([^;{}]*\{/.test(tail) && ++definitions > 1) return false;
    } else if (
      HANDED_ON.test(head) &&
      !ASKS_OF_KERNEL.test(head) &&
      !/^\s*(?:<[^;{}]*?>)?\s*<<</.test(tail)
    ) {
      return false;
    }
  }
  return true;
}

/** What the launches of a kernel are given in their angles; null where one of them cannot be read, or may be another's. */
function launchesOf(context: LaunchContext, kernel: string): readonly (readonly Site[])[] | null {
  const count = context.text.includes('<<<') ? (writtenLaunches(context).get(kernel) ?? 0) : 0;
  if (count === 0) return [];
  if (!isLaunchedByName(context, kernel)) return null;
  const read = readLaunches(context).get(kernel) ?? [];
  return read.length < count ? null : read;
}

/** What all of them say; undefined where that differs. */
const saidByAll = (said: readonly Count[]): Count => (said.every((n) => n === said[0]) ? said[0] : undefined);

function numberAt(model: DocumentModel, site: Site | undefined): Count {
  // Asked of every launch after every edit.
  if (site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'integer')
    return site.node.expr.value;
  const value = settledValueOf(model, site);
  return value !== null && isInteger(value) ? knownNumber(value) : undefined;
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

function launchedDimensions(context: LaunchContext, kernel: string, at: 0 | 1): Dimensions {
  const launches = launchesOf(context, kernel);
  if (launches === null || launches.length === 0) return NO_DIMENSIONS;
  const all = launches.map((launch) => dimensionsAt(context, launch[at]));
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
  context.text.includes('<<<')
    ? [...readLaunches(context)].flatMap(([kernel, launches]) =>
        launches.flatMap(([, , bytes]) =>
          bytes === undefined ? [] : [{ kernel, bytes, count: bytesAt(context.model, bytes) }],
        ),
      )
    : [];

/** The launches that could be read, with the threads of a block of each, as far as they are known. */
export const launchesWithThreads = (
  context: LaunchContext,
): readonly { readonly kernel: string; readonly block: Site; readonly count: Count }[] =>
  context.text.includes('<<<')
    ? [...readLaunches(context)].flatMap(([kernel, launches]) =>
        launches.flatMap(([, block]) => {
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
  return saidByAll(launches.map(([, , bytes]) => (bytes === undefined ? 0 : bytesAt(context.model, bytes))));
}

function bytesAt(model: DocumentModel, site: Site): Count {
  const number = numberAt(model, site);
  const given = number === undefined ? initialiserOf(site) : null;
  return given === null ? number : bytesAt(model, given);
}
