// `layout-lens confirm`: what the machine's g++ says of declarations, with headers in the shape of CuTe's.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runHere } from '../support/command-line.ts';
import { cuteShaped, fakeCompiler, printedProbe, withoutCompiler } from '../support/compilers.ts';

const folder = mkdtempSync(join(tmpdir(), 'layout-lens-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function confirm(text: string, place = '', ...words: readonly string[]) {
  const path = join(folder, 'a.cu');
  writeFileSync(path, text);
  const all = ['confirm', `${path}${place}`, '--include', cuteShaped, ...words];
  const { status, out: written, err } = await runHere(all);
  const out = written.replaceAll(`${path}:`, '').replace(/g\+\+ \d+(?:\.\d+)?/g, 'g++');
  return { status, lines: out.trimEnd().split('\n'), err };
}

const KERNEL = `#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;
struct Traits {
  using Smem = decltype(composition(Swizzle<3, 3, 3>{}, Tile{}));
  static constexpr int kRows = 8;
};
template <int N> __global__ void kernel(int m, int const &k) {
  auto tile = make_layout(make_shape(Int<N>{}, m), make_stride(_1{}, Int<N>{}));
  for (int i = 0, j = 1; i < m; ++i) { auto inner = make_layout(_8{}, _4{}); }
  if (auto size = _8{}; m > 0) { using Smem = typename Traits::Smem; }
  auto other = make_layout(make_shape(k), make_stride(_1{}));
}
template <class T> void nobody(T x) { auto unseen = make_layout(_8{}, x); }
int main() {
  kernel<16><<<1, 32>>>(3, 4);
  auto wrong = coalesce(make_layout(_8{}, _4{}));
}
`;

test('declarations are confirmed, or differ, or are not asked', { skip: withoutCompiler }, async () => {
  const { status, lines, err } = await confirm(KERNEL, '', '--compiler', 'g++');
  assert.equal(err, '');
  assert.deepEqual(lines, [
    '3:7: confirmed: Tile: (_8,_64):(_64,_1)',
    '5:9: confirmed: Smem: Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    '6:24: confirmed: kRows: 8',
    '9:8: confirmed: tile: (_16,m):(_1,_16), but for run-time integers',
    '10:45: confirmed: inner: _8:_4',
    '11:40: confirmed: Smem: Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    '12:8: confirmed: other: (k):(_1), but for run-time integers',
    '14:44: not asked: unseen: the compiler skips it, or does not instantiate its template',
    '17:8: differs: wrong: shown is _8:_4, g++ says _3:_7',
    'g++: 7 confirmed, 0 completed, 1 differ, 1 not asked',
  ]);
  assert.equal(status, 1, 'a difference is a failure');
});

test('one line or one name is asked about alone', { skip: withoutCompiler }, async () => {
  const line = await confirm(KERNEL, ':3', '--compiler', 'g++');
  assert.equal(line.lines.length, 2);
  assert.equal(line.status, 0);
  assert.equal((await confirm(KERNEL, ':9:8', '--compiler', 'g++')).lines.length, 2);
  const nothing = await confirm(KERNEL, ':9:1', '--compiler', 'g++');
  assert.equal(nothing.status, 2);
  assert.match(nothing.err, /there is no declaration here that a compiler can be asked about/);
});

test('what is not known here is completed', { skip: withoutCompiler }, async () => {
  writeFileSync(
    join(folder, 'hidden'),
    'template <class T> constexpr auto undeclared_here(T) { return cute::Layout<cute::C<24>, cute::_1>{}; }\n',
  );
  const text = '#include <cute/tensor.hpp>\n#include HIDDEN\nauto known = undeclared_here(3);\n';
  const database = join(folder, 'compile_commands.json');
  const command = `nvcc -c a.cu -DHIDDEN=\\"hidden\\" -I ${cuteShaped} -fplugin=evil.so`;
  writeFileSync(database, JSON.stringify([{ directory: folder, file: 'a.cu', command }]));
  const completed = await confirm(text, ':3', '--compiler', 'g++');
  assert.equal(
    completed.lines[0],
    '3:6: completed: known: unknown: undeclared_here is not known here: g++ says _24:_1',
  );
});

test('what each compiler prints is read', async () => {
  const printed = [
    printedProbe(0, 'cute::Layout<cute::C<8>, cute::C<4> >'),
    `b.cu(1): warning #1215-D: function "layout_lens::probe<N,T>() [with N=1, T=const cute::Layout<cute::tuple<cute::_8, long>, cute::tuple<cute::_1, cute::_8>> &]" was declared deprecated`,
    `a.cu:1:1: warning: 'probe<2, cute::Tensor<cute::ViewEngine<cute::gmem_ptr<float *>>, cute::Layout<cute::C<8>, cute::C<1>>>>' is deprecated [-Wdeprecated-declarations]`,
    printedProbe(3, 'lambda<void (*)(int)>'),
    printedProbe(
      4,
      'cute::Tensor<cute::ViewEngine<cute::swizzle_ptr<cute::Swizzle<3, 4, 3>, cute::smem_ptr<float*> > >, cute::Layout<cute::tuple<cute::C<8>, cute::C<32> >, cute::tuple<cute::C<32>, cute::C<1> > > >',
    ),
    printedProbe(
      5,
      'cute::Tensor<cute::ViewEngine<cute::smem_ptr<float*> >, cute::Layout<cute::tuple<cute::C<8>, cute::C<32> >, cute::tuple<cute::C<32>, cute::C<1> > > >',
    ),
    printedProbe(
      6,
      'cute::Tensor<cute::ViewEngine<cute::swizzle_ptr<cute::Swizzle<3, 4, 3>, cute::smem_ptr<float*> > >, cute::ComposedLayout<cute::Swizzle<1, 0, 3>, cute::C<0>, cute::Layout<cute::C<32>, cute::C<1> > > >',
    ),
  ];
  const fake = fakeCompiler(printed.map((line) => `echo '${line.replaceAll("'", `'"'"'`)}' >&2`).join('\n'));
  try {
    const text = `using namespace cute;
void f(float *p, long n) {
  auto a = make_layout(_8{}, _4{});
  auto b = make_layout(make_shape(_8{}, n));
  auto c = make_tensor(make_gmem_ptr(p), make_layout(_8{}));
  auto d = [](int) {};
  auto e = make_tensor(make_smem_ptr(p), GMMA::Layout_K_SW128_Atom<float>{});
  auto g = make_tensor(make_smem_ptr(p), GMMA::Layout_K_SW128_Atom<float>{});
  auto h = make_tensor(e.data(), composition(Swizzle<1, 0, 3>{}, _0{}, Layout<_32>{}));
}
`;
    const { lines } = await confirm(text, '', '--compiler', fake.path);
    assert.deepEqual(lines, [
      '3:8: confirmed: a: _8:_4',
      '4:8: confirmed: b: (_8,n):(_1,_8), but for run-time integers',
      '5:8: confirmed: c: gmem_ptr[32b] o _8:_1',
      '6:8: not asked: d: no layout can be read from its type',
      '7:8: confirmed: e: Sw<3,4,3>_smem_ptr[32b] o (_8,_32):(_32,_1)',
      '8:8: differs: g: shown is Sw<3,4,3>_smem_ptr[32b] o (_8,_32):(_32,_1), g++ says (_8,_32):(_32,_1)',
      '9:8: confirmed: h: Sw<3,4,3>_smem_ptr[32b] o Sw<1,0,3> o _0 o _32:_1',
      'g++: 5 confirmed, 0 completed, 1 differ, 1 not asked',
    ]);
  } finally {
    fake.remove();
  }
});

test('behind a fatal error nothing is asked, and the error is named with its place', async () => {
  const before = 'using namespace cute;\nauto seen = make_layout(_8{});\n';
  const after = '#include "absent.hpp"\nauto unseen = make_layout(_4{});\n';
  for (const [error, said] of [
    ['FILE:3:10: fatal error: absent.hpp: No such file or directory', '3:10: fatal error: absent.hpp'],
    [
      'FILE(3): catastrophic error: cannot open source file "absent.hpp"',
      '(3): catastrophic error: cannot open',
    ],
  ] as const) {
    const probe = printedProbe(0, 'cute::Layout<cute::C<8>, cute::C<1> >');
    const path = join(folder, 'a.cu');
    const fake = fakeCompiler(`cat >&2 <<'END'\n${probe}\n${error.replace('FILE', path)}\nEND`);
    try {
      const { lines } = await confirm(`${before}${after}`, '', '--compiler', fake.path);
      assert.equal(lines[0], '2:6: confirmed: seen: _8:_1');
      assert.match(lines[1]!, /^4:6: not asked: unseen: the compiler stops before it: /);
      assert.ok(lines[1]!.includes(said), lines[1]);
    } finally {
      fake.remove();
    }
  }
});

test('confirm needs a compiler and a file', async () => {
  assert.match((await confirm('', '')).err, /confirm needs --compiler/);
  const absent = await confirm('auto a = 1;\n', '', '--compiler', '/nowhere/g++');
  assert.equal(absent.status, 2);
  assert.match(absent.err, /\/nowhere\/g\+\+ cannot be started/);
});
