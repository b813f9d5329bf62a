// Reads layout text out of prose, without a parser: just enough of the notation to say where it ends.
// Every result is remembered by its offset, so that no bracket is read twice.

/** A piece of notation that begins at a known offset. */
export interface Found {
  readonly end: number;
  /** Whether it has what prose has not: tuples of shape and stride, a swizzle, static integers. */
  readonly evidence: boolean;
  /** A single `tuple:tuple`, which may be something else in a host language. */
  readonly plain: boolean;
}

interface Tuple {
  readonly end: number;
  readonly rank: number;
  /** Whether some leaf is a number or `?`. */
  readonly numeric: boolean;
}

/** Calls that are layout text when a layout is among their arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `composition complement coalesce filter filter_zeros flatten right_inverse left_inverse inverse
  logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product tiled_product flat_product
  blocked_product raked_product tile_to_shape make_layout make_composed_layout make_ordered_layout make_layout_like
  make_fragment_like make_identity_layout size cosize rank depth shape stride get select take group append prepend
  replace zip slice dice domain_offset upcast downcast recast_layout max_common_layout max_common_vector nullspace
  congruent compatible weakly_congruent evenly_divides ArithTuple`.split(/\s+/),
);

const SWIZZLE = /(?:Sw|S|Swizzle) ?< ?\d+ ?, ?\d+ ?, ?-?\d+ ?>(?:\{\})?/y;
const POINTER = /\w+\[\d+b\]\((?:unset|nullptr|\(nil\)|0x[0-9A-Fa-f.…]*)\)/y;
const OFFSET = /\{-?\d+\}/y;
const STATIC_PAIR = /_-?\d+:_-?\d+/y;
const NAME = /[A-Za-z_]\w*/y;
const WORD = /\w+/y;
/**
 * A leaf of a shape or stride: a number, a basis element, a symbol, arithmetic without spaces, `?{div=8}`. A number that
 * runs into letters, `1o` or `4A`, is none.
 */
const OPERAND =
  /[A-Za-z_]\w*|(?:0[xX][\dA-Fa-f]+|0[bB][01]+|\d+_c|\d*e\d+|\d+)(?!\w)|\?(?!\w)(?:\{[\w =]*\})?/.source;
const LEAF = new RegExp(`-?(?:${OPERAND})(?:[@*/%+-]-?(?:${OPERAND}))*`, 'y');
const OPERATOR = / +(?:o|∘) +/y;
const SPACES = /[ \t]*/y;

const DEPTH_LIMIT = 64;

export class NotationReader {
  readonly #text: string;
  readonly #tuples = new Map<number, Tuple | null>();
  readonly #chains = new Map<number, Found | null>();
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the word that an offset stands in. */
  wordEnd(at: number): number {
    return this.#match(WORD, at) ?? at + 1;
  }

