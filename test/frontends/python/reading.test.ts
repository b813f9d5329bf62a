// How Python is read: what the grammar of tree-sitter has another way, and code that is not whole.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { lowerPython } from '../../../server/src/frontends/python/python.ts';
import { SyntaxDocument } from '../../../server/src/syntax/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, DSL_IMPORTS, pythonGrammars, show, valuesOf } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, text, expected);

const unitsOf = (text: string): readonly string[] =>
  lowerPython(new SyntaxDocument(grammars, 'python', text), null, null).units.flatMap(({ text: own }) =>
    own === '' ? [] : [own],
  );

describe('the statements of a module', () => {
  test('go on through brackets, strings, clauses, decorators and comments', () => {
    const units = [
      '# of a\na = (1,\n2,\nx = 3)  # behind it',
      'b = """\ndef f():\n"""',
      'if a:\n    b = 1\n# of the clause\nelse:\n    b = 2\n    # of the block',
      '# of f\n@d\n# between\n@e(\n1)\ndef f():\n    c = 1\n\n# at the margin, inside\n    return c',
      'c = 1 + \\\n2; d = 3',
      '# at the end\n\n# and another',
    ];
    assert.deepEqual(unitsOf(`\n${units.join('\n\n')}\n`), units);
  });

  test('are read the same one by one and together', () => {
    const texts = Array.from({ length: 400 }, (_, i) => `x${i} = f(${'a, '.repeat(50)}${i})`);
    const text = texts.join('\n');
    const whole = lowerPython(new SyntaxDocument(grammars, 'python', text), null, null).units;
    for (const [i, own] of texts.entries()) {
      const [alone] = lowerPython(new SyntaxDocument(grammars, 'python', own), null, null).units;
      assert.deepEqual(whole[i]!.unit, alone!.unit);
    }
  });
});

describe('what the grammar has another way', () => {
  test('& binds closer than ^', () => {
    check('a = 12 ^ 10 & 6\nb = 12 & 10 ^ 6\nc = 7 & 3 ^ 5 & 6 ^ 1\nd = (12 ^ 10) & 6\n', {
      a: '14',
      b: '14',
      c: '6',
      d: '6',
    });
  });

  test('one name in parentheses is no tuple, as a target', () => {
    check(
      '(a) = (3, 4)\n(b,) = (5,)\nfor (c) in [1]:\n    pass\nd = [i + 1 for (i) in (1, 2)]\nwith f() as (e, g):\n    h = e\n',
      { a: '(3,4)', b: '5', d: '(2,3)', h: /^unknown/ },
    );
  });

  test('a splat is around all that follows it', () => {
    check(
      `def f():
    xs = (1, 2)
    return 3, *(xs)  # of a call
a = *f(), 4
b = 0, *((1, 2) + (3,)), \\
    5
c = f()
d = [*f()[1:], 6]
`,
      { a: '(3,1,2,4)', b: '(0,1,2,3,5)', c: '(3,1,2)', d: '(1,2,6)' },
    );
  });

  test('types with arguments have nodes of their own', () => {
    check(
      `${DSL_IMPORTS}from typing import Tuple\nA = 4\ndef f(a: Tuple[int, ...], b: Tuple[int] | None = None):\n    x: Tuple[int, int] = (A, 8)\n    y = cute.make_layout(x)\n`,
      { y: '(4,8):(1,4)' },
    );
  });
});

