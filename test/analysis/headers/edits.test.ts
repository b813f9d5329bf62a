// Edits of included files: values follow, and what depends on nothing that has changed is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { grammars } from '../../evaluate/cpp/support.ts';
import { seeded } from '../../support/random.ts';
import { ROOT, shownValue, workspace } from './support.ts';

const HEADER = `#pragma once
constexpr int kN = 4;
constexpr int kOther = 7;
template <class T> struct Wrap { static constexpr int v = T::value; };
`;
const MAIN = `#include "n.h"
using namespace cute;
struct Own { static constexpr int value = kN; };
auto a = Layout<Shape<Int<kN>, _8>>{};
auto b = Layout<Shape<Int<kOther>, _8>>{};
auto c = Layout<Int<Wrap<Own>::v>>{};
`;

test('a constant of a header, and what is made with it', async () => {
  const w = await workspace({ 'main.cu': MAIN, 'n.h': HEADER });
  assert.deepEqual(['a', 'b', 'c'].map(w.value), ['(_4,_8):(_1,_4)', '(_7,_8):(_1,_7)', '_4:_1']);
  w.write('n.h', HEADER.replace('kN = 4', 'kN = 5'));
  assert.deepEqual(['a', 'b', 'c'].map(w.value), ['(_5,_8):(_1,_5)', '(_7,_8):(_1,_7)', '_5:_1']);
  w.write('n.h', HEADER.replace('T::value', 'T::value + 1'));
  assert.deepEqual(['a', 'b', 'c'].map(w.value), ['(_4,_8):(_1,_4)', '(_7,_8):(_1,_7)', '_5:_1']);
});

test('an edit of a class of the document changes the instance of a template of the header', async () => {
  const w = await workspace({ 'main.cu': MAIN, 'n.h': HEADER });
  assert.equal(w.value('c'), '_4:_1');
  const at = MAIN.indexOf('value = kN') + 'value = '.length;
  w.document.edit([{ start: at, end: at + 2, text: '9' }]);
  assert.equal(w.value('c'), '_9:_1');
});

test('values that do not depend on the change are kept', async () => {
  const w = await workspace({ 'main.cu': MAIN, 'n.h': HEADER });
  const origin = (name: string): object | undefined => {
    const site = w.document.model.sites.find((s) => s.name === name)!;
    return w.document.model.evaluate(site).value as object;
  };
  const a = origin('a');
  const b = origin('b');
  w.write('n.h', `// a comment\n${HEADER.replace('kN = 4', 'kN = 5')}`);
  assert.notEqual(origin('a'), a);
  assert.equal(origin('b'), b);
});

test('a file that comes into being, and one that goes', async () => {
  const w = await workspace({ 'main.cu': '#include "n.h"\nauto a = cute::Layout<cute::Int<kN>>{};\n' });
  assert.match(w.value('a'), /not found: "n\.h"/);
  w.source.texts.set(`${ROOT}/n.h`, 'constexpr int kN = 3;');
  w.index.reset();
  w.refresh();
  assert.equal(w.value('a'), '_3:_1');
  w.source.texts.delete(`${ROOT}/n.h`);
  w.index.reset();
  w.refresh();
  assert.match(w.value('a'), /^unknown\(missing-name\)/);
});

test('an open file goes before the one on the disk, lowered by its own document or not', async () => {
  const w = await workspace({ 'main.cu': MAIN, 'n.h': HEADER });
  const loaded = await grammars();
  const open = openDocument(loaded, 'cpp', HEADER.replace('kN = 4', 'kN = 6'));
  let version = 1;
  w.index.opened(`${ROOT}/n.h`, () => ({ stamp: `v${version}`, text: open.text, module: null }));
  w.refresh();
  assert.equal(w.value('c'), '_6:_1');
  version = 2;
  w.index.closed(`${ROOT}/n.h`);
  w.index.opened(`${ROOT}/n.h`, () => ({ stamp: `v${version}`, text: open.text, module: open.module }));
  w.refresh();
  assert.deepEqual(['a', 'c'].map(w.value), ['(_6,_8):(_1,_6)', '_6:_1']);
  open.edit([{ start: open.text.indexOf('6;'), end: open.text.indexOf('6;') + 1, text: '2' }]);
  version = 3;
  assert.deepEqual(w.index.changed(`${ROOT}/n.h`), [`${ROOT}/main.cu`]);
  w.refresh();
  assert.deepEqual(['a', 'c'].map(w.value), ['(_2,_8):(_1,_2)', '_2:_1']);
  w.index.closed(`${ROOT}/n.h`);
  w.refresh();
  assert.equal(w.value('c'), '_4:_1');
  open.dispose();
});

test('edits in any order give what a fresh start gives', async () => {
  const checkUnits = [
    'constexpr int kN = 4;',
    'constexpr int kN = 8;',
    'namespace in { constexpr int kM = kN; }',
    'namespace in { constexpr int kM = 2 * kN; }',
    'using namespace in;',
    '#define kM 3',
    'template <class T> struct Wrap { static constexpr int v = T::value; };',
    'template <class T> struct Wrap { static constexpr int v = T::value * 2; };',
    '#include "deep.h"',
    '#if X\nconstexpr int kD = 5;\n#else\nconstexpr int kD = 6;\n#endif',
  ];
  const main = `#include "n.h"
using namespace cute;
struct Own { static constexpr int value = kD; };
auto a = Layout<Shape<Int<kN>, Int<in::kM>>>{};
auto b = Layout<Int<kM>>{};
auto c = Layout<Int<Wrap<Own>::v>>{};
`;
  const { below: random } = seeded(7);
  const text = (): string =>
    `${Array.from({ length: 1 + random(6) }, () => checkUnits[random(checkUnits.length)]!).join('\n')}\n`;
  const files: Record<string, string> = { 'main.cu': main, 'n.h': text(), 'deep.h': 'constexpr int kD = 1;' };
  const w = await workspace(files);
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    const path = random(3) === 0 ? 'deep.h' : 'n.h';
    files[path] = path === 'deep.h' ? `constexpr int kD = ${1 + random(4)};` : text();
    w.write(path, files[path]!);
    const fresh = await workspace(files);
    for (const name of ['a', 'b', 'c']) {
      const value = w.value(name);
      seen.add(value);
      assert.equal(value, fresh.value(name), `step ${i}, ${name}\n${files['n.h']}\n${files['deep.h']}`);
    }
    fresh.document.dispose();
  }
  assert.ok(seen.size > 15, `only ${seen.size} different values were seen`);
  assert.equal(shownValue(w.document, 'nothing'), 'not declared');
});
