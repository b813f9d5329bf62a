// Template parameters as an editor sees them: hovers, code lenses, and the edits that assume a value.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApplyWorkspaceEditParams, CodeAction, CodeLens } from 'vscode-languageserver-protocol';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
const applied: ApplyWorkspaceEditParams[] = [];

before(async () => {
  client = await TestClient.start({
    markdown: false,
    workspace: { applyEdit: true, workspaceEdit: { documentChanges: true, snippetEditSupport: true } },
  });
  client.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
    applied.push(params);
    return { applied: true };
  });
});
after(() => client.stop());

let documents = 0;
async function open(text: string, language = 'cuda-cpp'): Promise<string> {
  const uri = `file:///parameters/${++documents}.${language === 'python' ? 'py' : 'cu'}`;
  await client.open(uri, language, text);
  return uri;
}

/** The place of a mark in a text. */
function placeOf(text: string, mark: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}

async function hover(uri: string, text: string, mark: string): Promise<string> {
  const { line, character } = placeOf(text, mark);
  return client.hoverText(uri, line, character);
}

async function actions(uri: string, text: string, mark: string): Promise<CodeAction[]> {
  const at = placeOf(text, mark);
  return client.codeActions(uri, { start: at, end: at }, [], ['refactor.rewrite.layoutLens.assume']);
}

const lenses = (uri: string): Promise<CodeLens[]> => client.request('textDocument/codeLens', uri);

/** The new text of a document after the edit that the server asked for last. */
const afterEdit = (text: string, uri: string): string => applyEdit(text, applied.at(-1)!.edit, uri);

const GEMM = `#include <cute/tensor.hpp>
using namespace cute;

template <class Element, int kBlockM, int kStages = 2>
void gemm(Element const* pointer) {
  auto tile = make_layout(Shape<Int<kBlockM>, _64, Int<kStages>>{});
}
`;
const CALLS = `
void host(half_t const* a, float const* b) {
  gemm<half_t, 64>(a);
  gemm<half_t, 128, 3>(a);
  gemm<float, 32>(b);
}
`;

test('the sources of a value, in their order', async () => {
  const one = `${GEMM}void host(half_t const* a) { gemm<half_t, 128>(a); }\n`;
  const uri = await open(one);
  const shown = await hover(uri, one, 'tile');
  assert.match(shown, /^\(_128,_64,_2\):\(_1,_128,_8192\)/);
  assert.match(shown, /kBlockM = 128 \(from instantiation gemm<half_t,128>, line 8\)/);
  assert.match(shown, /kStages = 2 \(default\)/);
  // A directive goes before the instantiation; what it says nothing of has its default.
  const assumed = one.replace('template', '// layout-lens: assume kBlockM = 16\ntemplate');
  const other = await hover(await open(assumed), assumed, 'tile');
  assert.match(other, /^\(_16,_64,_2\):/);
  assert.match(other, /kBlockM = 16 \(assumed here\)/);
  assert.doesNotMatch(other, /from instantiation/);
});

test('a setting goes before an instantiation, and after a directive', async () => {
  const text = `${GEMM}void host(half_t const* a) { gemm<half_t, 128>(a); }\n`;
  const set = await TestClient.start({
    markdown: false,
    initializationOptions: { settings: { parameters: { kBlockM: 32 } } },
  });
  try {
    const about = async (source: string): Promise<string> => {
      const uri = `file:///set/${source.length}.cu`;
      await set.open(uri, 'cuda-cpp', source);
      const { line, character } = placeOf(source, 'tile');
      return set.hoverText(uri, line, character);
    };
    assert.match(await about(text), /^\(_32,_64,_2\):[\s\S]*kBlockM = 32 \(setting\)/);
    const assumed = text.replace('template', '// layout-lens: assume kBlockM = 16\ntemplate');
    assert.match(await about(assumed), /^\(_16,_64,_2\):[\s\S]*kBlockM = 16 \(assumed here\)/);
  } finally {
    await set.stop();
  }
});

test('several instantiations: a value for each, and a lens that lists them', async () => {
  const text = GEMM + CALLS;
  const uri = await open(text);
  const shown = await hover(uri, text, 'tile');
  assert.match(shown, /^\(_kBlockM,_64,_2\):/);
  // With the arguments that the value took, and no others.
  assert.match(shown, /\nkBlockM = 64: \(_64,_64,_2\):\(_1,_64,_4096\)/);
  assert.match(shown, /\nkBlockM = 128, kStages = 3: \(_128,_64,_3\):\(_1,_128,_8192\)/);
  assert.match(shown, /\nkBlockM = 32: \(_32,_64,_2\):\(_1,_32,_2048\)/);
  const [lens, ...more] = await lenses(uri);
  assert.equal(more.length, 0);
  assert.equal(lens!.range.start.line, 3);
  assert.equal(
    lens!.command!.title,
    '3 instantiations: host · kBlockM = 64 | host · kBlockM = 128 | host · kBlockM = 32',
  );
});

