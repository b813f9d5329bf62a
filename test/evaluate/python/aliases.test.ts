// A list that is changed by another of its names, or through a function that it is handed to: what Python has, or nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

/** `python`: what `r` is at the end; 'unknown' is shown for what is not followed. */
const PROGRAMS: readonly (readonly [title: string, program: string, python: string, shown: string])[] = [
  ['by a parameter', 'def t(x):\n    x[0] = 5\nq = [1, 2]\nt(q)\nr = q[0]', '5', 'unknown'],
  ['by a parameter, read alone', 'def t(x):\n    y = x[0]\nq = [1, 2]\nt(q)\nr = q[0]', '1', '1'],
  [
    'by the parameter of a parameter',
    'def u(y):\n    y.append(9)\ndef t(x):\n    u(x)\nq = [1]\nt(x=q)\nr = len(q)',
    '2',
    'unknown',
  ],
  ['by `*args`', 'def t(*xs):\n    xs[0][0] = 7\nq = [1, 2]\nt(q)\nr = q[0]', '7', 'unknown'],
  ['by a lambda', 'a = [1, 2]\nf = lambda x: x.append(3)\nf(a)\nr = len(a)', '3', 'unknown'],
  ['by an alias', 'a = [1, 2]\nb = a\nb[0] = 7\nr = a[0]', '7', 'unknown'],
  ['under an alias', 'a = [1, 2]\nb = a\na[0] = 7\nr = b[0]', '7', 'unknown'],
  ['by the alias of an alias', 'a = [1, 2]\nb = a\nc = b\nc[0] = 7\nr = a[0]', '7', 'unknown'],
  [
    'by the alias of an alias in a function',
    'def f():\n    a = [1, 2]\n    b = a\n    c = b\n    c[0] = 7\n    return a[0]\nr = f()',
    '7',
    'unknown',
  ],
  ['by a tuple of it', 'a = [1, 2]\nt = (a, 3)\nt[0][1] = 9\nr = a[1]', '9', 'unknown'],
  ['beside a tuple of it', 'a = [1, 2]\nt = (a, 3)\na.append(4)\nr = t[1]', '3', '3'],
  [
    'by what a function returns',
    'def same(x):\n    return x\na = [1]\nb = same(a)\nb[0] = 5\nr = a[0]',
    '5',
    'unknown',
  ],
  [
    'by another argument of the function',
    'def pick(x, y):\n    return x\na = [1]\nb = [2]\nc = pick(a, b)\nb[0] = 5\nr = a[0]',
    '1',
    '1',
  ],
  ['of a copy', 'a = [1, 2]\nb = list(a)\nb[0] = 5\nr = a[0]', '1', '1'],
  ['of a slice', 'a = [1, 2]\nb = a[:]\nb[0] = 5\nr = a[0]', '1', '1'],
  [
    'by an attribute',
    'class A:\n    def __init__(self, x):\n        self.x = x\na = [1, 2]\no = A(a)\no.x[0] = 8\nr = a[0]',
    '8',
    'unknown',
  ],
  ['by a default', 'base = [1]\ndef f(x=base):\n    x[0] = 4\nf()\nr = base[0]', '4', 'unknown'],
  [
    'of an item that it is assigned to',
    'a = [1]\nm = [0]\nm[0] = a\nm[0].append(8)\nr = len(a)',
    '2',
    'unknown',
  ],
  [
    'of an attribute that it is assigned to',
    'class P: pass\na = [1]\np = P()\np.s = a\np.s.append(4)\nr = len(a)',
    '2',
    'unknown',
  ],
  ['of a starred name', 'a = [[1], [2]]\nx, *y = a\ny[0].append(3)\nr = len(a[1])', '2', 'unknown'],
  [
    'in an object, changed outside',
    'class A:\n    def __init__(self, x):\n        self.x = x\na = [1]\no = A(a)\na[0] = 8\nr = o.x[0]',
    '8',
    'unknown',
  ],
  [
    'in a `finally`',
    'def f():\n    s = [4]\n    try:\n        return s\n    finally:\n        s.append(8)\nr = len(f())',
    '2',
    'unknown',
  ],
  [
    'a number of the attribute of a parameter',
    'class C:\n    def __init__(self):\n        self.n = 1\ndef t(o):\n    o.n = 6\nc = C()\nt(c)\nr = c.n',
    '6',
    'unknown',
  ],
  [
    'a number of the attribute of an alias',
    'class C:\n    def __init__(self):\n        self.n = 1\nc = C()\np = c\np.n = 6\nr = c.n',
    '6',
    'unknown',
  ],
  [
    'a number of another object',
    'class C:\n    def __init__(self):\n        self.n = 1\nc = C()\np = C()\np.n = 6\nr = c.n',
    '1',
    '1',
  ],
  ['items that have been handed out', 'g = (x * 2 for x in (1, 2))\na = sum(g)\nr = sum(g)', '0', 'unknown'],
  [
    'what is left behind a `finally`',
    'def f(n):\n    r = 1\n    try:\n        r = 8 // n\n    except ZeroDivisionError:\n        r = 2\n    finally:\n        r *= 2\n    return r\nr = f(4)',
    '4',
    'unknown',
  ],
  [
    'an inherited property',
    'class T:\n    n = 2\n    @property\n    def m(self):\n        return self.n * 2\nclass U(T):\n    n = 5\nr = U().m',
    '10',
    '10',
  ],
  [
    'a comprehension in a class',
    'n = 3\nclass A:\n    n = 5\n    a = [n for _ in range(2)]\nr = A.a[0]',
    '3',
    'unknown',
  ],
  [
    'an enumerator and a number',
    'from enum import Enum\nclass E(Enum):\n    A = 1\nr = (E.A == 1, E.A.value, E.A == E.A)',
    '(false,1,true)',
    '(false,1,true)',
  ],
  [
    'collected arguments',
    'def f(a, *b, c=3):\n    return (a, b, c)\nr = f(1, 2, 4)',
    '(1,(2,4),3)',
    '(1,(2,4),3)',
  ],
  ['through a library', 'a = [1, 2]\nt = cute.make_layout(a)\nr = a[0]', '1', '1'],
];

for (const [title, program, python, shown] of PROGRAMS)
  test(`${title}: ${python}`, () => {
    const found = valuesOf(grammars, `import cutlass.cute as cute\n${program}\n`).get('r') ?? '';
    assert.equal(found.startsWith('unknown') ? 'unknown' : found, shown);
  });
