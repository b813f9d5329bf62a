// A printed type as a value: it is read by the front end that reads the user's own code.

import { isFailure } from '../../algebra/integer/failure.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { openDocument } from '../document/document.ts';
import { templateId } from './printed-types.ts';

/** What the compiler says of a declaration: what its type holds, or the constant itself. */
export type CompilerValue =
  | { readonly kind: 'layout' | 'tensor'; readonly value: Value }
  /** A tensor whose pointer swizzles: its value is the swizzle after the layout. */
  | { readonly kind: 'swizzled'; readonly value: Value }
  | { readonly kind: 'constant'; readonly value: bigint }
  /** A type of which no layout can be read here. */
  | { readonly kind: 'unread' };

const UNREAD: CompilerValue = { kind: 'unread' };

/** The value of each type, in order. `grammars.ready('notation')` must be awaited before. */
export function readTypes(grammars: Grammars, types: readonly string[]): readonly CompilerValue[] {
  const lines = types.map((type, i) => `using printed_${i} = ${layoutText(type)};\n`);
  const document = openDocument(grammars, 'cpp', lines.join(''), { isOnlyRead: true });
  try {
    const { model } = document;
    const values = new Map(
      model.sites
        .filter(({ role }) => role === 'declaration')
        .map((site) => [site.name, model.evaluate(site).value]),
    );
    return types.map((type, i): CompilerValue => {
      const constant = constantIn(type);
      if (constant !== null) return { kind: 'constant', value: constant };
      const value = values.get(`printed_${i}`);
      if (value === undefined || isFailure(value) || value instanceof Unknown) return UNREAD;
      const held = value instanceof TypeValue ? value.instance : value;
      if (held === null) return UNREAD;
      const kind = !isTensor(type) ? 'layout' : swizzleOf(type) === null ? 'tensor' : 'swizzled';
      return { kind, value: held };
    });
  } finally {
    document.dispose();
  }
}

const isTensor = (type: string): boolean => /^(?:cute::)?Tensor$/.test(templateId(type).name);

/** The swizzle that the pointer of a tensor has, `swizzle_ptr<Swizzle<2,4,3>, smem_ptr<…>>`; null: it has none. */
const swizzleOf = (type: string): string | null =>
  /^(?:const\s+)?(?:cute::)?Tensor<(?:cute::)?ViewEngine<(?:cute::)?swizzle_ptr<((?:cute::)?Swizzle<[^<>]*>)/.exec(
    type,
  )?.[1] ?? null;

/** What of a type is a layout: of a tensor its second argument. A coordinate is read as the tuple that it is. */
function layoutText(type: string): string {
  const { args } = templateId(type);
  const swizzle = swizzleOf(type);
  const own = isTensor(type) && args.length === 2 ? args[1]! : withoutReference(type);
  const text = swizzle === null ? own : `cute::ComposedLayout<${swizzle}, cute::C<0>, ${own}>`;
  return text.replace(/\b(?:cute::)?ArithmeticTuple</g, 'cute::tuple<');
}

const withoutReference = (type: string): string => type.replace(/\s*&+\s*$/, '');

/** `layout_lens::constant<const int, 5>` */
function constantIn(type: string): bigint | null {
  const { name, args } = templateId(type);
  if (!/^(?:layout_lens::)?constant$/.test(name)) return null;
  const text = (args[1] ?? '').replace(/^\([^()]*\)/, '').replace(/(?<=\d)[uUlL]+$/, '');
  if (text === 'true' || text === 'false') return BigInt(text === 'true');
  return /^-?\d+$/.test(text) ? BigInt(text) : null;
}
