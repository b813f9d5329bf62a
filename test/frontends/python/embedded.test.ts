// Layout text and directives in comments and strings, in Python and C++.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { notationReader } from '../../../server/src/analysis/document/embedded-notation.ts';
import { readDirectives } from '../../../server/src/frontends/common/directives.ts';
import type { Dialect, Directive } from '../../../server/src/frontends/common/scope.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars, show } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

interface Seen {
  readonly text: string;
  readonly value: string;
}

function notations(dialect: Dialect, text: string): readonly Seen[] {
  const document = openDocument(grammars, dialect, text);
  try {
    const { model } = document;
    return model.sites
      .filter(({ role }) => role === 'notation')
      .map((site) => ({
        text: text.slice(site.span.start, site.span.end),
        value: show(model.evaluate(site).value),
      }));
  } finally {
    document.dispose();
  }
}

const found = (dialect: Dialect, text: string): readonly string[] =>
  notations(dialect, text).map((n) => n.text);

describe('layout text', () => {
  test('in Python comments, strings and docstrings', () => {
    assert.deepEqual(
      notations(
        'python',
        `x = 1  # a tile (4,8):(8,1) of it
def f():
    """Gives ((4,2),8):((8,1),64) and S<3,4,3> o 0 o (8,64):(64,1)."""
    y = "(2,3):(3,1)"
# last: (_4,_8):(_8,_1)
`,
      ),
      [
        { text: '(4,8):(8,1)', value: '(4,8):(8,1)' },
        { text: '((4,2),8):((8,1),64)', value: '((4,2),8):((8,1),64)' },
        { text: 'S<3,4,3> o 0 o (8,64):(64,1)', value: 'Sw<3,4,3> o 0 o (8,64):(64,1)' },
        { text: '(2,3):(3,1)', value: '(2,3):(3,1)' },
        { text: '(_4,_8):(_8,_1)', value: '(4,8):(8,1)' },
      ],
    );
  });

  test('in C++ comments and strings', () => {
    assert.deepEqual(
      notations(
        'cpp',
        `// (_4,_8):(_8,_1)
int x = 1; // then (4,8):(8,1)
/* one
   ((2,2),3):((1,2),4) */
const char* s = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)";
`,
      ).map(({ value }) => value),
      [
        '(4,8):(8,1)',
        '(4,8):(8,1)',
        '((2,2),3):((1,2),4)',
        'Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)',
      ],
    );
  });

  test('prose and shape annotations are left alone', () => {
    const text = `# at 12:30, a ratio of 8:1, see file.py:10:4
# (CPY, CPY_M, CPY_K)
# (BLK_M, BLK_K, PIPE)
# f(x): (y) is what it gives
# dict(a=1): {2: 3}
# Note: (this) and (that): (the other)
a = b[1:2]  # x[(1):(2)]
c = f"{a}:{b}"
d = {"k": (1, 2)}
`;
    assert.deepEqual(found('python', text), []);
    assert.deepEqual(found('cpp', text.replaceAll('#', '//').split('\n').slice(0, 6).join('\n')), []);
  });

  test('a composition that goes on in the next line of prose is left alone', () => {
    const text = '// the atom: Sw<2,4,3> o smem_ptr[32b](unset) o\n// (_8,_16):(_16,_1), K-major\nint x;\n';
    assert.deepEqual(found('cpp', text), ['(_8,_16):(_16,_1)']);
  });

  test('an edit elsewhere keeps the place', () => {
    const document = openDocument(grammars, 'python', 'x = 1\ny = 2  # (4,8):(8,1)\n');
    const at = (): string[] =>
      document.model.sites
        .filter(({ role }) => role === 'notation')
        .map(({ span }) => document.text.slice(span.start, span.end));
    assert.deepEqual(at(), ['(4,8):(8,1)']);
    document.edit([{ start: 0, end: 1, text: 'longer' }]);
    assert.deepEqual(at(), ['(4,8):(8,1)']);
    document.dispose();
  });
});

