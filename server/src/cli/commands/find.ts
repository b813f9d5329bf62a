// `layout-lens find`: a table of offsets or an index expression in, the layout that computes it out.

import { isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { idx2crdInShapeOrThrow } from '../../algebra/layout/evaluate.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { basesOf, LinearLayout, sizesOf as outSizes } from '../../algebra/linear/layout.ts';
import { printLinearLayout } from '../../algebra/linear/print.ts';
import {
  type Failing,
  type Family,
  isRecovered,
  type Recovery,
  recoverLayout,
} from '../../algebra/recover/recover.ts';
import { recoveredText, refusalText } from '../../algebra/recover/text.ts';
import { namesIn } from '../../evaluate/indexing/function.ts';
import { type IndexRange, layoutOfIndex, valuesText } from '../../evaluate/indexing/layout.ts';
import { readIndexExpression } from '../../frontends/indexing/expression.ts';
import { isTable, readTable } from '../../frontends/indexing/table.ts';
import { type IndexHost, Misread } from '../../frontends/indexing/tokens.ts';
import { UsageError } from '../common/arguments.ts';

/** Points of an expression that are worked out. */
const BUDGET = 2 ** 22;

export interface FindRequest {
  readonly host: IndexHost;
  readonly shape: readonly number[] | null;
  readonly over: readonly IndexRange[];
  readonly constants: ReadonlyMap<string, number>;
}

interface FoundLayout {
  readonly ok: true;
  readonly family: Family;
  /** As CuTe prints it, or Triton where it is linear over F2. */
  readonly layout: string;
  /** The bases of a linear layout. */
  readonly bases?: unknown;
  readonly out_dims?: unknown;
}

interface NoLayout {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** Where the text is wrong, both from 1. */
  readonly line?: number;
  readonly column?: number;
  /** How far each family gets, the nearest one first. */
  readonly failings?: readonly {
    readonly family: Family;
    readonly at: number;
    readonly got: number;
    readonly expected: number | null;
    readonly layout: string | null;
  }[];
}

export const findText = ({ layout }: FoundLayout): string => layout;

const SIZE = /^\s*(\d+)\s*$/;

/** `8,64`; UsageError for what is no list of sizes. */
export function sizesOf(list: string | undefined): readonly number[] | null {
  if (list === undefined) return null;
  return list.split(',').map((item) => {
    const match = SIZE.exec(item);
    if (match === null || Number(match[1]) === 0)
      throw new UsageError(`--shape needs sizes, not ${JSON.stringify(item)}`);
    return Number(match[1]);
  });
}

/** `i=8,j=0:64:8,k=M`; UsageError for what is no list of ranges. */
export function rangesOf(list: string | undefined): readonly IndexRange[] {
  if (list === undefined) return [];
  return list.split(',').map((item) => {
    const match =
      /^\s*([A-Za-z_][\w.:]*?)\s*=\s*(?:(\d+)|(\d+):(\d+)(?::([1-9]\d*))?|([A-Za-z_]\w*))\s*$/.exec(item);
    const range = match === null ? null : rangeOf(match);
    if (range === null) throw new UsageError(`--over needs NAME=RANGE, not ${JSON.stringify(item)}`);
    return range;
  });
}

function rangeOf([, name, size, low, high, step, symbol]: RegExpExecArray): IndexRange | null {
  if (symbol !== undefined) return { name: name!, first: 0, step: 1, extent: dynamicSymbol(symbol) };
  const [first, by] = [Number(low ?? 0), Number(step ?? 1)];
  const extent = Math.ceil((Number(size ?? high) - first) / by);
  return extent > 0 ? { name: name!, first, step: by, extent } : null;
}

/** The integers that names stand for; UsageError for other values. */
export function constantsOf(assumed: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(assumed).map(([name, value]) => {
      if (!SIZE.test(value)) throw new UsageError(`find --assume needs integers: ${name} is ${value}`);
      return [name, Number(value)];
    }),
  );
}

export function findLayout(text: string, request: FindRequest): FoundLayout | NoLayout {
  try {
    const trimmed = text.trimEnd();
    return isTable(trimmed) ? ofTable(trimmed, request) : ofExpression(trimmed, request);
  } catch (thrown) {
    if (!(thrown instanceof Misread)) throw thrown;
    const before = text.slice(0, thrown.at).split('\n');
    const [line, column] = [before.length, before.at(-1)!.length + 1];
    const message = `line ${line}, column ${column}: ${thrown.message}`;
    return { ok: false, code: 'malformed', message, line, column };
  }
}

function ofTable(text: string, { shape, over }: FindRequest): FoundLayout | NoLayout {
  if (over.length > 0) throw new UsageError('--over is for expressions, and this is a table');
  const table = readTable(text);
  const profile = shape ?? table.shape;
  const recovery = recoverLayout(table.offsets, profile === null ? undefined : sizesAsProfile(profile));
  return resultOf(recovery, ofSizes(profile ?? []));
}

const sizesAsProfile = (sizes: readonly number[]) => (sizes.length === 1 ? sizes[0]! : sizes);

function ofExpression(text: string, { host, shape, over, constants }: FindRequest): FoundLayout | NoLayout {
  if (shape !== null) throw new UsageError('--shape is for tables: --over says the ranges of an expression');
  const e = readIndexExpression(text, host);
  const names = namesIn(e).map(({ name }) => name);
  if (over.length === 0) {
    const message = `the ranges of ${names.join(', ')} are not known: --over ${names.map((n) => `${n}=8`).join(',')}`;
    return { ok: false, code: 'unknown', message };
  }
  const recovery = layoutOfIndex(e, over, (name) => constants.get(name) ?? null, BUDGET);
  return resultOf(recovery, (at) => valuesText(over, at));
}

/** `3`, `(1,3)`: how a coordinate of a table is written. */
const ofSizes =
  (sizes: readonly number[]) =>
  (at: number): string =>
    printPlain(sizes.length < 2 ? at : idx2crdInShapeOrThrow(at, sizes));

function resultOf(recovery: Outcome<Recovery>, coordinate: (at: number) => string): FoundLayout | NoLayout {
  if (recovery instanceof Violation) return { ok: false, code: recovery.code, message: recovery.message };
  if (isFailure(recovery)) return { ok: false, code: 'unknown', message: recovery.reason };
  if (!isRecovered(recovery)) {
    const message = refusalText(recovery, coordinate);
    return { ok: false, code: 'no-layout', message, failings: recovery.failings.map(failingJson) };
  }
  const { family, layout } = recovery;
  if (!(layout instanceof LinearLayout)) return { ok: true, family, layout: recoveredText(layout) };
  const text = printLinearLayout(layout).trim();
  return { ok: true, family, layout: text, bases: basesOf(layout), out_dims: outSizes(layout) };
}

const failingJson = ({ family, at, got, expected, layout }: Failing) => ({
  family,
  at,
  got,
  expected,
  layout: layout === null ? null : recoveredText(layout),
});
