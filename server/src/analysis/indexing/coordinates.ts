// The coordinates that an operation is given, as they may be written again where what it made is accessed.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, knownValue } from '../../algebra/integer/integer.ts';
import { intText } from '../../algebra/integer/known.ts';
import { Underscore } from '../../algebra/layout/layout.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { coordinateName, innerText, parted } from './coordinate-name.ts';
import { constantPosition, type Position } from './position.ts';
import type { Ranges } from './ranges.ts';
import { isNeverNegative, isNotNegative, UNSIGNED } from './sign.ts';

/** A coordinate, or those of its modes; null where the mode is left open, as by `_`. */
export type Written = Position | null | readonly Written[];

interface Argument {
  readonly value: Value | Failure;
  /** Null for what stands in another file. */
  readonly span: Span | null;
}

/** An element of a tuple with a name, in C++. */
const ELEMENT = /^get<\d+>\(\w+\)$/;

/** The coordinates in the arguments of an operation. */
export class CoordinateReader {
  /** The operator of quotients. */
  readonly quotient: string;
  private readonly text: string;
  private readonly host: Host;
  private readonly ranges: Ranges;
  /** Where they are to be written. */
  private readonly at: number;

  constructor(text: string, host: Host, ranges: Ranges, at: number) {
    this.text = text;
    this.host = host;
    this.ranges = ranges;
    this.at = at;
    this.quotient = host === 'python' ? '//' : '/';
  }

  /** By mode; one for what is no tuple. Null where one cannot be written, or may be another one by then. */
  read({ value, span }: Argument): readonly Written[] | null {
    if (span === null || isFailure(value)) return null;
    const one = this.one(this.text.slice(span.start, span.end), value, span.start);
    if (one === undefined) return null;
    return Array.isArray(value) ? (one as readonly Written[]) : [one];
  }

  private one(source: string, value: Value, start: number): Written | undefined {
    if (value instanceof Underscore) return null;
    if (Array.isArray(value)) return this.parts(source, value as readonly Value[], start);
    const number = knownValue(value as Dynamic);
    if (number !== undefined) return number < 0 ? undefined : constantPosition(number);
    const name = ELEMENT.test(source) ? source : coordinateName(source.trim());
    if (typeof name !== 'string' || name === ':') return undefined;
    return this.position(name, value, start);
  }

  private parts(source: string, values: readonly Value[], start: number): readonly Written[] | undefined {
    const inside = innerText(source.trim());
    const texts = inside === null ? null : parted(inside);
    const isNamed = /^\w+$/.test(source.trim());
    if (texts === null ? !isNamed : texts.length !== values.length) return undefined;
    const parts = values.map((value, k) =>
      this.one(texts?.[k] ?? this.element(source.trim(), k, value), value, start),
    );
    return parts.includes(undefined) ? undefined : (parts as readonly Written[]);
  }

  /** An element of a tuple with a name: what it is where that has a name everywhere. */
  private element(name: string, k: number, value: Value): string {
    const text = value instanceof Dynamic ? intText(value) : '';
    if (UNSIGNED.test(text)) return text;
    return this.host === 'python' ? `${name}[${k}]` : `get<${k}>(${name})`;
  }

  private position(name: string, value: Value, start: number): Position | undefined {
    const names = name.match(/[A-Za-z_][\w.:]*/g) ?? [];
    for (const used of UNSIGNED.test(name) ? [] : names) {
      if (UNSIGNED.test(used) || used === 'get') continue;
      if (!/^\w+$/.test(used) || !this.ranges.isKept(used, start, this.at)) return undefined;
      this.ranges.standing.set(used, this.text.indexOf(used, start));
    }
    const text = /^\((.*)\)$/s.exec(name)?.[1] ?? name;
    return { text, isNotNegative: isNeverNegative(value) || isNotNegative(this.ranges, text, this.at) };
  }
}