describe('what is told of layout text', () => {
  /** `line severity rule` of each finding, once the values at some parts of the text were asked for. */
  function told(
    dialect: Dialect,
    text: string,
    { asked = [], severity }: { readonly asked?: readonly string[]; readonly severity?: 'error' } = {},
  ): readonly string[] {
    const document = openDocument(grammars, dialect, text);
    try {
      for (const part of asked) {
        const site = document.model.siteAt(text.indexOf(part) + 1);
        assert.ok(site);
        document.model.evaluate(site);
      }
      const ids = ['shape-divisibility', 'wrong-kind', 'wrong-composition'];
      const chosen = severity === undefined ? {} : Object.fromEntries(ids.map((id) => [id, severity]));
      return findingsOf(ruleContext(document), { severity: chosen }).map(
        (f) => `${text.slice(0, f.span.start).split('\n').length} ${f.severity} ${f.rule}`,
      );
    } finally {
      document.dispose();
    }
  }

  test('a name that nobody declares is no integer: no value, and nothing wrong', () => {
    const text = `// composition(Swizzle<3,3,3>{}, SmemLayoutAtom)
// composition(Q, (2,2):(1,2)), logical_divide((4,8):(8,1), T), sA o (4,8):(8,1)
int x;
`;
    assert.deepEqual(told('cpp', text), []);
    assert.deepEqual(
      notations('cpp', text).map(({ value }) => value),
      ['SmemLayoutAtom', 'Q', 'T', 'sA'].map((name) => `unknown: ${name} is not declared here`),
    );
    // C++ prints this one itself.
    assert.deepEqual(notations('cpp', '// UMMA::DescriptorIterator o (_1,_4):(_0,_2)\n'), [
      { text: 'DescriptorIterator o (_1,_4):(_0,_2)', value: 'tensor (1,4):(0,2)' },
    ]);
    // In the shape and the strides of a layout there is nothing but integers.
    assert.deepEqual(notations('cpp', '// coalesce((M,8):(1,M)), at its best\n'), [
      { text: 'coalesce((M,8):(1,M))', value: '(M,8):(1,M)' },
    ]);
  });

  test('C++ in a string of Python is no mistake', () => {
    const text = `T = 4
source = """
using L = decltype(composition(Swizzle<3,3,3>{}, SmemLayoutAtom{}));
auto k = composition(Swizzle<3,3,3>{}, T);
auto m = composition((4,6,8):(2,3,5), T);
"""
`;
    assert.deepEqual(told('python', text), []);
    // Nor is it once somebody has asked for its values.
    assert.deepEqual(told('python', text, { asked: ['composition(Swizzle<3,3,3>{}, T)', '(4,6,8)'] }), []);
  });

  test('hints at most, whatever the settings say of code', () => {
    const text = `# composition((4,6,8):(2,3,5), 6:1) is refused
x = "composition((4,6,8):(2,3,5), 6:3)"
`;
    const hints = ['1 hint shape-divisibility', '2 hint wrong-composition'];
    assert.deepEqual(told('python', text), hints);
    assert.deepEqual(told('python', text, { severity: 'error' }), hints);
    const inCpp = text.replace('#', '//').replace('x', 'auto x').replace('"\n', '";\n');
    assert.deepEqual(told('cpp', inCpp), hints);
  });

  test('a part of it has the value that the notation gives it', () => {
    const text = '// complement(composition((4,8):(8,1), (2,8):(2,4)), 64)\nint x;\n';
    const document = openDocument(grammars, 'cpp', text);
    const value = (part: string): string => {
      const site = document.model.siteAt(text.indexOf(part) + 1);
      assert.ok(site);
      assert.equal(site.dialect, 'notation');
      return show(document.model.evaluate(site).value);
    };
    assert.equal(value('composition'), '(2,8):(16,1)');
    // Not what C++ would say, where the strides are run-time ones.
    assert.equal(value('complement'), '(2,2):(8,32)');
    document.dispose();
  });
});

