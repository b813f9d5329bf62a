// The ranges of the variables of an index expression, as the code around it says: loops, the threads of a block, what
// tl.arange counts, assertions, and variables that begin with such. Only what is written plainly is read.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import { termOf } from '../../algebra/integer/known.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { type IndexVariable, indexFunction, namesIn } from '../../evaluate/indexing/function.ts';
import { tableOver } from '../../evaluate/indexing/layout.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import { readIndexExpression } from '../../frontends/indexing/expression.ts';
import { Misread } from '../../frontends/indexing/tokens.ts';
import type { OpenDocument } from '../document/document.ts';
import type { GivenParameter, SiteEvaluation } from '../values/model.ts';
import { type KnownRange, loopRange, rangeFrom } from './known-range.ts';
import { declarationAround, placeOf } from './place.ts';
import { isShared, mayChange } from './text/changes.ts';
import { blockEnd, escaped, indentedEnd, statementEnd } from './text/code.ts';
import { boundsStated } from './text/conditions.ts';

/** How many points of an initialiser are looked at. */
const BUDGET = 2 ** 14;
/** How many variables begin with one another. */
const MAXIMUM_DEPTH = 4;

const INTEGER =
  '(?:const\\s+|constexpr\\s+|unsigned\\s+)*(?:int|unsigned|auto|long|short|size_t|u?int(?:32|64)_t)(?:\\s+const)?';

const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)/gm;

export class Ranges {
  private readonly document: OpenDocument;
  private readonly host: Host;
  /** The code of the declaration at its place in the file, and nothing else. */
  readonly code: string;
  /** The same with attributes. */
  private readonly written: string;

  /** Where names stand that are spoken of at another place. */
  readonly standing = new Map<string, number>();

  private defined: ReadonlyMap<string, readonly string[]> | null = null;

  /** Names that have the value that a comment assumes, as far as they were asked for. */
  readonly assumed = new Map<string, GivenParameter>();
  private readonly isAssuming: boolean;

  /** Of what stands in the declaration around an offset. `isAssuming`: what comments assume counts. */
  constructor(document: OpenDocument, host: Host, offset: number, isAssuming = false) {
    this.document = document;
    this.isAssuming = isAssuming;
    this.host = host;
    const { start, end } = declarationAround(document, offset);
    const within = (text: string): string => ' '.repeat(start) + codeOf(text.slice(start, end), host);
    // The branches that the preprocessor discards are blank, and so are attributes.
    this.code = within(document.parsed);
    this.written = within(document.text);
  }

  /** The integer that a name stands for at a place; null where it has no value, or several. */
  constantOf(name: string, at: number): number | null {
    const value = this.integerAt({ start: at, end: at + name.length }, at + name.length - 1);
    return value === null ? null : (knownValue(value) ?? null);
  }

  /** The integer that an expression evaluates to, by its place; null where it has no value, or several. */
  private integerAt({ start, end }: Span, inside = start): Int | null {
    const { model, text } = this.document;
    const source = text.slice(start, end);
    const site = model.sitesAt(inside).find(({ span }) => text.slice(span.start, span.end) === source);
    if (site === undefined) return null;
    const { value, parameters, instances } = model.evaluate(site);
    if (isFailure(value) || !isInt(value) || instances !== undefined) return null;
    const isTaken = this.isAssuming && parameters.every(({ source: by }) => by === 'assumed here');
    if (parameters.length > 0 && !isTaken) return null;
    for (const parameter of parameters) this.assumed.set(parameter.name, parameter);
    return value as Int;
  }

  /** What a name stands for at a place, in the template itself where it stands in one. */
  evaluated(name: string, at: number): SiteEvaluation | null {
    const { model, text } = this.document;
    const place = this.standing.get(name) ?? placeOf(this.code, name, at);
    const site = model
      .sitesAt(place + name.length - 1)
      .find(({ span }) => text.slice(span.start, span.end) === name);
    return site === undefined ? null : model.evaluate(site, 'template');
  }

