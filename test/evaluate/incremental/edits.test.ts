// Edits: what is reused, that values follow, and that trees are freed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser, Tree } from 'web-tree-sitter';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { heldBytes } from '../../support/held-memory.ts';
import { seeded } from '../../support/random.ts';
import { grammars, openCpp, textAt } from '../cpp/support.ts';

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

test('a statement that stands in the file twice instantiates a template where it stands first', async () => {
  const template = 'template <int kSize> struct Sized { static constexpr int size = kSize; };\n';
  const twice = 'Sized<32> small;\n';
  const document = await openCpp(`${template}using Large = Sized<128>;\n${twice}`);
  const labels = (of: typeof document): readonly (string | null)[] => {
    const size = of.model.sites.find((s) => s.name === 'size')!;
    return of.model.evaluations(size).map(({ label }) => label);
  };
  assert.deepEqual(labels(document), ['kSize = 128', 'kSize = 32']);
  document.edit([{ start: template.length, end: template.length, text: twice }]);
  const fresh = await openCpp(document.text);
  assert.deepEqual(labels(fresh), ['kSize = 32', 'kSize = 128']);
  assert.deepEqual(labels(document), labels(fresh));
  fresh.dispose();
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
  const { below: random } = seeded(7);
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

test('closing a document frees every syntax tree and leaves nothing in memory', async () => {
  const loaded = await grammars();
  await loaded.ready('python');
  const trees = liveTrees();
  const texts = {
    cpp: `${SOURCE.repeat(20)}// Layout (4,8):(1,4), and "(2,2):(1,2)" beside it\n`,
    python: `import cutlass.cute as cute\n${'a = cute.make_layout((4, 8))  # Layout (4,8):(1,4)\n'.repeat(100)}`,
    notation: 'a = (4,8):(1,4)\n'.repeat(100),
  };
  const round = (n: number): void => {
    for (let i = 0; i < n; i++) {
      for (const language of ['cpp', 'python', 'notation'] as const) {
        const document = openDocument(loaded, language, texts[language]);
        document.model.findings();
        document.edit([{ start: 0, end: 0, text: '\n' }]);
        document.model.findings();
        document.dispose();
      }
    }
  };
  // Until V8 has compiled what is used.
  round(60);
  const before = heldBytes();
  round(60);
  const grown = heldBytes() - before;
  trees.restore();
  assert.ok(trees.made() > 100, `${trees.made()} trees were made`);
  assert.equal(trees.live(), 0, 'syntax trees that nobody freed');
  // Kept, these 180 documents would take some 30 MiB; V8's own caches move by one or two.
  assert.ok(grown < 6 * 2 ** 20, `${(grown / 2 ** 20).toFixed(1)} MiB more`);
});

/** Counts the syntax trees that are made and freed; they live in WebAssembly's memory, which no collector sees. */
function liveTrees(): { made(): number; live(): number; restore(): void } {
  const { parse } = Parser.prototype;
  const { delete: free } = Tree.prototype;
  let made = 0;
  let freed = 0;
  Parser.prototype.parse = function (this: Parser, ...args) {
    made++;
    return parse.apply(this, args);
  };
  Tree.prototype.delete = function (this: Tree) {
    freed++;
    free.call(this);
  };
  return {
    made: () => made,
    live: () => made - freed,
    restore() {
      Parser.prototype.parse = parse;
      Tree.prototype.delete = free;
    },
  };
}
