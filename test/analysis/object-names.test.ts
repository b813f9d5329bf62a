// Names that JavaScript's objects have of their own mean nothing in the user's code: `constructor` is a name like
// `konstruktor`, wherever it stands.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { allShown } from '../../scripts/fuzz/shown.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { dialectOf, dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
  await grammars.ready('cpp');
});

/** Each with another name of the same length. */
const TWINS: readonly (readonly [string, string])[] = [
  ['constructor', 'konstruktor'],
  ['toString', 'toStrung'],
  ['__proto__', '__prato__'],
  ['valueOf', 'valueAf'],
  ['hasOwnProperty', 'hasOwnPraperty'],
];

const shown = (dialect: Dialect, text: string): readonly string[] => {
  const document = openDocument(grammars, dialect, text);
  try {
    return allShown(document);
  } finally {
    document.dispose();
  }
};

const FILES = [
  'layouts.cpp',
  'gemm.cu',
  'layouts.py',
  'tour.layout',
  '../test/fixtures/dsl.py',
  'attention.cu',
];

for (const file of FILES)
  test(`${file} with any of its names replaced`, () => {
    const text = readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
    const dialect = dialectOfPath(file)!;
    const names = [...new Set(text.match(/\b[A-Za-z_]\w*\b/g))];
    for (const [i, name] of names.entries()) {
      const [odd, plain] = TWINS[i % TWINS.length]!;
      const with_ = (by: string): readonly string[] =>
        shown(dialect, text.replace(new RegExp(`\\b${name}\\b`, 'g'), by)).map((line) =>
          line.replaceAll(by, 'NAME'),
        );
      assert.deepEqual(with_(odd), with_(plain), `${name} replaced by ${odd}`);
    }
  });

const MEMBERS: readonly (readonly [Dialect, (name: string) => string])[] = [
  [
    'cpp',
    (n) =>
      `auto l = cute::make_layout(4); auto a = l.${n}(); auto b = l.${n}; auto c = cute::${n}(l); cute::${n}<4> d;`,
  ],
  [
    'cpp',
    (n) =>
      `// layout-lens: assume ${n} = 4\ntemplate <int ${n}> struct S { static constexpr int k = ${n}; };`,
  ],
  [
    'cpp',
    (n) =>
      `#define ${n} 4\nauto a = cute::Int<${n}>{};\nusing A = cute::MMA_Atom<cute::${n}>; A m; auto t = m.${n}();`,
  ],
  [
    'python',
    (n) =>
      `import torch\nimport cutlass\nimport cutlass.cute as cute\nt = torch.${n}(4)\nx = torch.zeros(4, dtype=torch.${n})\n`,
  ],
  [
    'python',
    (n) =>
      `import cutlass.cute as cute\nl = cute.make_layout(4)\na = l.${n}\nb = l.${n}()\nc = cute.${n}(l)\nd = cute.nvgpu.${n}(l)\n`,
  ],
  [
    'python',
    (n) =>
      `import cutlass\nimport cutlass.utils as utils\np = utils.${n}.get(4)\nq = cutlass.pipeline.${n}.create()\ne = cutlass.${n}\n`,
  ],
  [
    'python',
    (n) =>
      `import cutlass.cute as cute\nclass A:\n    def __init__(self, ${n}=4):\n        self.${n} = ${n}\na = A()\nb = cute.make_layout(a.${n})\nd = {"${n}": 4}\nc = d["${n}"]\n`,
  ],
  [
    'notation',
    (n) => `${n} = (4,8):(8,1)\nA = ${n}(1,2)\nB = ${n}.${n}\nC = composition(${n}, 2:1)\nD = x{${n}=4}\n`,
  ],
];

test('members and functions of any name', () => {
  for (const [dialect, source] of MEMBERS)
    for (const [odd, plain] of TWINS) {
      const with_ = (by: string): readonly string[] =>
        shown(dialect, source(by)).map((line) => line.replaceAll(by, 'NAME'));
      assert.deepEqual(with_(odd), with_(plain), source(odd));
    }
});

test('parameters of the settings of any name', () => {
  for (const [odd, plain] of TWINS) {
    const with_ = (by: string): readonly string[] => {
      const text = `template <int ${by}, class T> void f() { auto a = cute::make_layout(cute::Int<${by}>{}); }`;
      // As JSON has it: `__proto__` is a name like any other there.
      const parameters = JSON.parse(`{ "${by}": "4" }`) as Record<string, string>;
      const document = openDocument(grammars, 'cpp', text, { parameters });
      const lines = allShown(document).map((line) => line.replaceAll(by, 'NAME'));
      document.dispose();
      return lines;
    };
    assert.deepEqual(with_(odd), with_(plain), odd);
  }
});

test('languages and extensions of any name', () => {
  for (const [odd] of TWINS) {
    assert.equal(dialectOf(odd, 'file:///a.txt'), null, odd);
    assert.equal(dialectOf('x', `file:///a.${odd}`), null, odd);
    assert.equal(dialectOfPath(`a.${odd}`), null, odd);
  }
});
