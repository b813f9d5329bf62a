// The ranges of the variables of an index expression, as the code around it says: loops, the threads of a block, what
// tl.arange counts, assertions, and variables that begin with such. Only what is written plainly is read.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import { type IndexVariable, indexFunction, namesIn } from '../../evaluate/indexing/function.ts';
import type { IndexRange } from '../../evaluate/indexing/layout.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { readIndexExpression } from '../../frontends/indexing/expression.ts';
import { Misread } from '../../frontends/indexing/tokens.ts';
import type { OpenDocument } from '../document/document.ts';
import { blockEnd, codeOf, escaped, indentedEnd, mayChange, statementEnd } from './code.ts';

export interface KnownRange extends IndexRange {
  /** `loop`, `__launch_bounds__`: by what it is known. */
  readonly by: string;
}

/** How many points of an initialiser are looked at. */
const BUDGET = 2 ** 14;
/** How many variables begin with one another. */
const MAXIMUM_DEPTH = 4;

const INTEGER =
  '(?:const\\s+|constexpr\\s+|unsigned\\s+)*(?:int|unsigned|auto|long|short|size_t|u?int(?:32|64)_t)(?:\\s+const)?';

export class Ranges {
  private readonly document: OpenDocument;
  private readonly host: Host;
  /** The code of the declaration at its place in the file, and nothing else. */
  readonly code: string;
  /** The same with attributes. */
  private readonly written: string;

  /** Of what stands in the declaration around an offset. */
  constructor(document: OpenDocument, host: Host, offset: number) {
    this.document = document;
    this.host = host;
    const { start, end } = declarationAround(document, offset);
    const within = (text: string): string => ' '.repeat(start) + codeOf(text.slice(start, end), host);
    // The branches that the preprocessor discards are blank, and so are attributes.
    this.code = within(document.parsed);
    this.written = within(document.text);
  }

  /** The integer that a name stands for at a place; null where it has no value, or several. */
  constantOf(name: string, at: number): number | null {
    const { model, text } = this.document;
    const last = at + name.length - 1;
    const site = model.sitesAt(last).find(({ span }) => text.slice(span.start, span.end) === name);
    if (site === undefined) return null;
    const { value, parameters, instances } = model.evaluate(site);
    if (isFailure(value) || !isInt(value) || parameters.length > 0 || instances !== undefined) return null;
    return knownValue(value as Int) ?? null;
  }

  /** The range of a variable at a place; null where the code does not say it. */
  rangeOf(name: string, at: number, depth = 0): KnownRange | null {
    if (depth > MAXIMUM_DEPTH) return null;
    if (name === 'threadIdx.x') return this.threads(at);
    if (!/^\w+$/.test(name)) return null;
    return this.host === 'cpp' ? this.inCpp(name, at, depth) : this.inPython(name, at, depth);
  }