const PIN = 'layoutLens.pinInstantiation';

async function pin(uri: string, choice: string | null): Promise<void> {
  const [lens] = await lenses(uri);
  const argument = { ...(lens!.command!.arguments![0] as object), choice };
  await client.connection.sendRequest('workspace/executeCommand', { command: PIN, arguments: [argument] });
}

test('one is pinned as a comment, another, and none again', async () => {
  let text = GEMM + CALLS;
  const uri = await open(text);
  const take = async (): Promise<void> => {
    text = afterEdit(text, uri);
    await client.edit(uri, [{ text }]);
  };
  await pin(uri, '<half_t,128,3>');
  await take();
  assert.match(text, /\n\/\/ layout-lens: assume Element = half_t, kBlockM = 128, kStages = 3\ntemplate/);
  assert.match(await hover(uri, text, 'tile'), /^\(_128,_64,_3\):\(_1,_128,_8192\)/);
  assert.equal(
    (await lenses(uri))[0]!.command!.title,
    'host · kBlockM = 128 (assumed), of 3 instantiations: host · kBlockM = 64 | host · kBlockM = 128 | host · kBlockM = 32',
  );
  await pin(uri, '<float,32>');
  await take();
  assert.match(text, /\n\/\/ layout-lens: assume Element = float, kBlockM = 32\ntemplate/);
  assert.match(await hover(uri, text, 'tile'), /^\(_32,_64,_2\):/);
  await pin(uri, null);
  await take();
  assert.equal(text, GEMM + CALLS);
});

test('a value that several instantiations share is told once', async () => {
  const text = `${GEMM}void host(half_t const* a, float const* b) {
  gemm<half_t, 64>(a);
  gemm<float, 64>(b);
  gemm<half_t, 128>(a);
}
`;
  const shown = await hover(await open(text), text, 'tile');
  assert.equal(shown.match(/^kBlockM = 64:/gm)?.length, 1);
  assert.match(shown, /\nkBlockM = 128: \(_128,_64,_2\)/);
  assert.doesNotMatch(shown, /Element/);
});

test('what all instantiations have in common is the value', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;

template <int kHeadDim>
void kernel() {
  constexpr int kColumns = kHeadDim % 64 == 0 ? 64 : 32;
  auto atom = make_layout(Shape<_8, Int<kColumns>>{});
}
void host() {
  kernel<64>();
  kernel<128>();
  kernel<256>();
}
`;
  const uri = await open(text);
  const shown = await hover(uri, text, 'atom');
  assert.match(shown, /^\(_8,_64\):\(_1,_8\)/);
  assert.match(shown, /kHeadDim = 64 \(from instantiation kernel<64>, line 10; the same in 2 more\)/);
  // Nothing is missing.
  assert.doesNotMatch(shown, /open:/);
  const hints = await client.inlayHints(uri);
  assert.ok(hints.some((h) => h.position.line === 6 && h.label === ': (_8,_64):(_1,_8)'));
  // One that differs, and there is no value any more that holds for all.
  const other = text.replace('kernel<256>', 'kernel<96>');
  const apart = await hover(await open(other), other, 'atom');
  assert.match(apart, /\nkHeadDim = 64: \(_8,_64\):\(_1,_8\)\n/);
  assert.match(apart, /\nkHeadDim = 96: \(_8,_32\):\(_1,_8\)/);
});

test('nothing is written when it is not said what, or the template is gone', async () => {
  const text = GEMM + CALLS;
  const uri = await open(text);
  const before = applied.length;
  const [lens] = await lenses(uri);
  const run = (argument: unknown) =>
    client.connection.sendRequest('workspace/executeCommand', { command: PIN, arguments: [argument] });
  const argument = lens!.command!.arguments![0] as object;
  await run(argument);
  await run(7);
  await client.edit(uri, [{ text: CALLS }]);
  await run({ ...argument, choice: '<float,32>' });
  assert.equal(applied.length, before);
});

test('part of an assumption leaves the instantiations that agree', async () => {
  const text = (GEMM + CALLS).replace('template', '// layout-lens: assume Element = half_t\ntemplate');
  const shown = await hover(await open(text), text, 'tile');
  assert.match(shown, /kBlockM = 64: \(_64,_64,_2\)/);
  assert.match(shown, /kBlockM = 128, kStages = 3: \(_128,_64,_3\)/);
  assert.doesNotMatch(shown, /float/);
});

test('of many suppositions the first few are told', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;

template <int A, int B, int C, int D, int E>
void f() {
  auto tile = make_layout(Shape<Int<A>, Int<B>, Int<C>, Int<D>, Int<E>>{});
}
`;
  const shown = await hover(await open(text), text, 'tile');
  assert.match(
    shown,
    /\nparameters: A ≠ 1 \(supposed\) · B ≠ 1 \(supposed\) · C ≠ 1 \(supposed\) · and 2 more suppositions\n/,
  );
});