  /** `A o B o C`, or a single operand. */
  chainAt(at: number): Found | null {
    return this.#remember(this.#chains, at, () => {
      const first = this.#operandAt(at);
      if (first === null) return null;
      let found = first;
      for (;;) {
        const next = this.#match(OPERATOR, found.end);
        const operand = next === null ? null : this.#operandAt(next);
        if (operand === null) return found;
        found = { end: operand.end, evidence: found.evidence || operand.evidence, plain: false };
      }
    });
  }

  #match(pattern: RegExp, at: number): number | null {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : null;
  }

  #remember<T>(known: Map<number, T | null>, at: number, read: () => T | null): T | null {
    const before = known.get(at);
    if (before !== undefined) return before;
    if (this.#depth >= DEPTH_LIMIT) return null;
    this.#depth++;
    const result = read();
    this.#depth--;
    known.set(at, result);
    return result;
  }

  #operandAt(at: number): Found | null {
    const marked = this.#match(SWIZZLE, at) ?? this.#match(STATIC_PAIR, at);
    if (marked !== null) return { end: marked, evidence: true, plain: false };
    const silent = this.#match(POINTER, at) ?? this.#match(OFFSET, at);
    if (silent !== null) return { end: silent, evidence: false, plain: false };
    return this.#layoutAt(at) ?? this.#groupAt(at) ?? this.#callAt(at) ?? this.#leafAt(at);
  }

  /** `(4,8):(8,1)`, with coordinates behind it or not. */
  #layoutAt(at: number): Found | null {
    const shape = this.#tupleAt(at);
    if (shape === null) return null;
    const stride = this.#strideAfter(shape);
    if (stride === null) return null;
    const evidence = shape.rank === stride.rank && (shape.numeric || stride.numeric);
    const coordinate = this.#tupleAt(stride.end);
    return coordinate === null
      ? { end: stride.end, evidence, plain: true }
      : { end: coordinate.end, evidence, plain: false };
  }

  /** `:(8,1)` right behind the shape; with a space on both sides only for two modes or more. */
  #strideAfter(shape: Tuple): Tuple | null {
    const text = this.#text;
    if (text[shape.end] === ':') return this.#tupleAt(shape.end + 1);
    return shape.rank > 1 && text.startsWith(' : ', shape.end) ? this.#tupleAt(shape.end + 3) : null;
  }

  #tupleAt(at: number): Tuple | null {
    if (this.#text[at] !== '(') return null;
    return this.#remember(this.#tuples, at, () => {
      let rank = 0;
      let numeric = false;
      let next = this.#skip(at + 1);
      for (;;) {
        const inner = this.#tupleAt(next);
        const end = inner?.end ?? this.#match(LEAF, next);
        if (end === null) return null;
        // ceil_div(M,64)
        const argument = inner === null ? this.#tupleAt(end) : null;
        numeric ||= inner?.numeric ?? /^[-_]?-?[\d?]/.test(this.#text.slice(next, next + 3));
        rank++;
        next = this.#skip(argument?.end ?? end);
        if (this.#text[next] === ')') return { end: next + 1, rank, numeric };
        if (this.#text[next] !== ',') return null;
        next = this.#skip(next + 1);
      }
    });
  }

  /** `((5,3):(1,7) o 4:1)` */
  #groupAt(at: number): Found | null {
    if (this.#text[at] !== '(') return null;
    const inner = this.chainAt(this.#skip(at + 1));
    if (inner === null) return null;
    const close = this.#skip(inner.end);
    if (this.#text[close] !== ')') return null;
    const coordinate = this.#tupleAt(close + 1);
    return { end: coordinate?.end ?? close + 1, evidence: inner.evidence, plain: false };
  }

  /** `logical_divide((8,16):(20,1), <4:1, 8:2>)`, `size<0>((4,8):(8,1))`, `cute::composition(…)` */
  #callAt(at: number): Found | null {
    let start = at;
    if (this.#text.startsWith('cute::', start)) start += 6;
    else if (this.#text.startsWith('cute.', start)) start += 5;
    const name = this.#match(NAME, start);
    if (name === null || !FUNCTIONS.has(this.#text.slice(start, name)))
      return start === at ? null : this.#swizzleAt(start);
    const open = /<[\d, ]*>/y;
    open.lastIndex = name;
    const list = open.test(this.#text) ? open.lastIndex : name;
    if (this.#text[list] !== '(') return null;
    const args = this.#listAt(list, ')');
    return args === null ? null : { ...args, plain: false };
  }

  #swizzleAt(at: number): Found | null {
    const end = this.#match(SWIZZLE, at);
    return end === null ? null : { end, evidence: true, plain: false };
  }

  /** Arguments, or the modes of a tiler, from their opening bracket. */
  #listAt(at: number, closer: string): { readonly end: number; readonly evidence: boolean } | null {
    let evidence = false;
    let next = this.#skip(at + 1);
    for (;;) {
      const item = this.#itemAt(next);
      if (item === null) return null;
      evidence ||= item.evidence;
      next = this.#skip(item.end);
      const separator = this.#text[next];
      if (separator === closer) return { end: next + 1, evidence };
      if (separator !== ',' && separator !== ';') return null;
      next = this.#skip(next + 1);
    }
  }

  #itemAt(at: number): { readonly end: number; readonly evidence: boolean } | null {
    if (this.#text[at] === '<') return this.#listAt(at, '>');
    if (this.#text[at] === '[') return this.#listAt(at, ']');
    const found = this.chainAt(at);
    if (found !== null) return found;
    const tuple = this.#tupleAt(at);
    return tuple === null ? null : { end: tuple.end, evidence: false };
  }

  /** `4:1`, `8`, `A`: part of a chain or of a call, never layout text alone. */
  #leafAt(at: number): Found | null {
    const end = this.#match(LEAF, at);
    if (end === null) return null;
    const stride = this.#text[end] === ':' ? this.#match(LEAF, end + 1) : null;
    return { end: stride ?? end, evidence: false, plain: false };
  }

  #skip(at: number): number {
    return this.#match(SPACES, at) ?? at;
  }
}
