// What a name stands for is what Python has there: of several classes, places of a class's body, defaults, members of
// enumerations, and lists that more than one name holds; or nothing is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

const DIAMOND = `class A:
    x = 1
    def f(self):
        return 1
class B(A):
    pass
class C(A):
    x = 2
    def f(self):
        return 2
class D(B, C):
    pass
class E(D):
    pass
`;

const COUNTED = `class A:
    k = 1
    def __init__(self):
        self.k = 5
    @classmethod
    def of_class(cls):
        return cls.k
class B(A):
    pass
`;

const LATER = `class A:
    k = 1
    def set(self):
        self.k = 4
`;

const BODY = `n = 1
class A:
    m = n
    n = 5
    n = n + 1
    k = n
    def f(self, x=n):
        return x
    class Inner:
        outer = n
    if n > 5:
        branch = n
    n = 7
`;

const DEFAULTS = `def g():
    return 7
class A:
    def f(self, x=g()):
        return x
def f(x=g(), *, y=g() + 1):
    return (x, y)
xs = [1]
def held(a=xs):
    return len(a)
xs.append(2)
def g():
    return 8
`;

const MEMBERS = `from enum import Enum, IntEnum
class E(Enum):
    A = 4
    B = A * 2
    C = 4
class I(IntEnum):
    X = 3
`;

const FIELDS = `from dataclasses import dataclass
from typing import ClassVar
import typing
@dataclass
class A:
    k: ClassVar[int] = 4
    m: typing.ClassVar[int] = 5
    t: "ClassVar[int]" = 6
    n: int = 1
o = A(7)
`;

const CALLED = 'q = [1, 2]\ndef u(x, y=0):\n    x.append(5)\n';

/** `python`: what `r` is when it is run; 'unknown' is shown for what is not followed. */
const CASES: readonly (readonly [
  title: string,
  program: string,
  r: string,
  python: string,
  shown: string,
])[] = [
  ['of a diamond, an attribute', DIAMOND, '(D.x, D().x, E.x)', '(2,2,2)', '(2,2,2)'],
  ['of a diamond, a method', DIAMOND, '(D().f(), E().f(), B().f())', '(2,2,1)', '(2,2,1)'],
  ['a class and its objects', COUNTED, '(A.k, A().k, B.k, B().k)', '(1,5,1,5)', '(1,5,1,5)'],
  ['a class method', COUNTED, '(A.of_class(), A().of_class())', '(1,1)', '(1,1)'],
  ['a class with a method that assigns', LATER, 'A.k', '1', '1'],
  ['an object whose method may have assigned', LATER, 'A().k', '1', 'unknown'],
  ['in a class body', BODY, '(A.m, A.n, A.k, A.branch)', '(1,7,6,6)', '(1,7,6,6)'],
  ['a default in a class body', BODY, 'A().f()', '6', '6'],
  ['a class in a class', BODY, 'A.Inner.outer', '1', '1'],
  ['a default of a function that is defined again', DEFAULTS, 'f()', '(7,8)', '(7,8)'],
  ['a default of a method', DEFAULTS, 'A().f()', '7', '7'],
  ['a default that is a list', DEFAULTS, 'held()', '2', 'unknown'],
  ['a member by its name', MEMBERS, '(E["B"].value, E["C"].name, I["X"] + 1)', '(8,"A",4)', '(8,"A",4)'],
  [
    'members of one value',
    MEMBERS,
    '(E.C.name, E.A is E.C, E["A"] is E.B)',
    '("A",true,false)',
    '("A",true,false)',
  ],
  ['a variable of the class among fields', FIELDS, '(o.k, o.m, o.t, o.n)', '(4,5,6,7)', '(4,5,6,7)'],
  [
    'two names of what a call returns',
    'def f():\n    return [4]\na = b = f()\na.append(2)\n',
    'len(b)',
    '2',
    'unknown',
  ],
  ['two names of an integer', 'a = b = 4\na = a + 1\n', '(a, b)', '(5,4)', '(5,4)'],
  [
    'what `**kwargs` collects',
    `${CALLED}def t(**kw):\n    kw["x"].append(7)\nt(x=q)\n`,
    'len(q)',
    '3',
    'unknown',
  ],
  ['what `**` unpacks', `${CALLED}d = {"x": q}\nu(**d)\n`, 'len(q)', '3', 'unknown'],
  [
    'what `*` unpacks',
    `${CALLED}d = [[], q]\ndef w(x, y):\n    y.append(5)\nw(*d)\n`,
    'len(q)',
    '3',
    'unknown',
  ],
  ['what is handed on', `${CALLED}def t(**kw):\n    u(**kw)\nt(x=q)\n`, 'len(q)', '3', 'unknown'],
  ['what is only read', `${CALLED}def t(**kw):\n    return len(kw["x"])\nt(x=q)\n`, 'len(q)', '2', '2'],
  [
    '`__dict__`',
    'class A:\n    def __init__(self):\n        self.n = 1\no = A()\no.__dict__["n"] = 3\n',
    'o.n',
    '3',
    'unknown',
  ],
  [
    '`vars`',
    'class A:\n    def __init__(self):\n        self.n = 1\no = A()\nvars(o)["n"] = 3\n',
    'o.n',
    '3',
    'unknown',
  ],
  [
    'a block that an exception may end',
    'import contextlib\ndef f():\n    with contextlib.suppress(ValueError):\n        x = 3\n        int("a")\n        x = 4\n    return x\n',
    'f()',
    '3',
    'unknown',
  ],
  [
    'a block of another context',
    'import contextlib\ndef f(c):\n    with c:\n        x = 3\n    return x\n',
    'f(contextlib.nullcontext())',
    '3',
    '3',
  ],
  ['a change before the read', 'xs = []\n', 'xs.append(1) or len(xs)', '1', 'unknown'],
  ['a change in a condition', 'xs = []\n', 'len(xs) if xs.append(1) is None else 9', '1', 'unknown'],
  ['a change behind the read', 'xs = [4]\n', '(len(xs), xs.append(1))[0]', '1', '1'],
];

for (const [title, program, r, python, shown] of CASES)
  test(`${title}: ${python}`, () => {
    const found = valuesOf(grammars, `import cutlass.cute as cute\n${program}r = ${r}\n`).get('r') ?? '';
    assert.equal(/unknown/.test(found) ? 'unknown' : found, shown);
  });

test('a member of an enumeration where it is written is its value', () => {
  const found = valuesOf(grammars, `import cutlass.cute as cute\n${MEMBERS}`);
  assert.equal(found.get('B'), '8');
});
