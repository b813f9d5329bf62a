// A reader for the notation of the golden records, written apart from the product's own parsers so
// that an error there cannot hide one here.

import { Dynamic, type Int } from '../../server/src/algebra/integer/integer.ts';
import { Layout, type Shape, type Strides, UNDERSCORE } from '../../server/src/algebra/layout/layout.ts';
import { ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import { type AlgebraValue, LAYOUT_LEFT, LAYOUT_RIGHT } from '../../server/src/algebra/layout/value.ts';

/** What an integer without `_` is: static where the record has no static marks, dynamic where it has. */
type Unmarked = 'static' | 'dynamic';

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly unmarked: Unmarked;
  constructor(text: string, unmarked: Unmarked) {
    this.text = text;
    this.unmarked = unmarked;
  }

  value(): AlgebraValue {
    const first = this.primary();
    if (this.text[this.at] !== ':') return first;
    this.at++;
    return new Layout(first as Shape, this.primary() as Strides);
  }

  end(): void {
    if (this.at !== this.text.length)
      throw new Error(`cannot read ${JSON.stringify(this.text)} at ${this.at}`);
  }

  private primary(): AlgebraValue {
    if (this.text[this.at] !== '(') return this.leaf();
    this.at++;
    const items: AlgebraValue[] = [];
    while (this.text[this.at] !== ')') {
      items.push(this.value());
      if (this.text[this.at] === ',') this.at++;
      else if (this.text[this.at] !== ')')
        throw new Error(`no ) in ${JSON.stringify(this.text)} at ${this.at}`);
    }
    this.at++;
    return items;
  }

  private leaf(): AlgebraValue {
    const match = /^(_?)(-?\d+)((?:@\d+)*)/.exec(this.text.slice(this.at));
    if (match === null) {
      if (this.text[this.at] !== '_')
        throw new Error(`no value in ${JSON.stringify(this.text)} at ${this.at}`);
      this.at++;
      return UNDERSCORE;
    }
    this.at += match[0].length;
    const n = Number(match[2]);
    const int: Int = match[1] === '_' || this.unmarked === 'static' ? n : new Dynamic(n);
    if (match[3] === '') return int;
    const path = match[3]!.slice(1).split('@').map(Number).reverse();
    return new ScaledBasis(int, path);
  }
}

/** Reads a value of a golden record: an integer, a tuple, a layout, a tiler, LayoutLeft or LayoutRight. */
export function readValue(text: string | number, unmarked: Unmarked = 'static'): AlgebraValue {
  if (text === 'LayoutLeft') return LAYOUT_LEFT;
  if (text === 'LayoutRight') return LAYOUT_RIGHT;
  const reader = new Reader(String(text), unmarked);
  const value = reader.value();
  reader.end();
  return value;
}

/** Reads a layout; throws when the text is another value. */
export function readLayout(text: string, unmarked: Unmarked = 'static'): Layout {
  const value = readValue(text, unmarked);
  if (!(value instanceof Layout)) throw new Error(`${text} is no layout`);
  return value;
}
