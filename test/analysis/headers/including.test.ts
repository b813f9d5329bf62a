// Which of the files that include a header say what its templates stand for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { IncluderAnalyses } from '../../../server/src/analysis/values/includer-analyses.ts';
import { HeaderIndex } from '../../../server/src/workspace/imports/index.ts';
import { defaultHeaderOptions } from '../../../server/src/workspace/settings/header-options.ts';
import { grammars } from '../../evaluate/cpp/support.ts';
import { MemorySource, ROOT, shownValue } from './support.ts';

const KERNEL =
  'using namespace cute;\ntemplate <int kRows> struct Kernel {\n  using Tile = Layout<Shape<Int<kRows>, _8>>;\n};\n';

interface Opened {
  readonly source: MemorySource;
  readonly index: HeaderIndex;
  readonly names: (readonly string[])[];
  value(name: string): string;
  instances(name: string): readonly string[];
}

/** Opens a header of the files with what includes it. */
async function header(files: Readonly<Record<string, string>>, main: string): Promise<Opened> {
  const loaded = await grammars();
  const source = new MemorySource(files);
  const index = new HeaderIndex(source);
  const uri = `${ROOT}/${main}`;
  const names: (readonly string[])[] = [];
  const document = openDocument(loaded, 'cpp', files[main]!, {
    includerAnalyses: new IncluderAnalyses(),
    includers: (asked) => {
      names.push(asked);
      return index.including(uri, asked, defaultHeaderOptions) ?? [];
    },
  });
  index.opened(uri, () => ({ stamp: 'open', text: files[main]!, module: document.module }));
  document.imports = index.importsOf({ uri, module: document.module }, defaultHeaderOptions);
  return {
    source,
    index,
    names,
    value: (name) => shownValue(document, name),
    instances: (name) =>
      document.model
        .templates()
        .filter((t) => t.name === name)
        .flatMap((t) => t.instantiations.map((i) => i.label)),
  };
}

const included = (opened: Opened, path: string): boolean => opened.source.asked.includes(path);

test('through a launch template that hundreds of files include, a handful of them is read', async () => {
  const files: Record<string, string> = {
    'kernel.h': KERNEL,
    'launch.h':
      '#include "kernel.h"\ntemplate <int N> void launch() { using K = Kernel<N * 2>; typename K::Tile t; }\n',
  };
  for (let i = 0; i < 300; i++)
    files[`instances/w${String(i).padStart(3, '0')}.cu`] =
      `#include "../launch.h"\ntemplate void launch<${i + 1}>();\n`;
  const opened = await header(files, 'kernel.h');
  const shown = opened.instances('Kernel');
  assert.ok(shown.includes('<2>') && shown.includes('<600>'), shown.join());
  assert.ok(shown.length <= 8);
  const scanned = opened.index.size.files;
  assert.ok(scanned <= 8, `${scanned} files are scanned`);
});

test('files that include the header and do not name the template are not chosen', async () => {
  const files: Record<string, string> = {
    'kernel.h': `${KERNEL}template <int N> struct Other { using Tile = Layout<Shape<Int<N>>>; };\n`,
    'zz.cu': '#include "kernel.h"\nKernel<24> k;\n',
  };
  for (let i = 0; i < 40; i++) files[`a${i}.cu`] = `#include "kernel.h"\nOther<${i + 1}> o;\n`;
  const opened = await header(files, 'kernel.h');
  assert.equal(opened.value('Tile'), '(_24,_8):(_1,_24)');
});

test('a template that only its own file names is asked for by what names it', async () => {
  const opened = await header(
    {
      'kernel.h': `${KERNEL}template <int N> struct Outer { using Inner = typename Kernel<4 * N>::Tile; };\n`,
      'main.cu': '#include "kernel.h"\nOuter<3> o;\n',
    },
    'kernel.h',
  );
  assert.equal(opened.value('Tile'), '(_12,_8):(_1,_12)');
  assert.deepEqual(opened.names[0], ['Kernel', 'Outer']);
});

test('a template that nobody names has no instantiation, and nobody is evaluated for it', async () => {
  const opened = await header({ 'kernel.h': KERNEL, 'main.cu': '#include "kernel.h"\nint x;\n' }, 'kernel.h');
  assert.match(opened.value('Tile'), /^\(_kRows,_8\):\(_1,_kRows\)$/);
  assert.equal(opened.index.size.files, 0);
});

test('a file that is typed in is chosen as soon as it names the template', async () => {
  const opened = await header({ 'kernel.h': KERNEL, 'main.cu': '#include "kernel.h"\nint x;\n' }, 'kernel.h');
  const uri = `${ROOT}/main.cu`;
  assert.deepEqual(opened.index.including(`${ROOT}/kernel.h`, ['Kernel'], defaultHeaderOptions), []);
  let text = '#include "kernel.h"\nint x;\n';
  opened.index.opened(uri, () => ({ stamp: text, text, module: null }));
  text = '#include "kernel.h"\nKernel<16> k;\n';
  opened.index.changed(uri);
  const found = opened.index.including(`${ROOT}/kernel.h`, ['Kernel'], defaultHeaderOptions);
  assert.deepEqual(
    found?.map((f) => f.uri),
    [uri],
  );
  // What an editor shows is not read from the disk.
  assert.ok(!included(opened, 'kernel.h'));
});

test('documents share the evaluation of a file that includes them', async () => {
  const loaded = await grammars();
  const files = {
    'a.h': KERNEL,
    'b.h': 'template <int N> struct Second { using Row = cute::Layout<cute::Int<N>>; };\n',
    'main.cu': '#include "a.h"\n#include "b.h"\nKernel<4> k; Second<6> s;\n',
  };
  const source = new MemorySource(files);
  const index = new HeaderIndex(source);
  const includerAnalyses = new IncluderAnalyses();
  const evaluators = new Set<unknown>();
  const spying = {
    evaluators: (...args: Parameters<IncluderAnalyses['evaluators']>) => {
      const found = includerAnalyses.evaluators(...args);
      for (const { evaluator } of found) evaluators.add(evaluator);
      return found;
    },
  } as IncluderAnalyses;
  const open = (path: 'a.h' | 'b.h') => {
    const uri = `${ROOT}/${path}`;
    const document = openDocument(loaded, 'cpp', files[path], {
      includerAnalyses: spying,
      includers: (names) => index.including(uri, names, defaultHeaderOptions) ?? [],
    });
    index.opened(uri, () => ({ stamp: 'open', text: files[path], module: document.module }));
    document.imports = index.importsOf({ uri, module: document.module }, defaultHeaderOptions);
    return document;
  };
  const [a, b] = [open('a.h'), open('b.h')];
  assert.equal(shownValue(a, 'Tile'), '(_4,_8):(_1,_4)');
  assert.equal(shownValue(b, 'Row'), '_6:_1');
  assert.equal(evaluators.size, 1);
});

test('a header that brings the template together with a builder, which names it beside it', async () => {
  const opened = await header(
    {
      'kernel.h': KERNEL,
      'builder.inl':
        'template <int N> struct Builder { using Op = Kernel<2 * N>; };\ntemplate <> struct Builder<1> { using Op = int; };\n',
      'gather.h': '#include "kernel.h"\n#include "builder.inl"\n',
      'main.cu': '#include "gather.h"\nusing Op = typename Builder<8>::Op;\n',
      'other.cu': '#include "kernel.h"\nint x;\n',
    },
    'kernel.h',
  );
  assert.equal(opened.value('Tile'), '(_16,_8):(_1,_16)');
});
