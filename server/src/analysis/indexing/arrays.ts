// Arrays of shared memory as they are declared, `__shared__ float tile[32][33]`, and the elements of them and of tensors
// that are named by their coordinates.

import { type AnyLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import { dataLayout } from '../../evaluate/cute/engine.ts';
import { scopePath } from '../../evaluate/model/environment.ts';
import { tableOf } from '../../evaluate/model/memo.ts';
import { type Engine, Tensor, TypeValue } from '../../evaluate/model/value.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { settledNumberAt, settledValueOf } from '../document/extents.ts';
import { writtenCall } from '../document/written/call.ts';
import { itemsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import { reachingValue } from '../tiles/reaching.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

type Model = Pick<DocumentModel, 'evaluate'>;

interface Context {
  readonly model: Model;
  readonly text: string;
}

export interface SharedArray {
  readonly name: string;
  readonly extents: readonly Site[];
  readonly element: Site;
  /** Bytes that `alignas` or `__align__` ask for; 1: neither does. */
  readonly alignment: number;
}

/** So much of the text before a name may say what it is. */
const NEAR = 200;

/** What a name stands for that is declared once in the function, in shared memory, with what stands before it; null for others. */
function sharedDeclarationAt(
  site: Site,
  text: string,
): { readonly declared: Declaration; readonly head: string } | null {
  if (!(site instanceof PlacedSite) || site.dialect !== 'cpp' || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'name' || !text.includes('__shared__')) return null;
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  const scope = path.findLast(({ declarations }) => declarations.some((d) => d.name === expr.name));
  const [declared, ...others] = scope?.declarations.filter((d) => d.name === expr.name) ?? [];
  if (declared === undefined || others.length > 0) return null;
  const { start } = fileSpan(site.memo.placed, declared.nameSpan);
  const [head] = /[^;{}]*$/.exec(text.slice(Math.max(0, start - NEAR), start))!;
  return /\b__shared__\b/.test(head) ? { declared, head } : null;
}

/** Whether a name is that of an object in shared memory, which is no array. */
export const isSharedObjectAt = (site: Site, text: string): boolean =>
  (sharedDeclarationAt(site, text)?.declared.type?.kind ?? 'index') !== 'index';

/** The array of shared memory that a name stands for, declared once in the function; null for others. */
export function sharedArrayAt(site: Site, text: string): SharedArray | null {
  const found = sharedDeclarationAt(site, text);
  if (found === null || !(site instanceof PlacedSite)) return null;
  const { declared, head } = found;
  if (declared.type?.kind !== 'index') return null;
  const extents: Expr[] = [];
  let type: Expr = declared.type;
  for (; type.kind === 'index'; type = type.object) extents.push(...type.args.slice(0, 1));
  const aligned = /\b(?:alignas|__align__)\s*\(\s*(\d+)\s*\)/.exec(head)?.[1];
  return {
    name: declared.name,
    extents: extents.map((extent) => siteOf(site, extent)),
    element: siteOf(site, type),
    alignment: aligned === undefined ? 1 : Number(aligned),
  };
}

/** Bits of an element type. */
export function bitsOf(model: Model, type: Site): number | null {
  const value = settledValueOf(model, type);
  return value instanceof TypeValue ? value.bits : null;
}

/** The layout of an array whose extents are known, but for the first one, row after row. */
function arrayLayout(model: Model, { extents }: SharedArray): Layout | null {
  const sizes = extents.map((extent) => settledNumberAt(model, extent));
  if (sizes.length === 0 || sizes.includes(undefined)) return null;
  let step = 1;
  const strides = [...(sizes as number[])].reverse().map((size) => {
    const stride = step;
    step *= size;
    return stride;
  });
  return new Layout(sizes as number[], strides.reverse());
}

/** An element that coordinates name. */
export interface NamedElement {
  /** The array that it is one of; null: of a tensor. */
  readonly array: SharedArray | null;
  /** What is indexed. */
  readonly tensor: Site;
  readonly space: Engine['space'];
  readonly layout: AnyLayout;
  readonly bits: number;
  /** One for each mode of the layout. */
  readonly coordinates: readonly Site[];
}

/** `tile[i][j]` of an array of shared memory; null where the coordinates are fewer than its extents. */
function arrayElement({ model, text }: Context, site: Site): NamedElement | null {
  const coordinates: Site[] = [];
  let at = site;
  for (let call = writtenCall(at); call?.name === '[]' && call.args.length === 1; call = writtenCall(at)) {
    coordinates.unshift(call.args[0]!);
    at = call.callee;
  }
  const array = sharedArrayAt(at, text);
  if (array === null || array.extents.length !== coordinates.length) return null;
  const [layout, bits] = [arrayLayout(model, array), bitsOf(model, array.element)];
  return layout === null || bits === null
    ? null
    : { array, tensor: at, space: 'smem', layout, bits, coordinates };
}

/** A tensor and coordinates of it, as they are written. */
interface WrittenElement {
  readonly tensor: Site;
  readonly coordinates: readonly Site[];
}

/** How many slices of slices are followed. */
const MAXIMUM_SLICES = 4;

/** Of what a slice leaves: `part(i)` of `part = whole(threadIdx.x, _)` is `whole(threadIdx.x, i)`. */
function unsliced(model: Model, { tensor, coordinates }: WrittenElement, depth = 0): WrittenElement {
  const given = depth < MAXIMUM_SLICES ? initialiserOf(tensor) : null;
  const call = given === null ? null : writtenCall(given);
  if (call === null || call.keywords.size > 0 || (call.object !== null && call.name !== '[]'))
    return { tensor, coordinates };
  const kept = call.args.filter((arg) => settledValueOf(model, arg) instanceof Underscore);
  if (kept.length === 0 || kept.length !== coordinates.length) return { tensor, coordinates };
  const all = call.args.map((arg) => coordinates[kept.indexOf(arg)] ?? arg);
  return unsliced(model, { tensor: call.callee, coordinates: all }, depth + 1);
}

/** `tile(i, j)` and `tile[i, j]` of a tensor, or `tile[at]` of `at = (i, j)`. */
function tensorElement(
  { model }: Context,
  site: Site,
  evaluated: typeof settledValueOf,
): NamedElement | null {
  const call = writtenCall(site);
  if (call === null || call.keywords.size > 0 || call.args.length === 0) return null;
  if (call.object !== null && call.name !== '[]') return null;
  if (!(evaluated(model, call.callee) instanceof Tensor)) return null;
  const [only] = call.args;
  const written =
    (call.args.length === 1 ? itemsAt(initialiserOf(only!) ?? reachingValue(only!) ?? only!) : null) ??
    call.args;
  const { tensor, coordinates } = unsliced(model, { tensor: call.callee, coordinates: written });
  const value = evaluated(model, tensor);
  if (!(value instanceof Tensor) || value.engine.bits === null) return null;
  const layout = dataLayout(value);
  if (layout === null) return null;
  const { engine } = value;
  return { array: null, tensor, space: engine.space, layout, bits: engine.bits!, coordinates };
}

type Elements = Map<Site, NamedElement | null>;

/** By the values that are taken, of a version of a document: several rules ask of each element after every edit. */
const known = new WeakMap<typeof settledValueOf, WeakMap<Model, Elements>>();

function elementsOf(model: Model, evaluated: typeof settledValueOf): Elements {
  const ofModels = known.get(evaluated) ?? new WeakMap<Model, Elements>();
  known.set(evaluated, ofModels);
  return tableOf(ofModels, model);
}

/** @param evaluated which values of tensors are taken: those that no default of a parameter decides, where nothing else is said */
export function elementAt(context: Context, site: Site, evaluated = settledValueOf): NamedElement | null {
  const elements = elementsOf(context.model, evaluated);
  let element = elements.get(site);
  if (element === undefined) {
    element = arrayElement(context, site) ?? tensorElement(context, site, evaluated);
    elements.set(site, element);
  }
  return element;
}