test('beside the values of instantiations a long general value is cut', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <int kRows, int kColumns, int kStages>
struct Tiles {
  using Atom = Layout<Shape<Int<kRows / 4>, Int<kColumns / 8>>, Stride<Int<kColumns / 8>, _1>>;
  using Staged = decltype(tile_to_shape(Atom{}, Shape<Int<kRows>, Int<kColumns>, Int<kStages>>{}));
};
Tiles<64, 64, 2>::Staged a;
Tiles<128, 32, 3>::Staged b;
`;
  const uri = await open(text);
  const [general, , first, second] = (await hover(uri, text, 'Staged =')).split('\n');
  assert.match(general!, /^\(\(_\(kRows\/4\),.*…$/);
  assert.equal(general!.length, 160);
  assert.match(first!, /64.*: \(\(_16,_4\),\(_8,_8\),\(_1,_2\)\):/);
  assert.match(second!, /128.*: \(\(_32,_4\),\(_4,_8\),\(_1,_3\)\):/);
});

test('the name of a template of the library alone is no value, and nothing is missing', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class T>
void view(T* p) {
  Tensor t = make_tensor(make_gmem_ptr(p), Shape<_4, _8>{});
}
`;
  const uri = await open(text);
  assert.equal(await hover(uri, text, 'Tensor t'), '');
  assert.match(await hover(uri, text, 't = make'), /\(_4,_8\):\(_1,_4\)/);
});

test('a name of the compiler is no header that is missing', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
auto lane = make_layout(make_shape(__lane_of_warp(), _4{}));
`;
  const shown = await hover(await open(text), text, 'lane');
  assert.doesNotMatch(shown, /includePaths/);
});

test('an assumption above one template says nothing about another', async () => {
  const text = `${GEMM.replace('template', '// layout-lens: assume kBlockM = 16\ntemplate')}
template <int kBlockM>
void other() {
  auto rest = make_layout(Int<kBlockM>{});
}
`;
  const uri = await open(text);
  assert.match(await hover(uri, text, 'tile'), /^\(_16,_64,_2\)/);
  assert.match(await hover(uri, text, 'rest'), /^_kBlockM:_1/);
  // With a blank line below it the comment is the file's.
  const wide = text.replace('kBlockM = 16\n', 'kBlockM = 16\n\n');
  assert.match(await hover(await open(wide), wide, 'rest'), /^_16:_1/);
});

test('without a value: a placeholder to fill in, selected', async () => {
  const uri = await open(GEMM);
  const found = await actions(uri, GEMM, 'tile');
  assert.deepEqual(
    found.map((a) => a.title),
    ['Assume kBlockM = …'],
  );
  const [change] = found[0]!.edit!.documentChanges!;
  assert.ok(change !== undefined && 'edits' in change);
  assert.deepEqual(change.edits, [
    {
      range: { start: { line: 3, character: 0 }, end: { line: 3, character: 0 } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a snippet's placeholder
      snippet: { kind: 'snippet', value: '// layout-lens: assume kBlockM = ${1:128}\n' },
    },
  ]);
});

test('several open names: one comment for all of them, with a place to fill in for each', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM, int kStages, class Element>
void stage(Element const* pointer, Tensor<Element, Layout<_8>> const& given) {
  auto tile = make_layout(Shape<Int<kBlockM>, Int<kStages>>{});
  auto rows = make_layout(make_shape(size(given), kStages));
}
`;
  const uri = await open(text);
  const [all, ...single] = await actions(uri, text, 'tile');
  assert.equal(all!.title, 'Assume kBlockM = …, kStages = …');
  assert.deepEqual(
    single.map((a) => a.title),
    ['Assume kBlockM = …', 'Assume kStages = …'],
  );
  const [change] = all!.edit!.documentChanges!;
  assert.ok(change !== undefined && 'edits' in change);
  assert.deepEqual(
    change.edits.map((e) => ('snippet' in e ? e.snippet.value : null)),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a snippet's placeholders
    ['// layout-lens: assume kBlockM = ${1:128}, kStages = ${2:3}\n'],
  );
  // Nobody writes a tensor in a comment.
  const about = (await actions(uri, text, 'rows')).map((a) => a.title);
  assert.ok(
    about.every((title) => !title.includes('given')),
    about.join(),
  );
});

