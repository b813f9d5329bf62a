// Edits in several open files at once: each shows what a session shows that has just begun.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Editing } from '../../scripts/fuzz/editing.ts';
import type { TextEdit } from '../../scripts/fuzz/text-edit.ts';
import { grammars } from '../evaluate/cpp/support.ts';

const WRAP = 'template <class T> struct Wrap { static constexpr int v = T::value; };\n';
const SIZED = 'template <int kSize> struct Sized {\n  using L = cute::Layout<cute::Int<kSize>>;\n};\n';
const uriOf = (path: string): string => `file:///w/${path}`;

interface Session {
  edit(path: string, edit: TextEdit): void;
  /** What is shown of a file, which is what a fresh session shows; the line that holds the words. */
  shown(path: string, words: string): Promise<string>;
}

async function session(
  t: { after(end: () => void): void },
  files: Readonly<Record<string, string>>,
  unopened: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const loaded = await grammars();
  const disk = new Map(Object.entries({ ...files, ...unopened }).map(([path, text]) => [uriOf(path), text]));
  const editing = new Editing(loaded, disk);
  t.after(() => editing.dispose());
  for (const [path, text] of Object.entries(files)) editing.open(uriOf(path), text);
  return {
    edit: (path, edit) => editing.edit(uriOf(path), edit),
    async shown(path, words) {
      const lines = await editing.shown(uriOf(path), []);
      const fresh = editing.fresh(disk);
      const expected = await fresh.shown(uriOf(path), []);
      fresh.dispose();
      assert.deepEqual(lines, expected);
      const found = lines.filter((line) => line.includes(words));
      assert.ok(found.length > 0, `nothing shown holds "${words}":\n${lines.join('\n')}`);
      return found[0]!;
    },
  };
}

test('a header loses its instantiation when the file beside it is unfinished, and finds it again', async (t) => {
  const main = `#include "wrap.h"\nstruct Own { static constexpr int value = 4; };\nauto w = cute::Int<Wrap<Own>::v>{};\n`;
  const s = await session(t, { 'wrap.h': WRAP, 'main.cu': main });
  assert.match(await s.shown('wrap.h', 'declaration T '), /T=Own/);
  const at = main.indexOf('auto w');
  s.edit('main.cu', { start: at, end: at, text: '//' });
  assert.doesNotMatch(await s.shown('wrap.h', 'declaration T '), /T=Own/);
  s.edit('main.cu', { start: at, end: at + 2, text: '' });
  assert.match(await s.shown('wrap.h', 'declaration T '), /T=Own/);
});

test('a header follows what another header says that the file beside both includes', async (t) => {
  const main = `#include "wrap.h"\n#include "value.h"\nstruct Own { static constexpr int value = kN; };\nauto w = cute::Int<Wrap<Own>::v>{};\n`;
  const s = await session(t, { 'wrap.h': WRAP, 'value.h': '' }, { 'main.cu': main });
  assert.doesNotMatch(await s.shown('wrap.h', 'declaration v '), / 5 /);
  s.edit('value.h', { start: 0, end: 0, text: '#define kN 5\n' });
  assert.match(await s.shown('wrap.h', 'declaration v '), / 5 /);
});

test('of two headers with a template of one name the other one comes first when an include is not found', async (t) => {
  const include = '#include "other.h"\n';
  const other = '#pragma once\ntemplate <class X> struct Wrap { static constexpr int v = 2; };\n';
  const main = `#include "wrap.h"\n${include}struct Own { static constexpr int value = 4; };\nauto w = cute::Int<Wrap<Own>::v>{};\n`;
  const s = await session(
    t,
    { 'wrap.h': `#pragma once\n${include}${WRAP}` },
    { 'other.h': other, 'main.cu': main },
  );
  const at = '#pragma once\n#include "o'.length;
  assert.doesNotMatch(await s.shown('wrap.h', 'declaration T '), /T=Own/);
  s.edit('wrap.h', { start: at, end: at, text: ',' });
  assert.match(await s.shown('wrap.h', 'declaration T '), /T=Own/);
  s.edit('wrap.h', { start: at, end: at + 1, text: '' });
  assert.doesNotMatch(await s.shown('wrap.h', 'declaration T '), /T=Own/);
});

