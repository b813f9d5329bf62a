// The command line: words in, text and exit status out.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine, type Ended, runHere } from '../support/command-line.ts';

let folder = '';

const run = (words: readonly string[], input = ''): Promise<Ended> => runHere(words, { cwd: folder, input });

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-cli-'));
  mkdirSync(join(folder, 'src'));
  // What one test writes is no file of another one's.
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'src', 'good.layout'), 'A = (4,8):(8,1)\nsize(A)\n');
  writeFileSync(join(folder, 'src', 'warn.layout'), 'logical_divide(12:1, 5)\n');
  writeFileSync(
    join(folder, 'src', 'bad.cu'),
    'using namespace cute;\nauto R = composition(Layout<Shape<_4,_6,_8>,Stride<_2,_3,_5>>{}, Layout<_6,_1>{});\n',
  );
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('eval prints values, keeps names, warns and refuses', async () => {
  assert.deepEqual(await run(['eval', 'composition((4,6,8,10):(2,3,5,7), 6:12)']), {
    status: 0,
    out: '(2,3):(9,5)\n',
    err: '',
  });
  const names = await run(['eval', 'A = (4,8):(8,1)', 'size(A)', '--static-marks', 'make_layout((4,_8))']);
  assert.equal(names.out, '(4,8):(8,1)\n32\n(4,_8):(_1,4)\n');
  const wrong = await run(['eval', '(4,6,8):(2,3,5) o 6:3']);
  assert.equal(wrong.status, 0);
  assert.equal(wrong.out, '(2,3):(6,3)\n');
  assert.match(
    wrong.err,
    /warning\[wrong-composition\]: compiles, but is not A∘B: at 2, CuTe gives 3, A\(B\(2\)\) = 7/,
  );
  const refused = await run(['eval', '(4,6,8):(2,3,5) o 6:1']);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /error\[shape-divisibility\].*mode 0.*4 does not divide 6/);
});

test('eval --jsonl answers every line', async () => {
  const lines = [
    JSON.stringify('A = (4,6,8):(2,3,5)'),
    JSON.stringify('A o 6:3'),
    JSON.stringify('A o 6:1'),
    'not json',
    JSON.stringify('(4,8:(1'),
    JSON.stringify('nobody(3)'),
    JSON.stringify('slice_and_offset((_,2), (32,8):(8,1))'),
    JSON.stringify('congruent((4,8),(1,2))'),
  ];
  const { status, out } = await run(['eval', '--jsonl'], `${lines.join('\n')}\n`);
  assert.equal(status, 0);
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(answers[0], {
    ok: true,
    value: '(4,6,8):(2,3,5)',
    raw: '(_4,_6,_8):(_2,_3,_5)',
    warnings: [],
  });
  assert.equal(answers[1].value, '(2,3):(6,3)');
  assert.equal(answers[1].warnings[0].code, 'wrong-composition');
  assert.equal(answers[1].warnings[0].witness, 2);
  assert.equal(answers[2].ok, false);
  assert.equal(answers[2].code, 'shape-divisibility');
  assert.equal(answers[3].code, 'malformed-json');
  assert.equal(answers[4].code, 'malformed-notation');
  assert.equal(answers[5].ok, false);
  assert.deepEqual(answers[6].value, ['(32):(8)', 2]);
  assert.deepEqual(answers[6].raw, ['(_32):(_8)', '_2']);
  assert.equal(answers[7].value, true);
  assert.equal(answers.length, lines.length);
});

test('hover', async () => {
  const place = await run(['hover', 'src/good.layout:1:1']);
  assert.match(place.out, /^\(4,8\):\(8,1\)\n/);
  const json = JSON.parse((await run(['hover', 'src/bad.cu:2:23', '--json'])).out);
  assert.equal(json.raw, '(_4,_6,_8):(_2,_3,_5)');
  assert.equal((await run(['hover', 'src/none.cu:1:1'])).status, 2);
  assert.equal((await run(['hover', 'src/good.layout:99:1'])).status, 2);
});

test('draw: an expression, or what stands at a place; as text, SVG and TikZ', async () => {
  const text = 'mode 0 ↓  mode 1 →\n  ┃ 0 1 2\n━━╋━━━━━━\n0 ┃ 0 2 4\n1 ┃ 1 3 5\n';
  assert.deepEqual(await run(['draw', '(2,3):(1,2)']), { status: 0, out: text, err: '' });
  assert.match((await run(['draw', 'src/good.layout:1:1'])).out, /^3 ┃ 24 25 26 27 28 29 30 31$/m);
  assert.match((await run(['draw', '--to', 'svg', 'src/bad.cu:2:23'])).out, /^<svg [^\n]*<\/svg>\n$/);
  const wide = (await run(['draw', '--to', 'svg', '(4,100):(100,1)', '--columns', '100'])).out;
  assert.ok(wide.includes('>399</tspan>') && !wide.includes('…'));
  assert.match(
    (await run(['draw', '--to', 'tikz', '8:1', '--columns', '4'])).out,
    /\\cdots.*\\end\{tikzpicture\}\n$/s,
  );
  assert.match((await run(['draw', 'gaps((2,2):(1,4))'])).out, /^0 ┃ {5}● ●$/m);
  const none = await run(['draw', '(4,n):(1,4)']);
  assert.deepEqual([none.status, none.out], [1, '']);
  assert.match(none.err, /error\[no-picture\]: \(4,n\):\(1,4\) has no picture/);
  assert.match((await run(['draw', '(4,6,8):(2,3,5) o 6:1'])).err, /error\[shape-divisibility\]/);
  assert.equal((await run(['draw', 'src/good.layout:99:1'])).status, 2);
  assert.match((await run(['draw', 'src/bad.cu:1:1'])).err, /what stands there has no picture/);
});

