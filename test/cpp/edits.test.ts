// Edits: what is reused, that values follow, and that trees are freed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../server/src/analysis/document.ts';
import { grammars, openCpp, textAt } from './support.ts';

const SOURCE = `using namespace cute;
constexpr int N = 4;
auto a = Layout<Shape<Int<N>, _8>>{};
void f() {
  auto b = make_layout(Shape<_2, _3>{});
}
auto c = size(a);
`;

async function edited(
  from: string,
  to: string,
): Promise<{ before: Record<string, string>; after: Record<string, string>; kept: number }> {
  const document = await openCpp(SOURCE);
  const read = (): Record<string, string> =>
    Object.fromEntries(
      document.model.sites.filter((s) => s.role === 'declaration').map((s) => [s.name, textAt(document, s)]),
    );
  const before = read();
  const units = new Set(document.module.units.map((u) => u.unit));
  const start = SOURCE.indexOf(from);
  document.edit([{ start, end: start + from.length, text: to }]);
  const after = read();
  assert.deepEqual(
    after,
    Object.fromEntries(Object.entries(await freshValues(document.text))),
    'as a fresh open gives',
  );
  const kept = document.module.units.filter((u) => units.has(u.unit)).length;
  document.dispose();
  return { before, after, kept };
}

async function freshValues(text: string): Promise<Record<string, string>> {
  const document = await openCpp(text);
  const found = Object.fromEntries(
    document.model.sites.filter((s) => s.role === 'declaration').map((s) => [s.name!, textAt(document, s)]),
  );
  document.dispose();
  return found;
}

test('an edit lowers only the unit that it is in, and values elsewhere follow', async () => {
  const { before, after, kept } = await edited('N = 4', 'N = 16');
  assert.equal(before['a'], '(_4,_8):(_1,_4)');
  assert.equal(after['a'], '(_16,_8):(_1,_16)');
  assert.equal(after['c'], '_128');
  assert.equal(after['b'], '(_2,_3):(_1,_2)');
  assert.equal(kept, 4);
});

test('declarations that stand in the file twice keep their places', async () => {
  const twice = 'auto same = make_layout(Shape<_2, _3>{});\n';
  const document = await openCpp(`${twice}int n;\n`);
  const starts = (): readonly number[] =>
    document.model.sites.filter((s) => s.name === 'same').map((s) => s.span.start);
  assert.deepEqual(starts(), [5]);
  document.edit([{ start: document.text.length, end: document.text.length, text: twice }]);
  assert.deepEqual(starts(), [5, twice.length + 7 + 5]);
  document.edit([{ start: 0, end: 0, text: '\n' }]);
  assert.deepEqual(starts(), [6, twice.length + 7 + 6]);
  document.dispose();
});

test('a unit that only moves is kept', async () => {
  const { kept, after } = await edited('using namespace cute;\n', 'using namespace cute;\n\n\n');
  assert.equal(kept, 5);
  assert.equal(after['b'], '(_2,_3):(_1,_2)');
});

test('an error while typing costs only what it is in', async () => {
  const { after } = await edited('make_layout(Shape<_2, _3>{});', 'make_layout(Shape<_2,');
  assert.equal(after['a'], '(_4,_8):(_1,_4)');
});

test('a name that comes into being changes those who looked for it', async () => {
  const { before, after } = await edited('constexpr int N', 'constexpr int M');
  assert.equal(before['c'], '_32');
  assert.equal(after['c'], 'unknown(missing-name)');
});

test('random edits give what a fresh open gives', async () => {
  const loaded = await grammars();
  let text = SOURCE;
  const document = openDocument(loaded, 'cpp', text);
  const pieces = [
    '{',
    '}',
    '(',
    ';',
    '_4',
    'N',
    ' ',
    '\n#if 0\n',
    '\n#endif\n',
    '"',
    '/*',
    '*/',
    '<',
    'auto x = Layout<_4>{};',
  ];
  let seed = 7;
  const random = (n: number): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % n;
  };
  for (let round = 0; round < 60; round++) {
    const start = random(text.length);
    const end = Math.min(text.length, start + random(6));
    const change = { start, end, text: pieces[random(pieces.length)]! };
    text = text.slice(0, start) + change.text + text.slice(end);
    document.edit([change]);
    assert.equal(document.text, text);
    const fresh = openDocument(loaded, 'cpp', text);
    const texts = (d: typeof document): string[] =>
      d.model.sites.map((s) => `${s.span.start} ${s.name} ${textAt(d, s)}`);
    assert.deepEqual(texts(document), texts(fresh), `after round ${round}`);
    assert.deepEqual(document.model.findings(), fresh.model.findings());
    fresh.dispose();
  }
  document.dispose();
});

test('opening and closing leaves the memory flat', async () => {
  const loaded = await grammars();
  const text = SOURCE.repeat(20);
  const round = (n: number): void => {
    for (let i = 0; i < n; i++) {
      const document = openDocument(loaded, 'cpp', text);
      document.model.findings();
      document.edit([{ start: 0, end: 0, text: ' ' }]);
      document.model.findings();
      document.dispose();
    }
  };
  round(50);
  const before = process.memoryUsage().rss;
  round(200);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  // Undeleted trees of 250 opens would take some 200 MB.
  assert.ok(grown < 60, `${grown.toFixed(0)} MB more`);
});
