// The index expression or table at a place of a file, with the layout that it computes.

import { isFailure } from '../../algebra/integer/failure.ts';
import { intText } from '../../algebra/integer/known.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { isRecovered, type Recovered, recoverLayout } from '../../algebra/recover/recover.ts';
import type { MapTerm } from '../../algebra/relation/term.ts';
import { namesIn } from '../../evaluate/indexing/function.ts';
import { layoutOfIndex } from '../../evaluate/indexing/layout.ts';
import { relationOfIndex } from '../../evaluate/indexing/relation.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { readIndexExpression } from '../../frontends/indexing/expression.ts';
import { isTable, readTable } from '../../frontends/indexing/table.ts';
import { Misread } from '../../frontends/indexing/tokens.ts';
import type { OpenDocument } from '../document/document.ts';
import type { GivenParameter } from '../values/model.ts';
import type { KnownRange } from './known-range.ts';
import { Ranges } from './ranges.ts';

export interface IndexAt {
  readonly span: Span;
  readonly layout: AnyLayout | LinearLayout;
  /** The variables in the order of the layout's modes; none for a table. */
  readonly ranges: readonly KnownRange[];
  /** The values of the variables to the offset; null for a table, and for what is not quasi-affine. */
  relation(): MapTerm | null;
  /** Names that have the value that a comment assumes. */
  readonly parameters: readonly GivenParameter[];
}

/** Points that are worked out while somebody waits. */
const BUDGET = 2 ** 15;
/** The longest text that is looked at. */
const MAXIMUM_LENGTH = 2 ** 18;

/** What is selected: a table, or an expression of which all ranges are known. */
export function indexIn(document: OpenDocument, host: Host, selected: Span): IndexAt | null {
  const source = document.text.slice(selected.start, selected.end);
  if (source.length > MAXIMUM_LENGTH) return null;
  const start = selected.start + (source.length - source.trimStart().length);
  const span = { start, end: start + source.trim().length };
  const text = source.trim();
  if (!isTable(text))
    return ofExpression(new Ranges(document, host, span.start), readIndex(text, host), span);
  const table = orNull(() => readTable(text));
  if (table === null || table.offsets.length < 2) return null;
  const found = recoverLayout(table.offsets, table.shape ?? undefined);
  return isFailure(found) || !isRecovered(found)
    ? null
    : { span, layout: found.layout, ranges: [], relation: () => null, parameters: [] };
}

/**
 * The largest index expression across an offset. It is one without doubt: it multiplies, divides, shifts or masks a
 * variable of which the range is known. `isAssuming`: what comments assume counts.
 */
export function indexAcross(
  document: OpenDocument,
  host: Host,
  offset: number,
  isAssuming = false,
): IndexAt | null {
  const ranges = new Ranges(document, host, offset, isAssuming);
  const { code } = ranges;
  let found: IndexAt | null = null;
  for (const { span, isGrouped } of segmentsAround(code, host, offset)) {
    const text = code.slice(span.start, span.end);
    const e = readIndex(text, host);
    // A part in parentheses is no index where the whole is none.
    if (e === null) return null;
    if (!/[*/%&^|]|<<|>>/.test(text)) continue;
    found = ofExpression(ranges, e, span);
    if (!isGrouped) break;
  }
  return found;
}

const readIndex = (text: string, host: Host): Expr | null => orNull(() => readIndexExpression(text, host));

function ofExpression(ranges: Ranges, e: Expr | null, span: Span): IndexAt | null {
  if (e === null || (e.kind !== 'binary' && e.kind !== 'conditional')) return null;
  const known: KnownRange[] = [];
  const constants = new Map<string, number>();
  for (const { name, span: within } of namesIn(e)) {
    const at = span.start + within.start;
    const range = ranges.rangeOf(name, at);
    if (range !== null) {
      // A size that has no name of its own is none that a layout could be written with.
      if (typeof range.extent !== 'number' && !/^\w+$/.test(intText(range.extent))) return null;
      known.push(range);
    } else {
      const value = ranges.constantOf(name, at);
      if (value !== null) constants.set(name, value);
      else if (!ranges.isFixed(name)) return null;
    }
  }
  if (known.length === 0) return null;
  const constantOf = (name: string): number | null => constants.get(name) ?? null;
  const recovery = layoutOfIndex(e, known, constantOf, BUDGET);
  if (isFailure(recovery) || !isRecovered(recovery) || isMoved(recovery)) return null;
  const relation = (): MapTerm | null => {
    const made = relationOfIndex(e, known, constantOf);
    return isFailure(made) ? null : made;
  };
  const parameters = [...ranges.assumed.values()];
  return { span, layout: recovery.layout, ranges: known, relation, parameters };
}

/** A layout that begins at a name for a number is a view into something else. */
const isMoved = ({ family, layout }: Recovered): boolean =>
  family === 'shifted' && 'offset' in layout && typeof layout.offset !== 'number';

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Misread) return null;
    throw thrown;
  }
}

interface Segment {
  readonly span: Span;
  /** Whether it stands in parentheses that are no call's, so that it is part of something larger. */
  readonly isGrouped: boolean;
}

/** The stretches between brackets, commas and the ends of statements around an offset, the innermost first. */
function* segmentsAround(code: string, host: Host, offset: number): Generator<Segment> {
  let [left, right] = [offset, offset];
  for (let level = 0; level < 16; level++) {
    left = edge(code, host, left, -1);
    right = edge(code, host, right, 1);
    const [start, end] = [left + 1, right];
    const text = code.slice(start, end);
    if (text.length > 500) return;
    const from = start + (text.length - text.trimStart().length);
    const isGrouped = code[left] === '(' && code[right] === ')' && !/[\w>]\s*$/.test(code.slice(0, left));
    yield { span: { start: from, end: from + text.trim().length }, isGrouped };
    if (!isGrouped) return;
    right++;
  }
}

/** The nearest end of a segment from an offset on: a bracket that is not closed before it, or what ends an operand. */
function edge(code: string, host: Host, from: number, step: 1 | -1): number {
  let depth = 0;
  for (let at = step === 1 ? from : from - 1; at >= 0 && at < code.length; at += step) {
    const c = code[at]!;
    if ((step === 1 ? '([{' : ')]}').includes(c)) depth++;
    else if ((step === 1 ? ')]}' : '([{').includes(c)) {
      if (--depth < 0) return at;
    } else if (depth === 0 && (c === ';' || c === ',' || isAssignment(code, at))) return at;
    else if (depth === 0 && host === 'python' && (c === '\n' || c === ':')) return at;
    else if (depth === 0 && step === -1 && /\breturn $/.test(code.slice(Math.max(0, at - 6), at + 1)))
      return at;
  }
  return step === 1 ? code.length : -1;
}

const isAssignment = (code: string, at: number): boolean =>
  code[at] === '=' && code[at + 1] !== '=' && !/[=!<>]/.test(code[at - 1] ?? '');
