// Templates that a branch of an `#if` instantiates which is read only where somebody defines a macro.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { IncluderAnalyses } from '../../../server/src/analysis/values/includer-analyses.ts';
import { HeaderIndex } from '../../../server/src/workspace/imports/index.ts';
import { defaultHeaderOptions } from '../../../server/src/workspace/settings/header-options.ts';
import { grammars } from '../../evaluate/cpp/support.ts';
import { MemorySource, ROOT, shownValue } from './support.ts';

interface Opened {
  value(name: string): string;
  supposed(name: string): readonly string[];
  instances(name: string): readonly string[];
}

async function opened(files: Readonly<Record<string, string>>, main: string): Promise<Opened> {
  const loaded = await grammars();
  const source = new MemorySource(files);
  const index = new HeaderIndex(source);
  const uri = `${ROOT}/${main}`;
  const document = openDocument(loaded, 'cpp', files[main]!, {
    includerAnalyses: new IncluderAnalyses(),
    includers: (names) => index.including(uri, names, defaultHeaderOptions) ?? [],
  });
  index.opened(uri, () => ({ stamp: 'open', text: files[main]!, module: document.module }));
  document.imports = index.importsOf({ uri, module: document.module }, defaultHeaderOptions);
  return {
    value: (name) => shownValue(document, name),
    supposed: (name) => {
      const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name)!;
      const { parameters } = document.model.evaluate(site);
      return parameters.filter((p) => p.source === 'supposed').map((p) => `${p.name} ${p.value}`);
    },
    instances: (name) =>
      document.model
        .templates()
        .filter((t) => t.name === name)
        .flatMap((t) => t.instantiations.map((i) => `${i.caller}${i.label}`)),
  };
}

const KERNELS = `using namespace cute;
template <int kRows> __global__ void plain() { auto a = Layout<Shape<Int<kRows>, _8>>{}; }
template <int kRows> __global__ void staged() { auto b = Layout<Shape<Int<kRows>, _8>>{}; }
template <int kRows> __global__ void fused() { auto c = Layout<Shape<Int<kRows>, _8>>{}; }
`;
const LAUNCH = `void launch() {
#if MODE == 2
  constexpr int kRows = 16;
#else
  constexpr int kRows = 64;
#endif
#if !defined(MODE) || MODE == 0
  auto kernel = &plain<kRows>;
#elif MODE == 1
  auto kernel = &staged<kRows>;
#elif MODE == 2
  auto kernel = &fused<kRows>;
#endif
}
`;

test('each branch instantiates what it names, with what its macro makes of the rest', async () => {
  const files = { 'kernels.h': KERNELS, 'launch.cu': `#include "kernels.h"\n${LAUNCH}` };
  for (const w of [
    await opened(files, 'kernels.h'),
    await opened({ 'all.cu': KERNELS + LAUNCH }, 'all.cu'),
  ]) {
    assert.equal(w.value('a'), '(_64,_8):(_1,_64)');
    assert.equal(w.value('b'), '(_64,_8):(_1,_64)');
    assert.deepEqual(w.supposed('b'), ['MODE = 1']);
    assert.equal(w.value('c'), '(_16,_8):(_1,_16)');
    assert.deepEqual(w.supposed('c'), ['MODE = 2']);
    assert.deepEqual(w.instances('plain'), ['launch<64>']);
    assert.deepEqual(w.instances('fused'), ['launch if MODE = 2<16>']);
  }
});

test('through the kernel that such a branch launches', async () => {
  const files = {
    'tile.h':
      'using namespace cute;\ntemplate <int N> struct Tile { using T = Layout<Shape<Int<N>, _4>>; };\n',
    'kernel.h': '#include "tile.h"\ntemplate <int N> __global__ void kernel() { typename Tile<N>::T t; }\n',
    'launch.cu':
      '#include "kernel.h"\nvoid launch() {\n#ifdef LIB_TILED\n  kernel<32><<<1, 1>>>();\n#else\n  other<<<1, 1>>>();\n#endif\n}\n',
  };
  const w = await opened(files, 'tile.h');
  assert.equal(w.value('T'), '(_32,_4):(_1,_32)');
  assert.deepEqual(w.supposed('T'), ['LIB_TILED is defined']);
});

test('what an included file has without the macro is not taken with it', async () => {
  const files = {
    'config.h': '#ifdef MODE\nconstexpr int kWide = 4;\n#else\nconstexpr int kWide = 8;\n#endif\n',
    'kernel.h':
      'using namespace cute;\ntemplate <int N, int M> __global__ void kernel() {\n  auto n = Layout<Shape<Int<N>>>{};\n  auto m = Layout<Shape<Int<M>>>{};\n}\n',
    'launch.cu':
      '#include "config.h"\n#include "kernel.h"\nvoid launch() {\n#if !defined(MODE)\n  f();\n#elif MODE == 2\n  kernel<3, kWide><<<1, 1>>>();\n#endif\n}\n',
  };
  const w = await opened(files, 'kernel.h');
  assert.match(w.value('m'), /^unknown|_M/);
});

test('a macro that a file defines itself, or gets from another one, is for nobody else to define', async () => {
  const branch =
    'void launch() {\n#if !defined(MODE)\n  f();\n#elif MODE == 2\n  kernel<3><<<1, 1>>>();\n#endif\n}\n';
  const kernel =
    'using namespace cute;\ntemplate <int N> __global__ void kernel() { auto n = Layout<Shape<Int<N>>>{}; }\n';
  const own = await opened({ 'all.cu': `#define MODE 1\n${kernel}${branch}` }, 'all.cu');
  assert.equal(own.value('n'), '(_N):(_1)');
  const got = await opened(
    { 'mode.h': '#define MODE 1\n', 'all.cu': `#include "mode.h"\n${kernel}${branch}` },
    'all.cu',
  );
  assert.equal(got.value('n'), '(_N):(_1)');
});
