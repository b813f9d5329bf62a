// What C++ CuTe accepts and refuses: admissibility.jsonl and rejected.jsonl. Accepted records are
// compared exactly, static assertions to the letter; what does not compile for other reasons, or
// crashes, is refused here too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import {
  computeRecord,
  countTable,
  difference,
  type GoldenRecord,
  goldenRecords,
  recordName,
} from './golden-records.ts';

/**
 * Records in which a 32-bit int wraps in C++, as their own notes say: a static product becomes a
 * run-time int, `0` for 65536·65536, and complement divides by it. These are not reproduced but
 * reported as the violation `overflow`.
 */
const WRAPS = new Set([
  'size((65536,65536):(0,0))', // C++: 0
  'cosize((65536,65536):(1,65536))', // C++: 0
  'cosize((32768,65536):(1,32768))', // C++: -2147483648
  'cosize(2:2147483647)', // C++: -2147483648
  'cosize(3:2147483647)', // C++: -1
  'coalesce((65536,65536):(1,65536))', // C++: 0:1
  'make_layout((65536,65536,2))', // C++: the last stride is 0
  'complement((65536,65536):(1,65536))', // C++: division by zero at run time
  'composition(4:65536, 4:65536)', // C++: 4:0
  'complement_int(4:1, 2147483647)', // C++: -536870911:4, from 2147483647 + 4 - 1
  'size((100000,100000))', // C++: 1410065408
]);

function refusalDiffers(r: GoldenRecord, value: Outcome<AlgebraValue>): string | null {
  if (!isFailure(value)) return `${recordName(r)}: accepted, C++ refuses: ${r.error}`;
  if (r.kind !== 'static_assert' || !/^[\w. :,<=>&|()'’-]+$/.test(r.error ?? '')) return null;
  const cute = value instanceof Violation ? value.detail.cute : undefined;
  return cute === r.error ? null : `${recordName(r)}: ${JSON.stringify(value)}, C++: ${r.error}`;
}

function compare(r: GoldenRecord, value: Outcome<AlgebraValue>): string | null {
  if (r.accepts === false) return refusalDiffers(r, value);
  if (!WRAPS.has(recordName(r))) return difference(r, value);
  const overflow = value instanceof Violation && value.code === 'overflow';
  return overflow ? null : `${recordName(r)}: no overflow reported`;
}

for (const file of ['admissibility', 'rejected']) {
  test(`golden ${file}.jsonl: the same is accepted and refused, with the same assertion`, (t) => {
    const counts = new Map<string, { same: number; all: number }>();
    const differences: string[] = [];
    for (const record of goldenRecords(file)) {
      if (record.args.some((a) => String(a).includes('Sw<'))) continue; // golden-swizzle.test.ts
      const count = counts.get(record.op) ?? { same: 0, all: 0 };
      counts.set(record.op, count);
      count.all++;
      const differs = compare(record, computeRecord(record));
      if (differs === null) count.same++;
      else differences.push(differs);
    }
    for (const line of countTable(file, counts)) t.diagnostic(line);
    assert.equal(
      differences.length,
      0,
      `${differences.length} differ:\n${differences.slice(0, 60).join('\n')}`,
    );
  });
}