describe('directives', () => {
  const read = (text: string): readonly Directive[] =>
    readDirectives(text, 0, text.length, notationReader(grammars).read);

  /** A directive without its spans. */
  const short = (directive: Directive, text: string): unknown => {
    const at = text.slice(directive.span.start, directive.span.end);
    switch (directive.kind) {
      case 'assume':
        return [
          'assume',
          ...directive.bindings.map(
            ({ name, value }) => `${name}=${text.slice(value.span.start, value.span.end)}`,
          ),
        ];
      case 'expect':
        return ['expect', text.slice(directive.value.span.start, directive.value.span.end)];
      case 'ignore':
        return ['ignore', ...directive.rules];
      case 'malformed':
        return ['malformed', at, directive.message];
    }
  };
  const all = (text: string): unknown[] => read(text).map((directive) => short(directive, text));

  test('their forms', () => {
    assert.deepEqual(all('// layout-lens: assume kBlockM = 128, Element = half_t'), [
      ['assume', 'kBlockM=128', 'Element=half_t'],
    ]);
    assert.deepEqual(all('# layout-lens: assume L = (4,8):(8,1), Traits::N = 4,self.bm=64'), [
      ['assume', 'L=(4,8):(8,1)', 'Traits::N=4', 'self.bm=64'],
    ]);
    assert.deepEqual(all('/* layout-lens: expect (4,8):(8,1) */'), [['expect', '(4,8):(8,1)']]);
    assert.deepEqual(all('// layout-lens: ignore[wrong-composition, over-tiling]'), [
      ['ignore', 'wrong-composition', 'over-tiling'],
    ]);
    assert.deepEqual(all('/* layout-lens: assume N = 1\n * layout-lens: ignore[overflow]\n */'), [
      ['assume', 'N=1'],
      ['ignore', 'overflow'],
    ]);
  });

  test('mistakes, with their place', () => {
    assert.deepEqual(all('// layout-lens: asume N = 1'), [
      ['malformed', 'asume', 'asume is no directive: write assume, expect or ignore'],
    ]);
    assert.deepEqual(all('# layout-lens: assume N = 1, M'), [
      ['malformed', 'M', 'M gives no value: write name = value'],
    ]);
    assert.deepEqual(all('# layout-lens: assume N = , M = 2'), [
      ['malformed', 'N =', 'N has no value: write N = value'],
    ]);
    assert.deepEqual(all('# layout-lens: assume 4N = 3'), [['malformed', '4N = 3', '4N is no name']]);
    assert.deepEqual(all('# layout-lens: assume'), [
      ['malformed', 'layout-lens: assume', 'assume needs a name and a value: assume kBlockM = 128'],
    ]);
    assert.deepEqual(all('# layout-lens: expect'), [
      ['malformed', 'layout-lens: expect', 'expect needs a value: expect (4,8):(8,1)'],
    ]);
    assert.deepEqual(all('# layout-lens: ignore'), [
      ['malformed', 'layout-lens: ignore', 'ignore needs the rules in brackets: ignore[wrong-composition]'],
    ]);
    assert.deepEqual(all('# layout-lens: ignore[a-b] because'), [
      ['malformed', 'because', 'nothing may follow the brackets'],
    ]);
    assert.deepEqual(all('# layout-lens: ignore[A b]'), [
      ['malformed', 'layout-lens: ignore[A b]', 'A b is no rule'],
    ]);
    assert.equal(read('# layout-lens: expect (4,8):(')[0]!.kind, 'malformed');
  });

  test('are found in both languages, and not in strings', () => {
    const of = (dialect: Dialect, text: string): string[] => {
      const document = openDocument(grammars, dialect, text);
      const kinds = document.directives.map(
        ({ directive, span }) => `${directive.kind} ${text.slice(span.start, span.end)}`,
      );
      document.dispose();
      return kinds;
    };
    assert.deepEqual(of('python', 'x = 1\n# layout-lens: expect 4\ny = 4\nz = "layout-lens: expect 5"\n'), [
      'expect layout-lens: expect 4',
    ]);
    assert.deepEqual(
      of('cpp', 'int x; // layout-lens: ignore[overflow]\nvoid f() {\n  // layout-lens: assume N = 4\n}\n'),
      ['ignore layout-lens: ignore[overflow]', 'assume layout-lens: assume N = 4'],
    );
  });
});
