// What is printed of the work behind an answer, and that nothing is where nobody has asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { longSpan, profileTo, span } from '../../server/src/profile/profile.ts';
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
