// Python itself: arithmetic, names, branches, loops, functions and classes. Each value was worked out by hand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars } from './support.ts';

const grammars = await pythonGrammars();

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, text, expected);

const checkLines = (imports: string, lines: string): void => checkExpressions(grammars, imports, lines);

describe('Python', () => {
  test('isinstance of values whose types are known, and of no others', () => {
    checkLines(
      '',
      `
      4 if isinstance("x", str) else 8 → 4
      4 if isinstance(3, str) else 8 → 8
      4 if isinstance((1, 2), str) else 8 → 8
      4 if isinstance(None, (int, str)) else 8 → 8
      4 if isinstance(True, int) else 8 → 4
      4 if isinstance(3, bool) else 8 → 8
      4 if isinstance(3, float) else 8 → 8
      4 if isinstance(3, (tuple, list)) else 8 → 8
      4 if isinstance(2.5, str) else 8 → 4 or 8
      4 if isinstance((1, 2), tuple) else 8 → 4 or 8
      `,
    );
  });

  test('arithmetic and tuples', () => {
    checkLines(
      '',
      `
      7 // 2 → 3
      -7 // 2 → -4
      -7 % 4 → 1
      2 ** 5 → 32
      1 << 4 → 16
      7 / 2 → 3.5
      8 / 2 → 4.0
      8 / 2 == 4 → true
      8 / 2 + 1 → 5.0
      1 / 3 * 3 == 1 → true
      int(8 / 2) → 4
      round(2.5) → unknown: a floating-point number
      round(5 / 2) → 2
      (4, 5, 6, 7)[3:0:-2] → (7,5)
      (4, 5, 6, 7)[-3:] → (5,6,7)
      (4, 5, 6)[5:1:-1] → (6)
      [1] == (1,) → unknown: whether these are equal is only known at run time
      (1, 2) < (1, 3) → true
      "ab" in "cabd" → true
      len("ab" * 2047) → 4094
      len("ab" * 2048) → unknown: * of these values is not computed
      {1, 2} == {2, 1} → true
      len({1, 2, 2}) → 2
      sorted({3, 1, 2}) → (1,2,3)
      tuple({3, 1}) → unknown: tuple of this is not computed
      isinstance([1], tuple) → false
      True + True → 2
      True & False → false
      (1, 2) + (3,) → (1,2,3)
      (4, 5, 6)[-1] → 6
      (4, 5, 6)[1:] → (5,6)
      (4, 5, 6)[:2] → (4,5)
      (4, 5, 6)[::-1] → (6,5,4)
      [1, 2] * 2 → (1,2,1,2)
      len((1, (2, 3))) → 2
      min(3, 5) → 3
      max((3, 5)) → 5
      sum((3, 5)) → 8
      3 if 2 > 1 else 4 → 3
      2 < 3 < 4 → true
      3 in (1, 2, 3) → true
      None is None → true
      not (1 == 2) → true
      isinstance("row", str) → true
      isinstance(3, str) → false
      isinstance(3, (str, int)) → true
      isinstance((1, 2), str) → false
      isinstance((1, 2), int) → false
      0x10 → 16
      1_024 → 1024
      int(3) → 3
      `,
    );
  });

  test('unpacking', () => {
    check('a, (b, c) = 1, (2, 3)\nd = e = (4, 5)\nf, *g = 1, 2, 3', {
      a: '1',
      b: '2',
      c: '3',
      d: '(4,5)',
      e: '(4,5)',
      f: '1',
      g: '(2,3)',
    });
  });

  test('a name has its last value before the use', () => {
    check('x = 1\ny = x\nx = x + 1\nz = x', { y: '1', z: '2' });
    check('x = 4\nx *= 2\ny = x', { y: '8' });
    check('y = x\nx = 1', { y: /^unknown/ });
  });

  test('branches whose condition is known', () => {
    const text = (n: number) => `N = ${n}
if N == 8:
    w = 5
elif N == 9:
    w = 6
else:
    w = 7
x = w
`;
    check(text(8), { x: '5' });
    check(text(9), { x: '6' });
    check(text(10), { x: '7' });
  });

  test('branches whose condition is not known', () => {
    check('def f(c):\n    if c:\n        w = 5\n    else:\n        w = 6\n    x = w', { x: '5 or 6' });
    check('def f(c):\n    w = 5\n    if c:\n        w = 6\n    x = w', { x: '6 or 5' });
    check('def f(c):\n    if c:\n        w = 5\n    else:\n        w = 5\n    x = w', { x: '5' });
    check('def f(c):\n    w = 5\n    if c:\n        w = 6\n        raise ValueError\n    x = w', { x: '5' });
    check('def f(c):\n    w = 5\n    if c:\n        w = 6\n        y = w\n    x = w', { y: '6' });
  });

  test('loops, with and try', () => {
    check(
      'def f(n):\n    w = 1\n    for i in range(n):\n        a = w\n        w = 2\n        b = w\n    c = w',
      {
        a: /changes in a loop/,
        b: '2',
        c: /assigned in a loop/,
      },
    );
    check('def f(n):\n    for i in range(n):\n        a = i', { a: /i is a loop variable/ });
    check('def f(n):\n    k = 3\n    for i in range(n):\n        a = k', { a: '3' });
    check('def f(n):\n    with open(n) as g:\n        a = 3\n    b = a\n    c = g', {
      b: '3',
      c: /^unknown/,
    });
    check('try:\n    a = 1\nexcept ValueError:\n    a = 2\nb = a', { b: /^unknown/ });
    check('try:\n    a = 1\nexcept ValueError:\n    raise\nb = a', { b: '1' });
    check('def f(n):\n    while n:\n        a = 1\n    b = a', { b: /^unknown/ });
  });

  test('functions and closures', () => {
    check('def f(a, b=2):\n    return a * b\nx = f(3, 4)', { x: '12' });
    check(
      'def f(a):\n    if a == 1:\n        return 10\n    elif a == 2:\n        raise ValueError\n    return 20\nx = f(1)\ny = f(3)',
      {
        x: '10',
        y: '20',
      },
    );
    check('def f(a):\n    for i in range(a):\n        return i\n    return 2\nx = f(1)', { x: /^unknown/ });
    check('def f(a):\n    yield a\nx = f(1)', { x: /^unknown/ });
    check('N = 4\ndef f():\n    a = N', { a: '4' });
    check('def f():\n    a = N\nN = 4', { a: '4' });
    // Which of the two it sees depends on when it is called.
    check('N = 4\ndef f():\n    a = N\nN = 8', { a: /assigned 2 times/ });
    check('N = 4\ndef g():\n    global N\n    N = 5\ndef f():\n    a = N', { a: /^unknown/ });
    check('def f():\n    n = 1\n    def g():\n        a = n\n    n = 2', { a: /^unknown/ });
    check('f = lambda x: x', { f: /^unknown/ });
  });

  test('classes', () => {
    const text = `${DSL_IMPORTS}
class Gemm:
    STAGES = 3
    def __init__(self):
        self.bm = 64
        self.tile = (self.bm, self.STAGES)
        self.late = None
        self.twice = 1
        self.twice = 2
        if self.bm > 32:
            self.either = 1
        else:
            self.either = 2
    def setup(self):
        self.late = cute.make_layout(self.tile)
    @property
    def prop(self):
        return self.bm * 2
    def run(self):
        STAGES_ = STAGES
        a = self.late
        b = self.twice
        c = self.either
        d = self.prop
        e = self.missing
class Derived(Gemm):
    def go(self):
        f = self.bm
`;
    check(text, {
      tile: '(64,3)',
      STAGES_: /^unknown/,
      a: '(64,3):(1,64)',
      b: /assigned 2 times/,
      c: '1',
      d: '128',
      e: /no member missing/,
      f: '64',
    });
  });

  test('objects of classes', () => {
    const text = `${DSL_IMPORTS}
class G:
    def __init__(self, bm, bn=4):
        self.bm = bm
        self.tile = (bm, bn)
        self.L = cute.make_layout(self.tile)
    def wide(self, by):
        return self.bm * by
a = G(16).L
b = G(16, bn=32).L
g = G(8)
c = g.wide(2)
g.bm = 3
d = g.bm
def f(h: G):
    e = h.tile[1]
    k = h.bm
`;
    check(text, {
      a: '(16,4):(1,16)',
      b: '(16,32):(1,16)',
      c: '16',
      d: /an attribute of g is assigned/,
      e: '4',
      k: /bm is a parameter/,
    });
  });

  test('dataclasses: the default of a field is one value of many', () => {
    const text = `from dataclasses import dataclass
@dataclass
class C:
    m: int
    n: int = 8
    def f(self):
        a = self.n
        b = self.m
c = C(3, n=4)
d = c.n
`;
    check(text, { a: '8', b: /m is a field/, d: '4' });
    const document = openDocument(grammars, 'python', text);
    const site = document.model.sites.find(({ name }) => name === 'a')!;
    assert.deepEqual(document.model.evaluate(site).parameters, [
      { name: 'n', value: '8', source: 'default' },
    ]);
    document.dispose();
  });

  test('lists that change', () => {
    check('xs = [1, 2]\na = xs[0]\nxs.append(3)\nb = xs\n', { a: '1', b: /changed in place/ });
    check('def f():\n    xs = [1, 2]\n    xs[0] = 5\n    a = xs[0]\n', { a: /changed in place/ });
    check('def f(c):\n    xs = [1, 2]\n    if c:\n        xs.append(5)\n    a = xs\n', {
      a: '(1, 2, 5) or (1, 2)',
    });
    check('xs = [1]\ndef g():\n    xs.append(2)\ndef f():\n    a = xs', { a: /^unknown/ });
    check(
      `${DSL_IMPORTS}def f(p):\n    t = cute.make_tensor(p, cute.make_layout(4))\n    t[0] = 5\n    a = t\n`,
      {
        a: 'tensor 4:1',
      },
    );
  });

  test('tuples of which a part is not known', () => {
    check(
      `${DSL_IMPORTS}def f(m):\n    t = (m, 64)\n    a = t[1]\n    b = t[0]\n    c = cute.make_layout(t)\n    d = cute.rank(t)\n    e = (*t, 3)[2]\n    x, y = m, 5`,
      {
        a: '64',
        b: /m is a parameter/,
        c: /m is a parameter/,
        d: '2',
        e: '3',
        y: '5',
      },
    );
  });

  test('an error leaves the rest as it is', () => {
    check(`${DSL_IMPORTS}x = (1, 2\nL = cute.make_layout((4, 8))\ndef f(:\n    y = 3\nz = 4\n`, { z: '4' });
    check('x = 1 +\ny = 2', { y: '2' });
  });
});
