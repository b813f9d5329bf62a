// The records of triton.jsonl: what Triton 3.6 answers, and its layouts read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isFailure, type Outcome } from '../../../server/src/algebra/integer/failure.ts';
import {
  basesOf,
  type LinearLayout,
  makeLinearLayout,
  sizesOf,
} from '../../../server/src/algebra/linear/layout.ts';

export interface JsonLayout {
  readonly bases: readonly (readonly [string, readonly (readonly number[])[]])[];
  readonly out_dims: readonly (readonly [string, number])[];
}

export interface TritonRecord {
  readonly op: string;
  readonly [field: string]: unknown;
}

export function tritonRecords(file: string, ...ops: readonly string[]): TritonRecord[] {
  const text = readFileSync(new URL(`../../golden/${file}.jsonl`, import.meta.url), 'utf8');
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TritonRecord)
    .filter((r) => ops.includes(r.op));
  assert.ok(records.length > 0, `${file}.jsonl has records of ${ops.join(', ')}`);
  return records;
}

export function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail(JSON.stringify(outcome));
  return outcome as T;
}

export const read = (json: unknown): LinearLayout => {
  const { bases, out_dims } = json as JsonLayout;
  return must(makeLinearLayout(bases, out_dims));
};

export const write = (layout: LinearLayout): JsonLayout => ({
  bases: basesOf(layout),
  out_dims: sizesOf(layout),
});

/** Counts the records that are not as Triton says, and shows the first. */
export function compareAll(records: readonly TritonRecord[], answer: (r: TritonRecord) => unknown): void {
  const wrong = records.flatMap((record) => {
    const got = JSON.parse(JSON.stringify(answer(record)));
    try {
      assert.deepEqual(got, record.result);
      return [];
    } catch {
      return [{ record, got }];
    }
  });
  const first = wrong.length === 0 ? '' : JSON.stringify(wrong[0]);
  assert.equal(wrong.length, 0, `${wrong.length} of ${records.length} differ, the first: ${first}`);
}
