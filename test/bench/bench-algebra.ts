// The algebra on its own: operations on the golden records, enumeration and injectivity of a large layout.
//
// With LAYOUT_LENS_PYCUTE set to the folder that holds NVIDIA's `pycute` package, the same records run through it in
// python3, for the ratio. The package is not part of this repository.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { isInjective } from '../../server/src/algebra/property/properties.ts';
import { enumerateOffsets } from '../../server/src/algebra/view/enumerate.ts';
import { type Measurement, median, timesOf } from './measure.ts';

interface Work {
  readonly op: string;
  readonly args: readonly AlgebraValue[];
}

/** `(4,(2,3))` as nested arrays; a layout's text as a Layout. */
function parsePlain(text: string): AlgebraValue {
  const nested = (s: string) => JSON.parse(s.replaceAll('(', '[').replaceAll(')', ']')) as AlgebraValue;
  const at = text.indexOf(':');
  if (at < 0) return nested(text);
  return new Layout(nested(text.slice(0, at)) as never, nested(text.slice(at + 1)) as never);
}

/** Whether a text is one layout: both sides of its only colon are whole. */
function isLayoutText(text: string): boolean {
  const sides = text.split(':');
  const whole = (s: string) => s.split('(').length === s.split(')').length && /^[\d(),-]+$/.test(s);
  return sides.length === 2 && sides.every(whole);
}

const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  composition: ['composition'],
  divide: ['logical_divide', 'zipped_divide'],
  complement: ['complement', 'complement_int'],
  inverse: ['right_inverse', 'left_inverse'],
};

/** Records with plain integer layouts, which pycute has the operations for. */
function goldenWork(): { readonly work: readonly Work[]; readonly lines: readonly string[] } {
  const work: Work[] = [];
  const lines: string[] = [];
  for (const [file, ops] of Object.entries(OPERATIONS)) {
    const path = new URL(`../golden/${file}.jsonl`, import.meta.url);
    for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
      const { op, args } = JSON.parse(line) as { op: string; args: readonly (string | number)[] };
      if (!ops.includes(op)) continue;
      // A layout, then nothing, an integer or a layout: what both sides can read the same way.
      const plain = args.every((a) => typeof a === 'number' || isLayoutText(a));
      if (!plain) continue;
      const name = op.replace(/_int$/, '');
      work.push({ op: name, args: args.map((a) => (typeof a === 'number' ? a : parsePlain(a))) });
      lines.push(JSON.stringify([name, ...args]));
    }
  }
  return { work, lines };
}

const PYCUTE = `
import json, sys, time
from pycute import *
def parse(a):
  if isinstance(a, int): return a
  shape, stride = a.split(':')
  return Layout(eval(shape), eval(stride))
rows = [json.loads(line) for line in sys.stdin]
calls = [(globals()[r[0]], [parse(a) for a in r[1:]]) for r in rows]
def once():
  for f, args in calls:
    try: f(*args)
    except Exception: pass
once()
best = min((lambda s: (once(), time.perf_counter() - s)[1])(time.perf_counter()) for _ in range(5))
print(best)
`;

export async function benchAlgebra(): Promise<readonly Measurement[]> {
  const { work, lines } = goldenWork();
  const run = () => {
    for (const { op, args } of work) applyOperation(op, args);
  };
  const seconds = Math.min(...timesOf(run, 40, 40)) / 1000;
  const results: Measurement[] = [
    {
      what: `operations a second on ${work.length} golden records`,
      value: work.length / seconds,
      unit: 'op/s',
    },
  ];
  const folder = process.env['LAYOUT_LENS_PYCUTE'];
  if (folder !== undefined) {
    const python = spawnSync('python3', ['-c', PYCUTE], {
      input: lines.join('\n'),
      env: { ...process.env, PYTHONPATH: folder },
      encoding: 'utf8',
    });
    if (python.status !== 0) throw new Error(`pycute did not run: ${python.stderr}`);
    results.push({
      what: 'against pycute on the same records',
      value: Number(python.stdout) / seconds,
      unit: '×',
      limit: 10,
      atLeast: true,
    });
  }
  const size = 2 ** 20;
  const large = new Layout([16, 8, 16, 8, 16, 4], [1, 1024, 16, 131072, 8192, 256]);
  // The fastest of many: allocating 4 MiB meets the collector now and then.
  const enumeration = Math.min(
    ...timesOf(
      () => {
        if (isFailure(enumerateOffsets(large))) throw new Error('the layout was not enumerated');
      },
      80,
      20,
    ),
  );
  const injective = median(
    timesOf(
      () => {
        const answer = isInjective(large);
        if (isFailure(answer)) throw new Error('injectivity was not decided');
      },
      15,
      3,
    ),
  );
  results.push(
    {
      what: 'enumerating 2^20 elements of a six-mode layout',
      value: (enumeration * 1e6) / size,
      unit: 'ns/element',
      limit: 2,
    },
    { what: 'its injectivity', value: injective, unit: 'ms', limit: 2 },
  );
  return results;
}
