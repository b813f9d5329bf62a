// The values of Triton and Gluon, for whoever evaluates and prints them.

import { basesOf, LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { LayoutConversion } from './conversion/conversion.ts';
import { conversionFields } from './conversion/words.ts';
import { type Encoding, TritonLayout } from './encoding.ts';

/** Numbers and words by their names: a coordinate as `apply` gives it, or fields of a conversion. */
export class NamedValues {
  readonly entries: ReadonlyMap<string, number | string>;
  constructor(entries: ReadonlyMap<string, number | string>) {
    this.entries = entries;
  }
}

/** A tensor of Gluon: in registers, in shared memory or in tensor memory. */
export class TritonTensor {
  readonly space: 'register' | 'shared' | 'tensor';
  readonly shape: readonly number[];
  /** Name and width of the elements; null where they are not known. */
  readonly element: { readonly name: string; readonly bits: number } | null;
  /** Null: the compiler chooses. */
  readonly layout: Encoding | null;
  /** The shape of what it is a slice of, by which its layout goes. */
  readonly allocated: readonly number[];
  constructor(
    space: TritonTensor['space'],
    shape: readonly number[],
    element: TritonTensor['element'],
    layout: Encoding | null,
    allocated: readonly number[] = shape,
  ) {
    this.space = space;
    this.shape = shape;
    this.element = element;
    this.layout = layout;
    this.allocated = allocated;
  }
}

export type TritonValue = TritonLayout | LinearLayout | NamedValues | TritonTensor | LayoutConversion;

export const isTritonValue = (v: unknown): v is TritonValue =>
  v instanceof TritonLayout ||
  v instanceof LinearLayout ||
  v instanceof NamedValues ||
  v instanceof TritonTensor ||
  v instanceof LayoutConversion;

/** A field as Python prints it. */
export function fieldText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (value instanceof Map) return dictionaryText(value, "'");
  if (Array.isArray(value)) return `[${value.map(fieldText).join(', ')}]`;
  return typeof value === 'object' ? encodingText(value as Encoding) : String(value);
}

/** As the dataclass prints: `BlockedLayout(size_per_thread=[1, 4], …)`. */
function encodingText({ layout, ...fields }: Encoding): string {
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${fieldText(value)}`);
  return `${layout}(${texts.join(', ')})`;
}

const dictionaryText = (entries: Iterable<readonly [string, unknown]>, quote: string): string =>
  `{${[...entries].map(([name, value]) => `${quote}${name}${quote}: ${fieldText(value)}`).join(', ')}}`;

/** In one line, and in a form that the notation reads. */
export function tritonText(value: TritonValue): string {
  if (value instanceof TritonLayout) return encodingText(value.encoding);
  if (value instanceof LinearLayout) {
    return `LinearLayout(${dictionaryText(basesOf(value), '"')}, ${dictionaryText(sizesOf(value), '"')})`;
  }
  if (value instanceof NamedValues) return dictionaryText(value.entries, "'");
  if (value instanceof LayoutConversion) return dictionaryText(conversionFields(value), "'");
  return tensorText(value);
}

const KINDS: Readonly<Record<TritonTensor['space'], string>> = {
  register: 'tensor',
  shared: 'shared_memory_descriptor',
  tensor: 'tensor_memory_descriptor',
};

function tensorText({ space, shape, element, layout }: TritonTensor): string {
  const layoutText = layout === null ? '' : `, ${encodingText(layout)}`;
  return `${KINDS[space]}<${[...shape, element?.name ?? '?'].join('x')}${layoutText}>`;
}

/** A few words: the layout by its name alone. */
export function tritonTitle(value: TritonValue): string {
  if (value instanceof TritonLayout) return value.encoding.layout;
  if (value instanceof LinearLayout) return 'LinearLayout';
  if (value instanceof NamedValues) return tritonText(value);
  if (value instanceof LayoutConversion) return 'convert_layout';
  return `${KINDS[value.space]}<${[...value.shape, value.element?.name ?? '?'].join('x')}>`;
}

/** A text that is equal for equal values only. */
export const tritonKey = (value: TritonValue): string =>
  value instanceof TritonTensor
    ? `${tritonText(value)} of ${value.allocated.join('x')}`
    : value instanceof LayoutConversion
      ? `${tritonText(value.from)} to ${tritonText(value.to)}: ${tritonText(value)}`
      : tritonText(value);
