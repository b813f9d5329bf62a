// Lists and dictionaries that a program changes, under whatever name or path, and what is returned in spite of a `finally`:
// what Python has, or nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

/** `python`: what the function returns when it is run; 'unknown' is shown for what is not followed. */
const CHANGES: readonly (readonly [title: string, body: string, python: string, shown: string])[] = [
  ['an entry', 'd = {"a": 1}\nd["a"] = 2\nreturn d["a"]', '2', 'unknown'],
  ['an entry of an alias', 'd = {"a": 1}\ne = d\ne["a"] = 2\nreturn d["a"]', '2', 'unknown'],
  ['entries by a method', 'd = {"a": 1}\nd.update(a=2)\nreturn d["a"]', '2', 'unknown'],
  ['an item of an item', 'm = [[0] * 2] * 2\nm[0][0] = 5\nreturn m[1][0]', '5', 'unknown'],
  ['a list in a dictionary', 'd = {"m": [1]}\nd["m"].append(2)\nreturn len(d["m"])', '2', 'unknown'],
  ['a list that is an item', 'a = [1]\nb = [a]\na.append(2)\nreturn len(b[0])', '2', 'unknown'],
  ['the item of a list', 'a = [1]\nb = [a]\nb[0].append(2)\nreturn len(a)', '2', 'unknown'],
  ['the list of an item', 'd = [[1], [2]]\nx = d[0]\nx.append(2)\nreturn len(d[0])', '2', 'unknown'],
  ['an item in a loop', 'c = [1, 2]\nfor k in range(2):\n    c[k] = 9\nreturn c[0]', '9', 'unknown'],
  ['an item in a branch', 'c = [1, 2]\nif len(c) == 2:\n    c[0] = 9\nreturn c[0]', '9', 'unknown'],
  [
    'a list that a loop goes to',
    'a = [[1], [2]]\nfor x in a:\n    x.append(9)\nreturn len(a[0])',
    '2',
    'unknown',
  ],
  ['an entry by +=', 'a = {"x": [1]}\nb = a["x"]\nb += [2]\nreturn len(a["x"])', '2', 'unknown'],
  ['a number by +=', 'a = [1, 2]\nb = a[0]\nb += 2\nreturn a[0]', '1', '1'],
  ['the other list', 'a = [1]\nb = [2]\nb.append(3)\nreturn len(a)', '1', '1'],
  ['a tuple of it', 'a = [1]\nb = tuple(a)\na.append(2)\nreturn len(b)', '1', '1'],
  ['a finally', 'try:\n    return 1\nfinally:\n    return 2', '2', 'unknown'],
  ['a finally without', 'try:\n    return 1\nfinally:\n    pass', '1', '1'],
];

for (const [title, body, python, shown] of CHANGES)
  test(`${title}: ${python}`, () => {
    const indented = body.replace(/^/gm, '    ');
    const found = valuesOf(grammars, `import cutlass\ndef f():\n${indented}\nr = f()\n`).get('r') ?? '';
    assert.equal(found.startsWith('unknown') ? 'unknown' : found, shown);
  });

test('of a module', () => {
  const found = valuesOf(
    grammars,
    `import cutlass
d = {"a": 1}
d.update(a=2)
c = [1, 2]
for k in range(2):
    c[k] = 9
def counted(x, seen=[]):
    seen.append(x)
    return len(seen)
class A:
    items = []
    def __init__(self):
        self.own = [1]
        self.entries = {"a": 1}
    def add(self):
        self.own.append(2)
        return self
    def enter(self):
        self.entries["a"] = 7
A.items.append(3)
r1 = d["a"]
r2 = c[0]
r3 = (counted(1), counted(2))
r4 = len(A().items)
r5 = len(A().add().own)
r6 = len(A().own)
r7 = len({1, 2, 2})
a = A()
a.enter()
r9 = a.entries["a"]
r8 = 3 in {1, 3}
`,
  );
  for (const name of ['r1', 'r2', 'r4', 'r5', 'r6', 'r9'])
    assert.match(found.get(name) ?? '', /^unknown/, name);
  assert.equal(found.get('r3'), 'unknown: the default of seen is changed by calls');
  assert.equal(found.get('r7'), '2');
  assert.equal(found.get('r8'), 'true');
});

test('a function called append, with more than one argument, changes no list', () => {
  const found = valuesOf(
    grammars,
    `import cutlass.cute as cute
def f(n):
    for i in range(n):
        x = cute.make_layout(cute.append((4,), 2))
    y = cute.make_layout((4, 8))
    while n:
        cute.append(x, y)
    z = cute.make_layout((2, 8))
    xs = [1]
    for i in range(3):
        xs.append(i)
    k = len(xs)
`,
  );
  assert.equal(found.get('x'), '(4,2):(1,4)');
  assert.equal(found.get('y'), '(4,8):(1,4)');
  assert.equal(found.get('z'), '(2,8):(1,2)');
  assert.doesNotMatch(found.get('k') ?? '', /^1$/);
});

const HELD = `from dataclasses import dataclass
@dataclass
class Held:
    def read(self):
        return 1
    items: list
    others: list
xs = [1, 2]
`;

for (const [title, program, expected] of [
  ['a function of Python that is handed its items', 'list(map(len, [xs]))\n', '(1,2)'],
  ['a type that is called for each of them', 'list(map(int, xs))\n', '(1,2)'],
  ['a field that nothing changes', 'h = Held(xs, [3])\nh.others.append(4)\n', '(1,2)'],
  ['a field that something reads', 'h = Held([3], xs)\nn = len(h.others)\n', '(1,2)'],
  ['a field that something changes', 'h = Held(xs, [3])\nh.items.append(4)\n', 'unknown'],
  ['a second field that something changes', 'h = Held([3], xs)\nh.others.append(4)\n', 'unknown'],
  ['a field by its name', 'h = Held(others=[3], items=xs)\nh.items.append(4)\n', 'unknown'],
  ['a function that is called back', 'def grow(ys):\n    ys.append(3)\nlist(map(grow, [xs]))\n', 'unknown'],
] as const)
  test(`a list in ${title}`, () => {
    const found = valuesOf(grammars, `${HELD}${program}r = tuple(xs)\n`).get('r') ?? '';
    assert.equal(found.startsWith('unknown: ') ? 'unknown' : found, expected);
  });