describe('a line that cannot be read', () => {
  test('does not hide what follows, at its level or further out', () => {
    const names = (text: string): readonly string[] => {
      const document = openDocument(grammars, 'python', text);
      const found = document.model.sites.flatMap(({ role, name }) =>
        role === 'declaration' && name !== null ? [name] : [],
      );
      document.dispose();
      return found;
    };
    assert.deepEqual(names('a = \nb = 1\n'), ['b']);
    assert.deepEqual(names('def f(:\n    a = 1\nb = 2\n'), ['b']);
    assert.deepEqual(names('x = f(1, (2\ndef g():\n    a = 1\n'), ['a']);
    assert.deepEqual(names('x = f(1, (2\ny = 3\n'), ['y']);
    assert.deepEqual(names('  a = 1\n    b = 2\nc = 3\n'), ['a', 'b', 'c']);
    assert.deepEqual(names('a = 1 $ 2\nb = "x\nc = 3\n'), ['c']);
    assert.deepEqual(names('if a b:\n    b = 1\nelse:\n    c = 2\n'), ['b', 'c']);
    assert.deepEqual(names(`${'('.repeat(5000)}\na = 1\n`), ['a']);
    assert.deepEqual(names(`a = ${'('.repeat(5000)}1${')'.repeat(5000)}\nb = 2\n`), ['a', 'b']);
    assert.deepEqual(names(`a = ${'-'.repeat(5000)}1\nb = 2\n`), ['a', 'b']);
  });

  test('leaves every other line of its function what it was', () => {
    const broken = (line: string): ReadonlyMap<string, string> =>
      valuesOf(
        grammars,
        `${DSL_IMPORTS}
def f():
    m = 8
    before = cute.make_layout((4, m))
    ${line}
    behind = cute.make_layout((m, 4))
    if m == 8:
        inside = cute.make_layout(m)
    return behind
last = cute.make_layout(3)
`,
      );
    for (const line of [
      'y = g(',
      'y = [m',
      'y = )',
      'y = m m',
      'y =',
      'if m',
      'for y in:',
      'y = "a',
      '@',
      'else:',
    ])
      for (const [name, value] of [
        ['before', '(4,8):(1,4)'],
        ['behind', '(8,4):(1,8)'],
        ['inside', '8:1'],
        ['last', '3:1'],
      ] as const)
        assert.equal(broken(line).get(name), value, `${name} with ${line}`);
  });

  test('may have given its names any value', () => {
    const after = (line: string): string => {
      const text = `${DSL_IMPORTS}
class A:
    def f(self):
        n = 4
        xs = [1, 2]
        self.n = 4
        ${line}
        use = (n, xs, self.n)
`;
      return valuesOf(grammars, text).get('use')!;
    };
    const known = '(4,(1,2),4)';
    assert.equal(after('pass'), known);
    for (const line of [
      'n = f(',
      'n: int = f(',
      'a = n = [1',
      'n, a = f(',
      'n += f(',
      'if (n := 3:',
      'for n in f(:',
      'with f( as n:',
      'import n as',
      'def n(:',
      'global n,',
      'del n n',
      'xs.append(',
      'xs[0] = f(',
      'self.n = f(',
    ])
      assert.match(after(line), /^unknown|syntax error|\?/, line);
    for (const line of ['f(n=3', 'n == f(', 'f(n', 'return (n', 'm = n + ('])
      assert.equal(after(line), known, line);
  });

  test('that leaves a function leaves it, with whatever value', () => {
    check('def f(a):\n    if a:\n        return (\n    return 4\nx = f(1)\ny = f(0)\n', { x: /^unknown/ });
  });

  test('of the header of a block leaves the block, of which it is not known whether it runs', () => {
    check('n = 1\nif a b:\n    n = 2\n    m = n\nafter = n\n', { m: '2', after: '2 or 1' });
    check('n = 1\nfor a b in c:\n    n = n + 1\n    m = n\nafter = n\n', {
      m: /^unknown/,
      after: /^unknown/,
    });
    check('n = 1\ndef f(n m):\n    inside = n\nafter = n\n', { inside: 'no such name', after: /^unknown/ });
    check('n = 1\nif n == 1:\n    m = 2\nelif n 2:\n    m = 3\nelse:\n    m = 4\nafter = m\n', {
      after: '2',
    });
  });
});