test('values from instantiations are offered, and join the comment that stands there', async () => {
  const text = (GEMM + CALLS).replace('template', '// layout-lens: assume Element = half_t\ntemplate');
  const uri = await open(text);
  const found = await actions(uri, text, 'tile');
  assert.deepEqual(
    found.map((a) => a.title),
    ['Assume kBlockM = 64 (line 11)', 'Assume kBlockM = 128 (line 12)', 'Assume kBlockM = 32 (line 13)'],
  );
  const edited = applyEdit(text, found[1]!.edit!, uri);
  assert.match(edited, /\/\/ layout-lens: assume Element = half_t, kBlockM = 128\ntemplate/);
  assert.match(await hover(await open(edited), edited, 'tile'), /^\(_128,_64,_3\)/);
});

const TRAITS = `#include <cute/tensor.hpp>
using namespace cute;

template <int kHeadDim_>
struct Traits {
  static constexpr int kHeadDim = kHeadDim_;
  static constexpr int kBlockKSmem = kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kSwizzle = kBlockKSmem == 32 ? 2 : 3;
  using SmemLayout = decltype(composition(Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kBlockKSmem>>>{}));
};

template <class Kernel_traits>
void kernel(int M) {
  constexpr int kBlockM = Kernel_traits::kBlockM;
  auto acc = make_layout(Shape<Int<kBlockM>, _4>{});
}
`;

test('the chain of names goes down to the parameter', async () => {
  const text = TRAITS.replace('kBlockKSmem == 32 ? 2 : 3', 'kBlockKSmem / 16');
  const shown = await hover(await open(text), text, 'SmemLayout');
  assert.match(
    shown,
    /- SmemLayout needs kSwizzle\n- kSwizzle needs kBlockKSmem\n- kBlockKSmem needs kHeadDim\n- kHeadDim needs kHeadDim_\n/,
  );
  assert.match(shown, /kHeadDim_ is a template parameter: .*assume kHeadDim_ = …/);
});

test('a swizzle of two possible widths is shown with both, and what would decide', async () => {
  const shown = await hover(await open(TRAITS), TRAITS, 'SmemLayout');
  assert.match(shown, /^Sw<2,3,3> o _0 o \(_8,_kBlockKSmem\):\(_1,_8\) or Sw<3,3,3> o _0 o /);
  assert.match(shown, /kHeadDim_ is a template parameter: .*assume kHeadDim_ = …/);
});

test('a constant of an unknown class may be assumed itself', async () => {
  const uri = await open(TRAITS);
  const shown = await hover(uri, TRAITS, 'acc');
  assert.match(shown, /^\(_kBlockM,_4\):\(_1,_kBlockM\)/);
  assert.match(shown, /Kernel_traits::kBlockM is looked up in the template parameter Kernel_traits/);
  const found = await actions(uri, TRAITS, 'acc');
  assert.equal(found[0]!.title, 'Assume kBlockM = …');
  const assumed = TRAITS.replace(
    'template <class Kernel',
    '// layout-lens: assume kBlockM = 64\ntemplate <class Kernel',
  );
  const known = await hover(await open(assumed), assumed, 'acc');
  assert.match(known, /^\(_64,_4\):\(_1,_64\)/);
  assert.match(known, /kBlockM = 64 \(assumed here\)/);
});

test('a class with arguments may be assumed of a type parameter', async () => {
  const text = TRAITS.replace(
    'static constexpr int kHeadDim =',
    'static constexpr int kBlockM = 2 * kHeadDim_;\n  static constexpr int kHeadDim =',
  ).replace(
    'template <class Kernel',
    '// layout-lens: assume Kernel_traits = Traits<64>\ntemplate <class Kernel',
  );
  const known = await hover(await open(text), text, 'acc');
  assert.match(known, /^\(_128,_4\):\(_1,_128\)/);
  assert.match(known, /Kernel_traits = Traits<64> \(assumed here\)/);
});

test('what is assigned to keeps no assumed value', async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;

// layout-lens: assume M = 64
void f(int M) {
  auto before = make_layout(M);
}

// layout-lens: assume N = 64
void g(int N) {
  N = N + 1;
  auto after = make_layout(N);
}
`;
  const uri = await open(text);
  assert.match(await hover(uri, text, 'before'), /^64:_1/);
  assert.match(await hover(uri, text, 'after'), /^\?:_1/);
});