  private threads(at: number): KnownRange | null {
    const { written } = this;
    const bounds = [...written.slice(0, at).matchAll(/__launch_bounds__\s*\(/g)].at(-1);
    if (bounds === undefined) return null;
    const from = bounds.index + bounds[0].length;
    const [bound] = /^[^,()]*/.exec(written.slice(from))!;
    const end = from + bound.length;
    const body = this.code.indexOf('{', end);
    if (body < 0 || at < body || at > statementEnd(this.code, body)) return null;
    const extent = this.numberOf(bound, from);
    return extent === null ? null : rangeFrom('threadIdx.x', 0, extent, 1, '__launch_bounds__');
  }

  /** The declaration or loop nearest before a place that holds there. */
  private inCpp(name: string, at: number, depth: number): KnownRange | null {
    const n = escaped(name);
    const head = `\\bfor\\s*\\(\\s*${INTEGER}\\s+${n}\\s*=\\s*([^;]+);\\s*${n}\\s*(<=?|!=)\\s*([^;]+);\\s*(?:\\+\\+\\s*${n}|${n}\\s*\\+\\+|${n}\\s*\\+=\\s*([^();]+))\\s*\\)`;
    const declared = `\\b${INTEGER}\\s+${n}\\s*=\\s*([^;]+);`;
    const any = new RegExp(
      `${head}|${declared}|(?:\\b[A-Za-z_]\\w*\\s+|\\b${INTEGER}\\s*[&*]+\\s*)${n}\\s*(?=[,;)=(\\[{:])`,
      'dg',
    );
    const nearest = [...this.code.slice(0, at).matchAll(any)]
      .filter((match) => !/^(?:return|case|else|goto|in)\b/.test(match[0]) && this.holdsAt(match, at))
      .at(-1);
    if (nearest === undefined) return this.asserted(name, at);
    const [, first, relation, last, step, init] = nearest;
    const end = nearest.index + nearest[0].length;
    const places = (nearest as RegExpExecArray & { indices: [number, number][] }).indices;
    if (first !== undefined) {
      if (mayChange(this.code.slice(end, statementEnd(this.code, end)), name, this.host)) return null;
      const low = this.numberIn(...places[1]!);
      const by = step === undefined ? 1 : this.numberIn(...places[4]!);
      const high = this.boundIn(last!, places[3]![0]);
      if (low === null || by === null || high === null) return null;
      return loopRange(name, low, relation!, high, by);
    }
    if (init === undefined) return this.asserted(name, at);
    if (mayChange(this.code.slice(end, blockEnd(this.code, end)), name, this.host)) return null;
    return this.begun(name, init, places[5]![0], depth);
  }

  /** Whether what a declaration or loop declares is there at a place. */
  private holdsAt(match: RegExpMatchArray, at: number): boolean {
    const end = match.index! + match[0].length;
    return at <= (match[0].startsWith('for') ? statementEnd(this.code, end) : blockEnd(this.code, end));
  }

  private inPython(name: string, at: number, depth: number): KnownRange | null {
    const n = escaped(name);
    const loop = `^([ \\t]*)for\\s+${n}\\s+in\\s+(?:tl\\.)?(?:static_)?range\\(([^()]*)\\)\\s*:`;
    const any = new RegExp(`${loop}|^([ \\t]*)${n}\\s*(?::\\s*[\\w.]+\\s*)?=(?!=)\\s*(.+)$`, 'dgm');
    const matches = [...this.code.slice(0, at).matchAll(any)].filter((match) => at <= this.pythonEnd(match));
    const nearest = matches.at(-1);
    if (nearest === undefined) return this.asserted(name, at);
    const end = nearest.index + nearest[0].length;
    if (mayChange(this.code.slice(end, this.pythonEnd(nearest)), name, this.host)) return null;
    const places = (nearest as RegExpExecArray & { indices: [number, number][] }).indices;
    const [, , loopArgs, , init] = nearest;
    if (loopArgs !== undefined) return this.counted(name, loopArgs, places[2]![0], 'loop');
    const arange = /^tl\.arange\(([^()]*)\)\s*$/.exec(init!);
    if (arange !== null)
      return this.counted(name, arange[1]!, places[4]![0] + init!.indexOf('(') + 1, 'tl.arange');
    return this.begun(name, init!, places[4]![0], depth);
  }

  private pythonEnd(match: RegExpMatchArray): number {
    const isLoop = match[2] !== undefined;
    const indent = (isLoop ? match[1] : match[3])!.length;
    return indentedEnd(this.code, match.index! + match[0].length, isLoop ? indent + 1 : indent);
  }

  /** `range(n)`, `range(a, b)`, `range(a, b, s)`. */
  private counted(name: string, args: string, at: number, by: string): KnownRange | null {
    const parts = args.split(',');
    let from = at;
    const bounds = parts.map((part) => {
      const bound = this.boundIn(part, from);
      from += part.length + 1;
      return bound;
    });
    const [first, second, third] = bounds;
    if (bounds.includes(null) || parts.length > 3) return null;
    if (parts.length === 1) return rangeFrom(name, 0, first!, 1, by);
    const [low, step] = [first!, third ?? 1];
    return typeof low === 'number' && typeof step === 'number'
      ? rangeFrom(name, low, second!, step, by)
      : null;
  }

  /** `assert(i < 8)`, `assert 0 <= i < 8`. */
  private asserted(name: string, at: number): KnownRange | null {
    const n = escaped(name);
    const said = new RegExp(`\\bassert\\b\\s*\\(?\\s*(?:0\\s*<=\\s*)?${n}\\s*<\\s*(\\w+)`, 'dg');
    const match = [...this.code.slice(0, at).matchAll(said)].at(-1);
    if (match === undefined) return null;
    const [from, to] = (match as RegExpExecArray & { indices: [number, number][] }).indices[1]!;
    const scopeEnd =
      this.host === 'cpp'
        ? blockEnd(this.code, to)
        : indentedEnd(this.code, to, indentAt(this.code, match.index));
    const extent = at <= scopeEnd ? this.numberIn(from, to) : null;
    if (extent === null || mayChange(this.code.slice(to, scopeEnd), name, this.host)) return null;
    return rangeFrom(name, 0, extent, 1, 'assert');
  }

  /** A variable that begins with an expression takes its values, where they are 0, 1, … without a gap. */
  private begun(name: string, init: string, at: number, depth: number): KnownRange | null {
    const e = this.read(init);
    if (e === null) return null;
    const variables: IndexVariable[] = [];
    for (const { name: used } of namesIn(e)) {
      const place = placeOf(this.code, used, at);
      if (this.constantOf(used, place) !== null) continue;
      const range = this.rangeOf(used, at, depth + 1);
      if (range === null || typeof range.extent !== 'number') return null;
      variables.push({ ...range, extent: range.extent });
    }
    if (variables.length === 0) return null;
    const highest = this.highestOf(e, variables, at);
    return highest === null ? null : rangeFrom(name, 0, highest + 1, 1, init.trim());
  }

  private highestOf(e: Expr, variables: readonly IndexVariable[], at: number): number | null {
    const size = variables.reduce((n, { extent }) => n * extent, 1);
    if (size > BUDGET) return null;
    try {
      const f = indexFunction(e, variables, (used) => this.constantOf(used, placeOf(this.code, used, at)));
      const seen = new Set<number>();
      for (let x = 0; x < size; x++) {
        let rest = x;
        const values = variables.map(({ first, step, extent }) => {
          const count = rest % extent;
          rest = Math.floor(rest / extent);
          return first + step * count;
        });
        seen.add(f(values));
      }
      const highest = Math.max(...seen);
      return Math.min(...seen) === 0 && highest + 1 === seen.size ? highest : null;
    } catch (thrown) {
      if (isFailure(thrown)) return null;
      throw thrown;
    }
  }

  /** Whether a name without a value has one and the same in the whole function: what the function declares may differ. */
  isFixed(name: string): boolean {
    const n = escaped(/^\w+/.exec(name)?.[0] ?? name);
    const declared =
      this.host === 'cpp'
        ? `[\\w>]\\s+[&*]?${n}\\s*[=;{]|\\bauto\\s*&{0,2}\\s*\\[[^\\]]*\\b${n}\\b`
        : `^[ \\t]*(?:[\\w.]+\\s*,\\s*)*${n}\\s*(?:,[^=]*)?(?::[^=]*)?=(?!=)|\\bfor\\s[^:\\n]*\\b${n}\\b[^:\\n]*\\bin\\b|\\bas\\s+${n}\\b|\\b${n}\\s*:=`;
    return !new RegExp(declared, 'm').test(this.code) && !mayChange(this.code, name, this.host);
  }

  private read(source: string): Expr | null {
    try {
      return readIndexExpression(source, this.host);
    } catch (thrown) {
      if (thrown instanceof Misread) return null;
      throw thrown;
    }
  }

  /** The number that a stretch of the code stands for. */
  private numberIn(from: number, to: number): number | null {
    return this.numberOf(this.code.slice(from, to), from);
  }

  private numberOf(source: string, from: number): number | null {
    const e = this.read(source);
    if (e === null) return null;
    try {
      return indexFunction(e, [], (name) => this.constantOf(name, placeOf(this.code, name, from)))([]);
    } catch (thrown) {
      if (isFailure(thrown)) return null;
      throw thrown;
    }
  }

  /** A bound of a loop: a number, or a name for a size. */
  private boundIn(source: string, at: number): Int | null {
    const number = this.numberIn(at, at + source.length);
    if (number !== null) return number;
    const name = source.trim();
    return /^[A-Za-z_]\w*$/.test(name) && this.isFixed(name) ? dynamicSymbol(name) : null;
  }
}

/** The declaration of a file, function or statement of a module, around an offset. */
function declarationAround({ module, text }: OpenDocument, offset: number): Span {
  let [start, end] = [0, text.length];
  for (const unit of module.units) {
    if (unit.start <= offset) start = Math.max(start, unit.start);
    else end = Math.min(end, unit.start);
  }
  // What stands before the first word that is read, as attributes do, belongs to it.
  const before = Math.max(text.lastIndexOf('}', start - 1), text.lastIndexOf(';', start - 1));
  return { start: start === 0 ? 0 : before + 1, end };
}

const indentAt = (code: string, at: number): number => at - (code.lastIndexOf('\n', at - 1) + 1);

/** Where a name first stands, from an offset on. */
const placeOf = (code: string, name: string, from: number): number => {
  const match = new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g');
  match.lastIndex = from;
  return match.exec(code)?.index ?? from;
};

/** `i <= M` has one more than M, which is no name; `i != 8` ends where a step meets it. */
function loopRange(name: string, low: number, relation: string, high: Int, step: number): KnownRange | null {
  if (typeof high !== 'number') return relation === '<=' ? null : rangeFrom(name, low, high, step, 'loop');
  if (relation === '!=' && (high - low) % step !== 0) return null;
  return rangeFrom(name, low, relation === '<=' ? high + 1 : high, step, 'loop');
}

function rangeFrom(name: string, low: number, high: Int, step: number, by: string): KnownRange | null {
  if (typeof high !== 'number')
    return low === 0 && step === 1 ? { name, first: 0, step, extent: high, by } : null;
  const extent = Math.ceil((high - low) / step);
  return low >= 0 && step > 0 && extent > 0 ? { name, first: low, step, extent, by } : null;
}