describe('what depends on more than a value', () => {
  const unknownAfter = (lines: string, name = 'after'): void =>
    check(`n = 1\n${lines}\n`, { [name]: /^unknown/ });

  test('is unknown behind := where it may not happen, or happens more than once', () => {
    check('n = 1\nif (n := 5) > 3:\n    pass\nafter = n\n', { after: '5' });
    unknownAfter('a = False and (n := 5)\nafter = n');
    unknownAfter('a = 3 if True else (n := 5)\nafter = n');
    unknownAfter('a = 1 < 0 < (n := 5)\nafter = n');
    unknownAfter('a = [(n := i) for i in (1, 2)]\nafter = n');
    unknownAfter('while (n := n + 1) < 5:\n    pass\nafter = n');
    unknownAfter('while (n := n + 1) < 5:\n    inside = n', 'inside');
  });

  test('is not what it was where an f-string evaluates', () => {
    check('n = 1\nprint(f"{(n := 5):>{8}}")\nafter = n\n', { after: '5' });
    unknownAfter('def g():\n    xs = [1]\n    f"{xs.append(3)}"\n    after = xs');
  });

  test('is unknown of lists that change inside of an expression, as a target, or by another name', () => {
    unknownAfter('def g():\n    xs = [1]\n    f(xs.append(3))\n    after = xs');
    unknownAfter('def g():\n    xs = [1, 2]\n    y = xs.pop()\n    after = xs');
    unknownAfter('xs = [1, 2]\ndel xs[0]\nafter = xs');
    unknownAfter('def f():\n    xs = [1]\n    ys = xs\n    xs += [2]\n    after = ys');
    unknownAfter('def f():\n    xs = ys = [1]\n    ys.append(2)\n    after = xs');
    check(`${DSL_IMPORTS}n = 1\nafter = (cute.append((1, 2), n), cute.size(n))\n`, { after: '((1,2,1),1)' });
    check('def f():\n    xs = ys = [1]\n    xs += [2]\n    after = xs\n', { after: '(1,2)' });
  });

  test('is unknown of what is deleted, of type parameters and aliases, and of patterns', () => {
    unknownAfter('m = 2\ndel (m, n)\nafter = n');
    unknownAfter('def f[n](a):\n    return n\nafter = f(3)');
    unknownAfter('class A[n]:\n    b = n\nafter = A.b');
    unknownAfter('type n[T] = int\nafter = n');
    unknownAfter('match (2, 3):\n    case {"n": n}:\n        after = n');
    check('match (2, 3):\n    case (n, m) if n > 1:\n        after = n\n', { after: '2' });
    check('n = 1\nmatch x:\n    case n.m | n(m=3) | {n: 4} if n:\n        after = n\n', { after: '1' });
  });

  test('is unknown of parameters that unpacked keywords may be for', () => {
    check(
      `def f(a, b=2):
    return (a, b)
@dataclass
class A:
    c: int = 3
x = f(1, **{"b": 9})
z = A(**more).c
`,
      { x: '(1,unknown: unpacked keyword arguments)', z: /^unknown/ },
    );
  });
});

describe('what is shown', () => {
  const TEXT = `${DSL_IMPORTS}
def f(a):
    n = 4
    x = cute.make_layout((n, 8))
    return x

@cute.jit
def g():
    y = cute.make_layout(
        (2, 3),
        stride=(3, 1))
    for i in range(3):
        z = cute.make_layout((i, 4))
    s = "a text" 'b'

k = cute.make_layout((4, 8))
t = """(4,8):(8,1)"""
`;
  const sitesOf = (document: ReturnType<typeof openDocument>): readonly string[] =>
    document.model.sites.map(
      (site) => `${site.span.start} ${site.role} ${show(document.model.evaluate(site).value as never)}`,
    );

  test('depends on the text alone, however it was typed', () => {
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const typed = [
      '(',
      ')',
      '[',
      '"',
      '"""',
      "'",
      '\n',
      '    ',
      ':',
      '=',
      '#',
      'def ',
      'x',
      '\\',
      '{',
      ',',
      ';',
    ];
    const document = openDocument(grammars, 'python', TEXT);
    for (let i = 0; i < 150; i++) {
      const start = random(document.text.length + 1);
      const end = Math.min(document.text.length, start + random(3));
      document.edit([{ start, end, text: typed[random(typed.length)]! }]);
      const fresh = openDocument(grammars, 'python', document.text);
      assert.deepEqual(sitesOf(document), sitesOf(fresh), JSON.stringify(document.text));
      fresh.dispose();
    }
    document.dispose();
  });
});
