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

const launchesIn = ({ sitesByUnit }: DocumentModel): readonly Site[] =>
  sitesByUnit.flatMap(({ parts }) => parts.flatMap(({ launches }) => launches));

/** What the launches of a kernel are given in their angles; null where one of them cannot be read. */
function launchesOf({ model, text }: LaunchContext, kernel: string): readonly (readonly Site[])[] | null {
  if (!text.includes('<<<')) return [];
  const read = launchesIn(model).flatMap((site) => {
    const call = writtenCall(site);
    return call?.launch != null && call.name === kernel ? [call.launch] : [];
  });
  const written = codeOf(text, 'cpp').matchAll(new RegExp(`\\b${kernel}\\s*(?:<[^;{}]*?>)?\\s*<<<`, 'g'));
  return read.length < [...written].length ? null : read;
}

/** What all of them say; undefined where that differs. */
const saidByAll = (said: readonly Count[]): Count => (said.every((n) => n === said[0]) ? said[0] : undefined);

function numberAt(model: DocumentModel, site: Site | undefined): Count {
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
function dimensionsAt({ model, text }: LaunchContext, site: Site | undefined): Dimensions {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return NO_DIMENSIONS;
  const { expr } = site.node;
  const items = itemsOf(expr);
  if (items !== null) {
    const [first, ...more] = items.map((item) => siteOf(site, item));
    if (first !== undefined && more.length === 0) {
      const copied = dimensionsAt({ model, text }, first);
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
    : dimensionsAt({ model, text }, given);
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