test('draw: other pictures, other colours, a slice, a theme', async () => {
  const tiles = (await run(['draw', '--show', 'tiles', 'zipped_divide((4,4):(4,1), <2:1,2:2>)'])).out;
  assert.match(tiles, /^0 ┃ {2}0\* {3}1 {2}2\* {3}3$/m);
  assert.match((await run(['draw', '--show', 'swizzle', 'Sw<1,0,2> o (4,4):(4,1)'])).out, /0⊕2\*/);
  assert.match((await run(['draw', '--show', 'matrix', '(4,2):(1,4)'])).out, /^2 ┃ · 1 {3}·$/m);
  assert.match((await run(['draw', '--slice', '_,2,_', '(2,3,2):(1,2,6)'])).out, /^1 ┃ {2}5 11$/m);
  assert.match((await run(['draw', '--by', 'bank', '--bits', '16', '(2,4):(4,1)'])).out, /colour: bank/);
  const dark = (await run(['draw', '--to', 'svg', '--theme', 'dark', '4:1'])).out;
  assert.ok(dark.includes('<rect') && dark.includes('fill="#1f1f1f"'));
  assert.match((await run(['draw', '(128,128):(128,1)'])).out, /blocks of \d+ × \d+ +the corner/);
  assert.match((await run(['draw', '--by', 'thread', '4:1'])).err, /the picture of 4:1 has no thread/);
  assert.match((await run(['draw', '--show', 'tiles', '4:1'])).err, /4:1 has no picture of its tiles/);
  assert.match((await run(['draw', '--slice', '4', '4:1'])).err, /4:1 has no picture/);
});

test('check: text, JSON, SARIF and the exit status', async () => {
  const all = await run(['check', 'src']);
  assert.equal(all.status, 1);
  assert.match(all.out, /^src\/bad\.cu:2:10: error\[shape-divisibility\]: /m);
  assert.match(all.out, /^src\/warn\.layout:1:1: warning\[over-tiling\]: /m);
  assert.equal((await run(['check', 'src/warn.layout', 'src/good.layout'])).status, 0);
  const json = JSON.parse((await run(['check', 'src', '--format', 'json'])).out);
  assert.deepEqual(
    json.findings.map((f: { rule: string }) => f.rule),
    ['shape-divisibility', 'over-tiling'],
  );
  const sarif = JSON.parse((await run(['check', 'src', '--format=sarif'])).out);
  assert.equal(sarif.version, '2.1.0');
  const [result] = sarif.runs[0].results;
  assert.equal(result.locations[0].physicalLocation.region.startLine, 2);
  assert.equal(sarif.runs[0].tool.driver.rules[result.ruleIndex].id, result.ruleId);
  const missing = await run(['check', 'src/good.layout', 'nowhere']);
  assert.equal(missing.status, 2);
  assert.match(missing.err, /cannot read nowhere: ENOENT/);
});

test('stats', async () => {
  const s = JSON.parse((await run(['stats', 'src', '--json'])).out);
  assert.equal(s.files, 3);
  assert.equal(s.found, s.evaluated + s.partly + s.unknown + s.errors);
  assert.equal(s.errors, 1);
  assert.match((await run(['stats', 'src'])).out, /layout expressions/);
});

test('stats tells run-time sizes from what is open at compile time', async () => {
  const file = join(folder, 'more', 'sizes.cu');
  writeFileSync(
    file,
    `using namespace cute;
template <int N>
void kernel(int rows, half_t const* p) {
  auto fixed = make_layout(Shape<_4, _8>{});
  auto sized = make_tensor(make_gmem_ptr(p), make_shape(rows, _8{}), GenRowMajor{});
  auto open = make_layout(Shape<Int<N>, _8>{});
}
`,
  );
  const s = JSON.parse((await run(['stats', file, '--json'])).out);
  assert.deepEqual([s.found, s.evaluated, s.partly, s.runTime], [3, 1, 2, 1]);
  assert.match((await run(['stats', file])).out, / run-time +1 \(33\.3 %\) +of these/);
});

