// What is printed of the work behind an answer, and that nothing is where nobody has asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { count, longSpan, profileTo, span } from '../../server/src/profile/profile.ts';
import { grammars } from '../evaluate/cpp/support.ts';

const SOURCE = `using namespace cute;
auto a = make_layout(make_shape(_4{}, _8{}));
auto b = composition(a, Layout<_2>{});
auto c = make_layout(make_shape(_2{}, _2{}));
`;

async function profiled(work: () => void | Promise<void>): Promise<readonly string[]> {
  const lines: string[] = [];
  profileTo((line) => lines.push(line));
  try {
    await work();
  } finally {
    profileTo(null);
  }
  return lines.map((line) => line.replace(/\d+\.\d ms/, 'n ms'));
}

test('spans are printed as they end, those inside before and indented', async () => {
  const lines = await profiled(async () => {
    assert.equal(
      span('outer', () => span('inner', () => 3)),
      3,
    );
    assert.equal(await longSpan('waiting', () => Promise.resolve(4)), 4);
    assert.throws(() =>
      span('failing', () => {
        throw new RangeError();
      }),
    );
  });
  assert.deepEqual(lines, ['  inner n ms', 'outer n ms', 'waiting n ms', 'failing n ms']);
});

test('a span has the counts of what went on in it, and no others', async () => {
  const lines = await profiled(async () => {
    count('units read', 5);
    span('first', () => {
      count('memo hits', 3);
      span('within', () => {
        count('memo hits');
        span('innermost', () => count('units read', 2));
      });
      span('quiet', () => undefined);
      count('units invalidated');
    });
    await longSpan('long', async () => {
      count('values worked out', 4);
      await Promise.resolve();
      span('in long', () => count('memo hits'));
    });
    span('last', () => undefined);
  });
  assert.deepEqual(lines, [
    '    innermost n ms, 2 units read',
    '  within n ms, 2 units read, 1 memo hits',
    '  quiet n ms',
    'first n ms, 2 units read, 4 memo hits, 1 units invalidated',
    'in long n ms, 1 memo hits',
    'long n ms, 1 memo hits, 4 values worked out',
    'last n ms',
  ]);
});

test('what a span takes lies between what goes on in it and what goes on around it', () => {
  const lines: string[] = [];
  profileTo((line) => lines.push(line));
  const start = performance.now();
  try {
    span('outer', () =>
      span('inner', () => {
        for (const since = performance.now(); performance.now() < since + 5; );
      }),
    );
  } finally {
    profileTo(null);
  }
  const around = performance.now() - start;
  const [inner, outer] = lines.map((line) => Number(/ (\d+\.\d) ms/.exec(line)![1]));
  assert.ok(5 <= inner! && inner! <= outer! && outer! <= around + 0.1, `${lines} in ${around} ms`);
});

test('an edit tells which units it has read and invalidated, and what is kept', async () => {
  const document = openDocument(await grammars(), 'cpp', SOURCE);
  const values = (): void => {
    for (const site of document.model.sites) document.model.evaluate(site);
  };
  values();
  const at = SOURCE.indexOf('_8');
  const lines = await profiled(() => {
    document.edit([{ start: at, end: at + 2, text: '_16' }]);
    span('values', values);
  });
  document.dispose();
  const [read, update, all] = lines as readonly [string, string, string];
  assert.equal(read, '  read n ms');
  // The line of a is read again, and b was made with it; c was not.
  assert.equal(update, '  update n ms, 1 units read, 1 units invalidated');
  assert.match(all, /^values n ms, 1 units read, 1 units invalidated, \d+ values worked out, \d+ memo hits$/);
  assert.equal(lines.length, 3);
});

test('nothing is printed after the last line was taken', () => {
  const lines: string[] = [];
  profileTo((line) => lines.push(line));
  profileTo(null);
  span('quiet', () => 1);
  assert.deepEqual(lines, []);
});