  /** Whether a variable has at one place the value that it has at an earlier one, and there is no other one of its name. */
  isKept(name: string, from: number, at: number): boolean {
    const between = this.code.slice(from, at);
    // A lambda has names of its own, and runs later.
    if (/\[[^[\]]*\]\s*(?:\([^()]*\)\s*)?[^;{}()]*\{|\blambda\b|\bdef\b/.test(between)) return false;
    const n = escaped(name);
    if (this.host === 'cpp' && new RegExp(`[\\w>&*\\]]\\s+[&*]*${n}\\s*[=;,){[(:]`).test(between))
      return false;
    if (this.host === 'cpp' && isShared(this.code, name, at)) return false;
    if (!/\b(?:for|while|do)\b/.test(between)) return !this.mayChange(name, from, at);
    // What a loop changes behind the place is changed when it comes there again.
    return !this.mayChange(name, from, this.host === 'cpp' ? blockEnd(this.code, from) : this.code.length);
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
    const others = `,\\s*${n}\\s*=(?!=)|\\bauto\\s*&{0,2}\\s*\\[[^\\]]*\\b${n}\\b[^\\]]*\\]`;
    const any = new RegExp(
      `${head}|${declared}|(?:\\b[A-Za-z_]\\w*\\s+|\\b${INTEGER}\\s*[&*]+\\s*|>\\s+(?=\\w+\\s*[={(]))${n}\\s*(?=[,;)=(\\[{:])|${others}`,
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
      if (this.mayChange(name, end, statementEnd(this.code, end))) return null;
      const low = this.numberIn(...places[1]!);
      const by = step === undefined ? 1 : this.numberIn(...places[4]!);
      const high = this.boundIn(last!, places[3]![0]);
      if (low === null || by === null || high === null) return null;
      return loopRange(name, low, relation!, high, by);
    }
    if (init === undefined) return this.asserted(name, at);
    if (this.mayChange(name, end, blockEnd(this.code, end))) return null;
    return this.begun(name, init, places[5]![0], depth);
  }

  /** Whether what a declaration or loop declares is there at a place. */
  private holdsAt(match: RegExpMatchArray, at: number): boolean {
    const end = match.index! + match[0].length;
    return at <= (match[0].startsWith('for') ? statementEnd(this.code, end) : blockEnd(this.code, end));
  }

  private inPython(name: string, at: number, depth: number): KnownRange | null {
    const n = escaped(name);
    const loop = `^([ \\t]*)for\\s+${n}\\s+in\\s+(?:(?:tl|cutlass)\\.)?(?:static_range|range_constexpr|range)\\(([^()]*)\\)\\s*:`;
    const any = new RegExp(`${loop}|^([ \\t]*)${n}\\s*(?::\\s*[\\w.]+\\s*)?=(?!=)\\s*(.+)$`, 'dgm');
    const matches = [...this.code.slice(0, at).matchAll(any)].filter((match) => at <= this.pythonEnd(match));
    const nearest = matches.at(-1);
    if (nearest === undefined) return this.asserted(name, at);
    const end = nearest.index + nearest[0].length;
    if (this.mayChange(name, end, this.pythonEnd(nearest))) return null;
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
    // Keywords say how the loop is compiled.
    const parts = args.split(',').filter((part, k) => k === 0 || !/^\s*\w+\s*=/.test(part));
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

  /** `assert(i < 8)`, `if 0 <= i < 8:`, `tl.assume(i < N)`: of several bounds the one that is nearest and can be told. */
  private asserted(name: string, at: number): KnownRange | null {
    for (const stated of boundsStated(this.code, this.host, name, at)) {
      const { start, end, isIncluded, by, from, to, mayBeNegative } = stated;
      if (this.mayChange(name, from, to)) return null;
      if (this.host === 'cpp' && isShared(this.code, name, from)) return null;
      const bound = this.boundIn(this.code.slice(start, end), start);
      const high = typeof bound === 'number' && isIncluded ? bound + 1 : bound;
      if (high === null || (typeof high !== 'number' && isIncluded)) continue;
      const range = rangeFrom(name, 0, high, 1, by);
      return range === null ? null : { ...range, mayBeNegative };
    }
    return null;
  }

  /** Layouts and tensors are called with integers, and leave them as they are. */
  private mayChange(name: string, start: number, end: number): boolean {
    const { model, text, imports } = this.document;
    const leaves = (callee: string, at: number): boolean =>
      model.sitesAt(at).some((site) => {
        const call = model.callee(site);
        return [call?.site, call?.member].some((called) => {
          // Of `s.T(i)` the name is the member's.
          if (called == null || !text.slice(called.span.start, called.span.end).endsWith(callee))
            return false;
          const { value } = model.evaluate(called);
          return value instanceof Layout || value instanceof ComposedLayout || value instanceof Tensor;
        });
      });
    const macros = (word: string): readonly string[] => [
      ...(this.macros.get(word) ?? []),
      ...(imports?.declarationsNamed(word) ?? []).flatMap(({ declaration: { macro } }) =>
        macro === undefined ? [] : [macro.replacement],
      ),
    ];
    return mayChange({ code: this.code, start, end }, name, this.host, { macros, leaves });
  }

  /** The replacements of the macros of the file. */
  private get macros(): ReadonlyMap<string, readonly string[]> {
    if (this.defined !== null) return this.defined;
    const defined = new Map<string, string[]>();
    for (const [, name, body = ''] of this.document.text.matchAll(DEFINITION))
      defined.set(name!, [...(defined.get(name!) ?? []), body]);
    this.defined = defined;
    return defined;
  }

  /** A variable that begins with an expression takes its values, where they are 0, 1, … without a gap. */
  private begun(name: string, init: string, at: number, depth: number): KnownRange | null {
    const seen = this.valuesOf(init, at, depth + 1);
    if (seen === null) return null;
    const highest = Math.max(...seen);
    return Math.min(...seen) === 0 && highest + 1 === seen.size
      ? rangeFrom(name, 0, highest + 1, 1, init.trim())
      : null;
  }

  /** The least and the largest value of an expression; null where its variables have no ranges. */
  extremesOf(source: string, at: number): readonly [least: number, largest: number] | null {
    const seen = this.valuesOf(source, at, 0);
    return seen === null ? null : [Math.min(...seen), Math.max(...seen)];
  }

  /** All values of an expression of variables with ranges. */
  private valuesOf(source: string, at: number, depth: number): ReadonlySet<number> | null {
    const e = this.read(source);
    if (e === null) return null;
    const variables: IndexVariable[] = [];
    const placed = (used: string): number =>
      (depth === 0 ? this.standing.get(used) : undefined) ?? placeOf(this.code, used, at);
    for (const { name: used } of namesIn(e)) {
      const place = placed(used);
      if (this.constantOf(used, place) !== null) continue;
      const range = this.rangeOf(used, at, depth);
      if (range === null || typeof range.extent !== 'number') return null;
      variables.push({ ...range, extent: range.extent });
    }
    const size = variables.reduce((n, { extent }) => n * extent, 1);
    if (variables.length === 0 || size > BUDGET) return null;
    const f = this.orNull(() => indexFunction(e, variables, (used) => this.constantOf(used, placed(used))));
    const table = f === null ? null : tableOver(f, variables);
    return table === null || isFailure(table) ? null : new Set(table);
  }

  private orNull<T>(make: () => T): T | null {
    try {
      return make();
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
    return !new RegExp(declared, 'm').test(this.code) && !this.mayChange(name, 0, this.code.length);
  }

  read(source: string): Expr | null {
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
    return this.orNull(() =>
      indexFunction(e, [], (name) => this.constantOf(name, placeOf(this.code, name, from)))([]),
    );
  }

  /** A bound of a loop: a number, a name for a size, or what an expression such as `size<0>(T)` evaluates to. */
  private boundIn(source: string, at: number): Int | null {
    const number = this.numberIn(at, at + source.length);
    if (number !== null) return number;
    const name = source.trim();
    if (/^[A-Za-z_]\w*$/.test(name)) return this.isFixed(name) ? dynamicSymbol(name) : null;
    const start = at + (source.length - source.trimStart().length);
    const value = this.integerAt({ start, end: start + name.length });
    return value === null || termOf(value) === null ? null : (knownValue(value) ?? value);
  }
}
