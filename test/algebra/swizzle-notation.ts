// Reads the notation of the golden data: layouts, tilers, coordinates, swizzles and composed layouts.

import { Dynamic, type Int } from '../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
  UNDERSCORE,
  type Underscore,
} from '../../server/src/algebra/layout/layout.ts';
import { Binary, Fraction, ScaledBasis, type Stride } from '../../server/src/algebra/layout/stride.ts';
import type { HTuple } from '../../server/src/algebra/tuple/htuple.ts';

type Parsed = HTuple<Stride | Underscore | Layout> | AnyLayout | Swizzle | SmemPtrFlag;

/** What an integer without a mark is: the golden arguments are static, `raw_args` mark theirs. */
type Unmarked = 'static' | 'dynamic';

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly unmarked: Unmarked;
  constructor(text: string, unmarked: Unmarked) {
    this.text = text;
    this.unmarked = unmarked;
  }

  all(): Parsed {
    const value = this.chain();
    if (this.at !== this.text.length) throw new Error(`unread: ${this.text.slice(this.at)} of ${this.text}`);
    return value;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern, 'y');
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.text);
    if (match) this.at += match[0].length;
    return match;
  }

  private chain(): Parsed {
    const first = this.term();
    if (!this.take(/ o /)) return first;
    const offset = this.term();
    if (!this.take(/ o /)) throw new Error(`expected a second o: ${this.text}`);
    return new ComposedLayout(first as Swizzle, offset as Int, this.chain() as AnyLayout);
  }

  private term(): Parsed {
    const sw = this.take(/Sw<(-?\d+),(-?\d+),(-?\d+)>/);
    if (sw) return new Swizzle(Number(sw[1]), Number(sw[2]), Number(sw[3]));
    const flag = this.take(/smem_ptr\[(\d+)b\]\(unset\)/);
    if (flag) return new SmemPtrFlag(Number(flag[1]));
    const value = this.value();
    return this.take(/:/) ? new Layout(value as HTuple<Int>, this.value() as HTuple<Stride>) : value;
  }

  private value(): HTuple<Stride | Underscore | Layout> {
    if (this.take(/\(|</)) {
      const items: HTuple<Stride | Underscore | Layout>[] = [];
      while (!this.take(/\)|>/)) {
        items.push(this.term() as HTuple<Stride>);
        this.take(/, ?/);
      }
      return items;
    }
    const binary = this.take(/f(\d+)/);
    if (binary) return new Binary(Number(binary[1]));
    const short = this.take(/(\d*)e(\d)/);
    if (short) return new ScaledBasis(short[1] === '' ? 1 : Number(short[1]), [Number(short[2])]);
    const number = this.take(/(_?)(-?\d+)(?:\/(\d+))?((?:@\d+)*)/);
    if (number) return this.number(number);
    if (this.take(/_/)) return UNDERSCORE;
    throw new Error(`cannot read ${this.text.slice(this.at)} of ${this.text}`);
  }

  private number([, mark, digits, denominator, path]: RegExpExecArray): Stride {
    const value = Number(digits);
    const int: Int = mark === '_' || this.unmarked === 'static' ? value : new Dynamic(value);
    if (!path) return int;
    const scaled = denominator ? new Fraction(value, Number(denominator)) : int;
    return new ScaledBasis(scaled, path.slice(1).split('@').map(Number).reverse());
  }
}

export const parse = (text: string, unmarked: Unmarked = 'static'): Parsed =>
  new Reader(text, unmarked).all();
