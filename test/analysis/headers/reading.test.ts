// A file that is included is read in one way, whether it is open in an editor or not, and whatever is wrong with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { HeaderFile } from '../../../server/src/analysis/imports/header-file.ts';
import { grammars } from '../../evaluate/cpp/support.ts';

const TEXT = `#pragma once
#define WIDTH 64
// How wide a row is.
constexpr int kN = 4;
using namespace cute;
template <class T> struct Wrap { static constexpr int v = T::value; };
template <> struct Wrap<int> { static constexpr int v = 1; };
enum Kind { kFirst, kSecond = 4 };
namespace in {
constexpr int kM = kN * 2;
inline auto pick(int n) { using namespace other; return n + kM; }
}
`;

const URI = 'file:///w/values.h';

/** What others see of a file. */
function seen(file: HeaderFile, text: string): unknown {
  const words = [...new Set(text.match(/[A-Za-z_]\w*/g))];
  const declared = words.flatMap((name) =>
    file
      .declared(name)
      .map(({ declaration: d, namespace }) => `${namespace}::${name} ${d.kind} ${d.init?.kind ?? ''}`),
  );
  return { declared, opened: [...file.opened], namespaces: [...file.namespaces], macros: words };
}

for (const inserted of [
  ']',
  ')',
  '}',
  '(',
  '[',
  '{',
  '"',
  "'",
  '<',
  '/*',
  '//',
  ';',
  '\n#if 0\n',
  '=',
  'template ',
])
  test(`an open file and one on the disk are read alike, with ${JSON.stringify(inserted)} anywhere`, async () => {
    const loaded = await grammars();
    let told = 0;
    for (const { index } of TEXT.matchAll(/\b\w/g)) {
      const text = TEXT.slice(0, index) + inserted + TEXT.slice(index);
      const document = openDocument(loaded, 'cpp', text);
      const read = seen(HeaderFile.read(URI, text), text);
      assert.deepEqual(read, seen(HeaderFile.ofModule(URI, document.module), text), text);
      if ((read as { declared: unknown[] }).declared.length > 0) told++;
      document.dispose();
    }
    assert.ok(told > 10);
  });

test('what stands behind a bracket too many is declared all the same', () => {
  const text = '#pragma once\n#define WIDTH 64\n]constexpr int kN = 4;\n';
  assert.equal(HeaderFile.read(URI, text).mayDeclare('kN'), true);
});