test('help, version, wrong words', async () => {
  assert.match((await run(['--help'])).out, /layout-lens eval/);
  assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
  for (const words of [
    [],
    ['explain'],
    ['eval'],
    ['check'],
    ['check', 'src', '--format', 'xml'],
    ['hover', 'x'],
    ['draw'],
    ['draw', '4:1', '--to', 'gif'],
    ['draw', '4:1', '--rows', '0'],
    ['draw', '4:1', '--by', 'bank'],
    ['draw', '4:1', '--show', 'all'],
    ['draw', '4:1', '--slice', '_,x'],
    ['draw', '4:1', '--rows', '5000'],
    ['eval', '--fast', '1'],
  ]) {
    const { status, err } = await run(words);
    assert.equal(status, 2, words.join(' '));
    assert.match(err, /layout-lens --help/);
  }
});

test('hover in a text of another language', async () => {
  writeFileSync(
    join(folder, 'more', 'kernel.ttgir'),
    '#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n' +
      '%0 = arith.constant dense<0> : tensor<256xf16, #b>\n\n// -----\n\n' +
      '#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n' +
      '%0 = arith.constant dense<0> : tensor<256xf16, #b>\n',
  );
  const first = await run(['hover', 'more/kernel.ttgir:2:46']);
  assert.equal(first.status, 0);
  assert.match(
    first.out,
    /tensor<256xf16>[\s\S]*size_per_thread: +\[2\][\s\S]*2 registers × 32 lanes × 4 warps → 256/,
  );
  assert.match((await run(['hover', 'more/kernel.ttgir:7:46'])).out, /size_per_thread: +\[4\]/);
  assert.match((await run(['hover', 'more/kernel.ttgir:3:1'])).err, /nothing there has a value/);
  assert.equal((await run(['hover', 'src/none.ttgir:1:1'])).status, 2);
  assert.equal((await run(['hover', 'more/kernel.ttgir:99:1'])).status, 2);
});

test('hover follows a module that makes layouts of Gluon', async () => {
  const head = 'from triton.experimental.gluon import language as gl\n';
  writeFileSync(
    join(folder, 'more', 'tiles.py'),
    `${head}def tile(n):\n    return gl.BlockedLayout([n], [32], [4], [0])\n`,
  );
  writeFileSync(join(folder, 'more', 'kernel.py'), `${head}from tiles import tile\nA = tile(4)\n`);
  assert.match(
    (await run(['hover', 'more/kernel.py:3:1'])).out,
    /^BlockedLayout\n {2}size_per_thread: +\[4\]/,
  );
});

test('--assume gives parameters values, for stats and hover', async () => {
  const file = join(folder, 'more', 'assumed.cu');
  writeFileSync(
    file,
    `using namespace cute;
template <class Element, class Tile, int N>
void kernel() {
  auto a = make_layout(Shape<Int<N>, Int<128 / sizeof_bits_v<Element>>>{});
  auto b = make_layout(Tile{});
  if constexpr (N > 64) {
    auto c = composition(nobody_knows(N), Tile{});
  }
}
`,
  );
  const place = `${file}:4:8`;
  const open = await run(['hover', place, '--json']);
  assert.match(JSON.parse(open.out).raw, /N/);
  const words = ['--assume', 'Element=cutlass::half_t,N=32', '--assume=Tile=(128,64)'];
  assert.equal(JSON.parse((await run(['hover', place, '--json', ...words])).out).raw, '(_32,_8):(_1,_32)');
  // The branch that is not compiled for N = 32 holds nothing that is wanting.
  const { out } = await run(['stats', file, ...words]);
  assert.match(out, /layout expressions 2\n/);
  assert.match(out, /evaluated +2 \(100\.0 %\)\n/);
  assert.match(out, /shown +2 \(100\.0 %\) +evaluated or partly known\n/);
  const wide = (await run(['stats', file, '--assume', 'Element=float,Tile=(128,64),N=128'])).out;
  assert.match(wide, /layout expressions 3\n/);
  assert.match(wide, /shown +2 \(66\.7 %\)/);
  const wrong = await run(['stats', file, '--assume', 'N']);
  assert.equal(wrong.status, 2);
  assert.match(wrong.err, /--assume needs NAME=VALUE, not "N"/);
});

test('stats counts layouts, not what they are handed to', async () => {
  const file = join(folder, 'more', 'counted.cu');
  writeFileSync(
    file,
    `using namespace cute;
template <class Mma> void kernel(Mma mma, Unheard const& t) {
  copy(somewhere, mma.partition_A(t), mma.partition_B(t));
  auto step = [&](int i) { auto s = mma.partition_C(t); };
  await run([&] { return make_layout(_4{}); });
}
`,
  );
  const { out } = await run(['stats', file]);
  assert.match(out, /layout expressions 4\n/);
  assert.match(out, /evaluated +1 /);
  assert.match(out, /modes +3 /);
});

test('a reader that has enough ends the command without a word', async () => {
  const child = spawn(process.execPath, [...commandLine, 'check', 'src'], { cwd: folder });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  child.stdout.destroy();
  await once(child, 'close');
  assert.equal(told, '');
});
