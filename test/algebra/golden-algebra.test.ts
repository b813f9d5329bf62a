// Every golden record of the layout algebra, compared exactly in `result` and `raw`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeRecord, countTable, difference, goldenRecords } from './golden-records.ts';

const FILES = [
  'eval',
  'info',
  'coalesce',
  'composition',
  'complement',
  'inverse',
  'divide',
  'product',
  'make',
  'manip',
  'slice',
  'common',
  'cast',
  'predicates',
  'inttuple',
  'negative',
  'dynamic',
  'basis',
];

for (const file of FILES) {
  test(`golden ${file}.jsonl equals C++ CuTe`, (t) => {
    const counts = new Map<string, { same: number; all: number }>();
    const differences: string[] = [];
    for (const record of goldenRecords(file)) {
      const count = counts.get(record.op) ?? { same: 0, all: 0 };
      counts.set(record.op, count);
      count.all++;
      const differs = difference(record, computeRecord(record));
      if (differs === null) count.same++;
      else differences.push(differs);
    }
    for (const line of countTable(file, counts)) t.diagnostic(line);
    assert.equal(
      differences.length,
      0,
      `${differences.length} differ:\n${differences.slice(0, 20).join('\n')}`,
    );
  });
}
