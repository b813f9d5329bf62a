// Attributes of Triton's MLIR dialects in a text: `#ttg.blocked<{sizePerThread = [1, 4], …}>`, read from where they begin.

import type { Span } from '../common/expression.ts';

/** `#ttg.slice<{dim = 1, parent = #blocked}>` */
export interface Attribute extends Span {
  readonly kind: 'attribute';
  /** Behind the `#`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldValue>;
  /** `[32:+4]` of padded_shared. */
  readonly pairs: readonly (readonly number[])[];
}

/** `#blocked`, which a line of the file gives a value. */
interface Alias extends Span {
  readonly kind: 'alias';
  readonly name: string;
}

export type AttributeOrAlias = Attribute | Alias;
export type FieldValue = number | boolean | AttributeOrAlias | readonly FieldValue[];

/** How far values stand in each other. */
const MAXIMUM_DEPTH = 16;

/** What is read so far of a text; each reader returns null where something else stands. */
class Reader {
  readonly text: string;
  at: number;
  #depth = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** What a pattern with the flag `y` finds here, with blanks before it left out. */
  take(pattern: RegExp): string | null {
    this.skipBlanks();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  is(token: string): boolean {
    this.skipBlanks();
    const found = this.text.startsWith(token, this.at);
    if (found) this.at += token.length;
    return found;
  }

  skipBlanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  attribute(): AttributeOrAlias | null {
    const start = this.at;
    const name = this.take(/#[A-Za-z_][\w.]*/y)?.slice(1) ?? null;
    if (name === null || this.#depth >= MAXIMUM_DEPTH) return null;
    if (!name.includes('.')) return { kind: 'alias', name, start, end: this.at };
    if (!this.is('<')) return null;
    this.#depth++;
    const fields = new Map<string, FieldValue>();
    const pairs = this.pairs();
    const isRead = pairs !== null && this.body(fields) && this.is('>');
    this.#depth--;
    return isRead ? { kind: 'attribute', name, fields, pairs, start, end: this.at } : null;
  }

  /** `[32:+4, 64:+8]`, where it stands. */
  pairs(): readonly (readonly number[])[] | null {
    const text = this.take(/\[\s*\d+\s*:\s*\+\s*\d+[\s\d:+,]*\]/y);
    if (text === null) return [];
    const items = text.slice(1, -1).split(',');
    const pairs = items.map((item) => /^\s*(\d+)\s*:\s*\+\s*(\d+)\s*$/.exec(item)?.slice(1).map(Number));
    return pairs.every((pair) => pair !== undefined) ? pairs : null;
  }

  /** `{a = 1, b = 2}, c = 3`, in braces or without. */
  body(fields: Map<string, FieldValue>): boolean {
    if (this.text.startsWith('>', this.at)) return true;
    const hasBraces = this.is('{');
    if (hasBraces && !(this.is('}') || (this.entries(fields) && this.is('}')))) return false;
    if (hasBraces && !this.is(',')) return true;
    return this.entries(fields);
  }

  entries(fields: Map<string, FieldValue>): boolean {
    do {
      const name = this.take(/[A-Za-z_]\w*/y);
      if (name === null || !this.is('=')) return false;
      const value = this.value();
      if (value === null) return false;
      fields.set(name, value);
    } while (this.is(','));
    return true;
  }

  value(): FieldValue | null {
    this.skipBlanks();
    if (this.text[this.at] === '#') return this.attribute();
    if (this.is('[')) return this.list();
    const word = this.take(/-?\d+|true|false/y);
    if (word === null) return null;
    return word === 'true' || word === 'false' ? word === 'true' : Number(word);
  }

  list(): readonly FieldValue[] | null {
    const items: FieldValue[] = [];
    if (this.is(']')) return items;
    if (++this.#depth > MAXIMUM_DEPTH) return null;
    do {
      const item = this.value();
      if (item === null) return null;
      items.push(item);
    } while (this.is(','));
    this.#depth--;
    return this.is(']') ? items : null;
  }
}

/** The attribute or alias that begins at an offset; null where there is none. */
export const attributeAt = (text: string, offset: number): AttributeOrAlias | null =>
  new Reader(text, offset).attribute();

/** The attributes in one, itself first. */
export function attributesIn(attribute: AttributeOrAlias): readonly AttributeOrAlias[] {
  const found: AttributeOrAlias[] = [attribute];
  const visit = (value: FieldValue): void => {
    if (Array.isArray(value)) (value as readonly FieldValue[]).forEach(visit);
    else if (typeof value === 'object') found.push(...attributesIn(value as AttributeOrAlias));
  };
  if (attribute.kind === 'attribute') attribute.fields.forEach(visit);
  return found;
}