test('a header and the unit between it and a value change before anybody looks', async (t) => {
  const main = '#include "sized.h"\nusing S = Sized<128>;\nauto s = S::L{};\n';
  const s = await session(t, { 'sized.h': SIZED, 'main.cu': main });
  assert.match(await s.shown('main.cu', 'declaration s '), /_128:_1/);
  s.edit('sized.h', { start: SIZED.indexOf('  using L'), end: SIZED.indexOf('};'), text: '' });
  const end = main.indexOf(';');
  s.edit('main.cu', { start: end, end, text: '\t' });
  assert.match(await s.shown('main.cu', 'declaration s '), /unknown/);
});

test('a line of a notebook written again above what it names no longer means it', async (t) => {
  const head = 'A = (4,8):(8,1)\n';
  const line = 'D = complement(B, 64)\n';
  const unfinished = 'B = composition(A, (2,4)\nC = logical_divide(A, 4:1)\n';
  const s = await session(t, { 'tour.layout': `${head}${unfinished}${line}` });
  assert.match(await s.shown('tour.layout', 'declaration D '), /unknown/);
  s.edit('tour.layout', { start: head.length, end: head.length, text: line });
  assert.match(await s.shown('tour.layout', 'declaration D '), /wrong-kind/);
});

test('a header shows what is made of it in a file beside it that nobody has looked at yet', async (t) => {
  const main = '#include "sized.h"\nauto z = cute::Int<4>{};\n';
  const s = await session(t, { 'main.cu': main, 'sized.h': SIZED });
  assert.doesNotMatch(await s.shown('sized.h', 'declaration kSize'), /128/);
  s.edit('main.cu', { start: main.length, end: main.length, text: 'auto s = Sized<128>::L{};\n' });
  assert.match(await s.shown('sized.h', 'declaration kSize'), / kSize 128 /);
});

test('a header shows what is made of it when the condition around its include is gone', async (t) => {
  const main = '#if WIDTH > 32\nconstexpr int kWide = 1;\n#else\n#include "sized.h"\n';
  const s = await session(t, { 'main.cu': main, 'sized.h': SIZED });
  assert.doesNotMatch(await s.shown('sized.h', 'declaration kSize'), /128/);
  s.edit('main.cu', { start: 0, end: main.length, text: '#include "sized.h"\nauto s = Sized<128>::L{};\n' });
  assert.match(await s.shown('sized.h', 'declaration kSize'), / kSize 128 /);
});

test('a header shows the calls of a class that a file between it and its instantiation comes to name', async (t) => {
  const loop =
    '#pragma once\ntemplate <int N> struct Loop {\n  template <class T> void multiply(T tile) { auto taken = tile; }\n};\n' +
    'template <class L> struct Kernel {\n  void operator()() { L loop; loop.multiply(cute::Layout<cute::_4>{}); }\n};\n';
  const made = '#include "loop.h"\ntemplate <int N> void launch() { using L = Loop<N>; L loop; ';
  const main = '#include "launch.h"\ntemplate void launch<128>();\n';
  const s = await session(t, { 'loop.h': loop, 'launch.h': `${made}}\n` }, { 'main.cu': main });
  assert.doesNotMatch(await s.shown('loop.h', 'declaration taken '), /_4:_1/);
  const text = `${made}auto kernel = Kernel<L>{}; kernel(); }\n`;
  s.edit('launch.h', { start: 0, end: made.length + 2, text });
  assert.match(await s.shown('loop.h', 'declaration taken '), /_4:_1/);
});
