// Attributes that a program assigns through the dictionary of its object, whoever has that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

const PLAIN = `import cutlass.cute as cute
class A:
    def __init__(self):
        self.n = 1
        self.m = 2
o = A()
`;
const WITH_METHOD = PLAIN.replace(
  'o = A()',
  '    def set(self, **others):\n        self.__dict__.update(others)\no = A()',
);

const shown = (program: string, r: string): string => {
  const found = valuesOf(grammars, `${program}r = ${r}\n`).get('r') ?? '';
  return /unknown/.test(found) ? 'unknown' : found;
};

for (const [title, change] of [
  ['a name for it', "d = o.__dict__\nd['n'] = 3\n"],
  ['a name for what vars gives', "d = vars(o)\nd['n'] = 3\n"],
  ['a function that is handed the object', 'def change(x):\n    vars(x).update(n=3)\nchange(o)\n'],
  ['a name in a function', "def change(x):\n    e = vars(x)\n    e['n'] = 3\nchange(o)\n"],
  ['a name that is worked out', "for name in ['n']:\n    vars(o)[name] = 3\n"],
  ['another of its methods', "o.__dict__.pop('n')\n"],
] as const)
  test(`by ${title}`, () => assert.equal(shown(`${PLAIN}${change}`, 'o.n'), 'unknown'));

test('by a method of the class', () => assert.equal(shown(`${WITH_METHOD}o.set(n=3)\n`, 'o.n'), 'unknown'));

test('what is only read stays', () => {
  assert.equal(
    shown(`${PLAIN}x = {**o.__dict__, 'n': 3}\ny = vars(o)['n']\nz = sorted(vars(o))\n`, 'o.n'),
    '1',
  );
});

test('what the command line gave is no other object', () => {
  assert.equal(shown(`${PLAIN}given = vars(parser.parse_args())\nrun(**given)\n`, 'o.n'), '1');
});

test('a method of the dictionary that names an attribute leaves the others', () => {
  const program = `${PLAIN}o.__dict__.setdefault('k', 3)\nvars(o).update(j=3)\no.__dict__.pop("m")\n`;
  assert.equal(shown(program, 'o.n'), '1');
  assert.equal(shown(program, 'o.m'), 'unknown');
  assert.equal(shown(`${PLAIN}vars(o).update(k=3, n=4)\n`, 'o.n'), 'unknown');
  assert.equal(shown(`${PLAIN}vars(o).update({'n': 4})\n`, 'o.n'), 'unknown');
});

const OTHERS = `import cutlass.cute as cute
class A:
    n = 1
class B(A):
    pass
class C:
    n = 2
def made(cls):
    return cls
a, b, c = A(), B(), C()
`;

test('an attribute of one class is assigned to it and what is derived from it', () => {
  const program = `${OTHERS}A.n = made(A)\n`;
  assert.equal(shown(program, 'a.n'), 'unknown');
  assert.equal(shown(program, 'b.n'), 'unknown');
  assert.equal(shown(program, 'B.n'), 'unknown');
  assert.equal(shown(program, 'c.n'), '2');
});

for (const [title, change] of [
  ['a loop over classes', 'for X in (A, C):\n    X.n = made(X)\n'],
  ['a function that is handed one', 'def patch(cls):\n    cls.n = 3\npatch(C)\n'],
  ['another name', 'X = C\nX.n = 3\n'],
] as const)
  test(`by ${title}, to any`, () => assert.equal(shown(`${OTHERS}${change}`, 'c.n'), 'unknown'));
