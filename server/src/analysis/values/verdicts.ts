// What the algebra says about the truth of an accepted operation, worked out once for all the rules that ask.

import { type CompositionVerdict, tilerVerdicts } from '../../algebra/admissibility/composition.ts';
import { divideVerdict, type OverTiling, productVerdict } from '../../algebra/admissibility/divide.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, type Tiler, Underscore } from '../../algebra/layout/layout.ts';
import { Tensor, TypeValue, type Value } from '../../evaluate/model/value.ts';
import { isPycute } from '../../evaluate/python/pycute/pycute.ts';
import { styleOf, valueText } from '../../render/text/text.ts';
import type { Origin, Site, SiteEvaluation } from './model.ts';
import { cutAt } from './truncate.ts';

/** One composition that the operation comes down to. */
interface ComposedPart {
  /** The mode of the tiler, empty when there is only one. */
  readonly mode: readonly number[];
  readonly a: Layout;
  readonly b: Layout;
  readonly verdict: CompositionVerdict;
}

export interface OperationVerdict {
  readonly kind: 'composition' | 'divide' | 'product';
  readonly parts: readonly ComposedPart[];
  readonly overTiling: readonly OverTiling[];
}

/** The layout that an argument stands for, inside a swizzle or a tensor; null where it is none. */
export function plainLayout(value: Value): Layout | null {
  if (value instanceof Layout) return value;
  if (value instanceof ComposedLayout) return value.inner instanceof Layout ? value.inner : null;
  if (value instanceof Tensor) return plainLayout(value.layout);
  if (value instanceof TypeValue && value.instance !== null) return plainLayout(value.instance);
  return null;
}

export function asTiler(value: Value): Tiler | null {
  if (value instanceof TypeValue) return value.instance === null ? null : asTiler(value.instance);
  if (value instanceof Layout || value instanceof Underscore) return value;
  if (typeof value === 'number' || value instanceof Dynamic || value instanceof StaticSymbol)
    return value as Int;
  if (!Array.isArray(value)) return null;
  const parts = (value as readonly Value[]).map(asTiler);
  return parts.includes(null) ? null : (parts as Tiler);
}

const KINDS: Readonly<Record<string, OperationVerdict['kind']>> = {
  composition: 'composition',
  compose: 'composition',
  'operator o': 'composition',
  logical_divide: 'divide',
  zipped_divide: 'divide',
  tiled_divide: 'divide',
  flat_divide: 'divide',
  logical_product: 'product',
  zipped_product: 'product',
  tiled_product: 'product',
  flat_product: 'product',
};

/** Verdicts by the operation's key, so that an edit elsewhere in the file costs nothing. */
const seen = new WeakMap<object, OperationVerdict | null>();

/** Null for operations of another kind, refused ones, and arguments that are not wholly known. */
export function operationVerdict({ origin, value }: SiteEvaluation): OperationVerdict | null {
  if (origin === null || isFailure(value)) return null;
  const known = seen.get(origin.key);
  if (known !== undefined) return known;
  const verdict = work(origin);
  seen.set(origin.key, verdict);
  return verdict;
}

/** An operation without namespaces. */
export const operationName = ({ operation }: Pick<Origin, 'operation'>): string =>
  operation.replace(/^.*(::|\.)/, '');

/** What an operation comes down to; null for others. */
export const operationKind = (origin: Pick<Origin, 'operation'>): OperationVerdict['kind'] | null =>
  KINDS[operationName(origin)] ?? null;

function work(origin: Origin): OperationVerdict | null {
  const kind = operationKind(origin);
  const sides = kind === null ? null : sidesOf(origin);
  if (kind === null || sides === null) return null;
  const [left, right] = sides;
  // pycute's functions refuse what they cannot do right, and have rules of their own; tiles are rounded up there, too.
  const isPy = isPycute(left) || isPycute(right);
  if (isPy && kind !== 'divide') return null;
  const a = plainLayout(left);
  const tiler = asTiler(right);
  if (a === null || tiler === null) return null;
  if (kind === 'composition') {
    const parts = tilerVerdicts(a, tiler);
    return { kind, parts, overTiling: [] };
  }
  const { parts, overTiling } = (kind === 'divide' ? divideVerdict : productVerdict)(a, tiler);
  return { kind, parts: isPy ? [] : parts, overTiling };
}

/** What CuTe DSL calls the two sides of an operation, the left one first. */
const SIDES = ['lhs', 'target', 'block', 'rhs', 'tiler'];

/** Those given by their places, and behind them those by their names. */
const operandsOf = ({
  args,
  keywords,
}: Origin): readonly Pick<Origin['args'][number], 'value' | 'text'>[] => [
  ...args,
  ...SIDES.flatMap((name) => {
    const value = keywords.get(name);
    return value === undefined ? [] : [{ value, text: name }];
  }),
];

/** What is composed or divided, and by what; null where one of them has no value. */
export function sidesOf(origin: Origin): readonly [Value, Value] | null {
  const values = operandsOf(origin).map(({ value }) => value);
  if (values.some(isFailure)) return null;
  const given = values as readonly Value[];
  // `tensor.compose(tiler)`, also with the tiler in pieces.
  if (operationName(origin) === 'compose' && origin.object !== null)
    return [origin.object, given.length === 1 ? given[0]! : given];
  return given.length === 2 ? [given[0]!, given[1]!] : null;
}

/** The two sides of an operation as its reader sees them: a tensor by its layout. */
export function argumentTexts(
  { origin }: SiteEvaluation,
  { dialect }: Site,
): { readonly left: string; readonly right: string } {
  const [left = '?', right = '?'] = (origin === null ? [] : operandsOf(origin)).map(({ value, text }) => {
    if (isFailure(value)) return text;
    const shown = plainLayout(value) ?? value;
    return readableText(valueText(shown, styleOf(dialect)), text);
  });
  return { left, right };
}

/** The two layouts of one composition. */
export function partTexts(
  { a, b }: ComposedPart,
  { dialect }: Site,
): { readonly a: string; readonly b: string } {
  const text = (layout: Layout): string => cutAt(valueText(layout, styleOf(dialect)), MAXIMUM_VALUE);
  return { a: text(a), b: text(b) };
}

/** Values that fill a screen are called by what the code calls them. */
const readableText = (value: string, written: string): string =>
  value.length <= MAXIMUM_VALUE ? value : written.length < value.length ? written : value;

const MAXIMUM_VALUE = 60;

/** ` in mode 1`, or nothing for an operation that has one part. */
export const inModeText = (mode: readonly number[]): string =>
  mode.length === 0 ? '' : ` in mode ${mode.join('.')}`;
