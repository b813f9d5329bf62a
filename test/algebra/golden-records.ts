// The golden records and how each of their operations is called here.

import { readFileSync } from 'node:fs';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../server/src/algebra/integer/integer.ts';
import { type Layout, Underscore } from '../../server/src/algebra/layout/layout.ts';
import { printMarked, printPlain } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import type { HTuple } from '../../server/src/algebra/tuple/htuple.ts';
import { asDynamic } from '../../server/src/algebra/tuple/int-tuple.ts';
import { mapLeaves } from '../../server/src/algebra/tuple/operations.ts';
import { readValue } from './notation.ts';

type Json = number | boolean | string | readonly Json[];

export interface GoldenRecord {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly raw_args?: readonly (string | number)[];
  readonly result?: Json;
  readonly raw?: string | readonly string[];
  readonly accepts?: boolean;
  readonly error?: string;
  readonly kind?: 'static_assert' | 'compile_error' | 'runtime';
  readonly group?: string;
  readonly fn_ok?: boolean;
  readonly note?: string;
}

export function goldenRecords(file: string): GoldenRecord[] {
  const text = readFileSync(new URL(`../golden/${file}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenRecord);
}

/** `op(args…)` as a person would write it, for messages. */
export const recordName = (r: GoldenRecord): string => `${r.op}(${(r.raw_args ?? r.args).join(', ')})`;

/** The coordinate or index that a record passes as run-time integers. */
function runtime(v: AlgebraValue): AlgebraValue {
  return mapLeaves<Int | Underscore, Int | Underscore>(v as HTuple<Int | Underscore>, (n) =>
    n instanceof Underscore ? n : (asDynamic(n) as Int),
  ) as AlgebraValue;
}

const allMarked = (raw: string): boolean => !/(^|[^\d_-])-?\d/.test(raw);

interface Call {
  readonly name: string;
  readonly args: readonly AlgebraValue[];
  readonly template?: readonly Int[];
}

const numbers = (v: string | number): number[] =>
  String(v).replace(/[()_]/g, '').split(',').filter(Boolean).map(Number);

/** How an operation of the records is called through the catalog. */
function callOf(r: GoldenRecord, a: readonly AlgebraValue[]): Call {
  const given = r.raw_args ?? r.args;
  // `coalesce_profile`, `complement_int` and the like are the plain operation with other arguments.
  const plain = r.op.replace(/_(profile|shape|int|tiler|order|concat|layout)$/, '');
  switch (r.op) {
    case 'crd2idx_layout':
      return { name: 'call', args: r.raw_args ? a : [a[0]!, runtime(a[1]!)] };
    case 'crd2idx_shape':
      return { name: 'crd2idx', args: [runtime(a[1]!), a[0]!] };
    case 'idx2crd':
      return { name: 'idx2crd', args: [indexOf(r, a[1]!), a[0]!] };
    case 'idx2crd_layout': {
      const layout = a[0] as Layout;
      return { name: 'idx2crd', args: [indexOf(r, a[1]!), layout.shape, layout.stride as AlgebraValue] };
    }
    case 'get_hier_coord':
    case 'get_flat_coord':
    case 'get_1d_coord':
      return { name: r.op, args: [a[0]!, runtime(a[1]!)] };
    case 'crd2crd':
      return { name: r.op, args: [runtime(a[0]!), a[1]!, a[2]!] };
    case 'call_slice':
      return { name: 'call', args: [a[0]!, runtime(a[1]!)] };
    case 'select':
      return { name: r.op, args: [a[0]!], template: numbers(given[1]!) };
    case 'take':
    case 'group':
    case 'recast_layout':
      return { name: r.op, args: [a[0]!], template: [a[1] as Int, a[2] as Int] };
    case 'get':
    case 'upcast':
    case 'downcast':
      return { name: r.op, args: [a[0]!], template: [a[1] as Int] };
    case 'append<N>':
    case 'prepend<N>':
      return { name: r.op.slice(0, -3), args: [a[0]!, ...a.slice(2)], template: [a[1] as Int] };
    case 'replace':
      return { name: r.op, args: [a[0]!, a[2]!], template: [a[1] as Int] };
    case 'zip2':
      return { name: 'zip', args: a };
    case 'lex_less':
    case 'colex_less':
    case 'elem_less':
      return { name: r.op, args: a };
    case 'make_layout':
    case 'make_ordered_layout':
    case 'make_layout_like':
    case 'make_identity_layout':
    case 'domain_distribute':
    case 'max_common_layout':
    case 'with_shape':
    case 'tile_to_shape':
      return { name: r.op, args: a };
    default: {
      const accessor = /^(\w+)<>$/.exec(r.op);
      if (accessor) return { name: accessor[1]!, args: [a[0]!], template: numbers(given[1]!) };
      return { name: plain, args: a };
    }
  }
}

/** An index is a run-time integer unless the printed result shows that it was static. */
const indexOf = (r: GoldenRecord, v: AlgebraValue): AlgebraValue =>
  r.raw_args === undefined && !allMarked(String(r.raw ?? '4')) ? runtime(v) : v;

function readArguments(r: GoldenRecord): AlgebraValue[] {
  const marked = r.raw_args !== undefined;
  return (r.raw_args ?? r.args).map((text) =>
    /<>$/.test(r.op) && /^[\d,]+$/.test(String(text)) ? [] : readValue(text, marked ? 'dynamic' : 'static'),
  );
}

/** What the record's operation gives here: one value, or the list of values that `eval` asks for. */
export function computeRecord(r: GoldenRecord): Outcome<AlgebraValue> {
  const args = readArguments(r);
  if (r.op !== 'eval') {
    const { name, args: values, template } = callOf(r, args);
    return applyOperation(name, values, template ? { template } : {});
  }
  const values: AlgebraValue[] = [];
  for (let i = 0; i < (r.result as readonly Json[]).length; i++) {
    const value = applyOperation('call', [args[0]!, new Dynamic(i)]);
    if (isFailure(value)) return value;
    values.push(value);
  }
  return values;
}

/** A value as `result` writes it: integers and booleans as JSON, everything else printed. */
function resultForm(v: AlgebraValue): Json {
  if (typeof v === 'boolean') return v;
  const text = printPlain(v);
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

const listed = (r: GoldenRecord): boolean => Array.isArray(r.result);

/** Compares a computed value with the record, `result` and `raw`; null when they agree. */
export function difference(r: GoldenRecord, value: Outcome<AlgebraValue>): string | null {
  if (isFailure(value))
    return `${recordName(r)}: refused: ${JSON.stringify(value)}; C++ ${JSON.stringify(r.raw)}`;
  const parts = listed(r) ? (value as readonly AlgebraValue[]) : [value];
  const got = parts.map(resultForm);
  const want = listed(r) ? (r.result as readonly Json[]) : [r.result as Json];
  if (JSON.stringify(got) !== JSON.stringify(want)) {
    return `${recordName(r)}: result ${JSON.stringify(got)}, C++ ${JSON.stringify(want)}`;
  }
  if (r.raw === undefined) return null;
  const marked = parts.map(printMarked);
  const raw = Array.isArray(r.raw) ? r.raw : listed(r) ? String(r.raw).split(' ') : [r.raw];
  if (JSON.stringify(marked) !== JSON.stringify(raw)) {
    return `${recordName(r)}: raw ${JSON.stringify(marked)}, C++ ${JSON.stringify(raw)}`;
  }
  return null;
}

/** Counts by operation, as a printed table. */
export function countTable(
  title: string,
  counts: ReadonlyMap<string, { same: number; all: number }>,
): string[] {
  const rows = [...counts].map(
    ([op, { same, all }]) => `  ${op.padEnd(28)} ${String(same).padStart(5)} / ${all}`,
  );
  let [same, all] = [0, 0];
  for (const c of counts.values()) {
    same += c.same;
    all += c.all;
  }
  return [`${title}: ${same} of ${all}`, ...rows];
}
