// What Python statements leave in names: comprehensions, lists that grow. Values worked out by hand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { DSL_IMPORTS, dslChecker, pythonGrammars, show } from './support.ts';

const grammars = await pythonGrammars();
const check = dslChecker(grammars);

describe('comprehensions and lambdas', () => {
  test('one loop over known items, with conditions and parts of items', () => {
    check(
      `
x = 100
sizes = [2 * x for x in (1, 2, 3)]
outer = x
odd = tuple(n for n in range(6) if n % 2 == 1)
pairs = [a * 10 + b for a, (b, c) in ((1, (2, 3)), (4, (5, 6)))]
layouts = [cute.make_layout((n, 4)) for n in (2, 8)]
second = layouts[1]
nested = [[i * j for j in (1, 2)] for i in (3, 4)]
`,
      {
        sizes: '(2,4,6)',
        outer: '100',
        odd: '(1,3,5)',
        pairs: '(12,45)',
        second: '(8,4):(1,8)',
        nested: '((3,6),(4,8))',
      },
    );
  });

  test('what stands outside is seen as it is where the comprehension stands', () => {
    check(
      `
def f():
    n = 2
    early = [n * i for i in (1, 2)]
    n = 5
    late = [n * i for i in (1, 2)]
`,
      { early: '(2,4)', late: '(5,10)' },
    );
  });

  test('items that are not known: what all of them have in common', () => {
    check(
      `
def f(xs):
    same = [cute.make_layout((4, 2)) for x in xs]
    first = same[0]
    differ = [cute.make_layout(x) for x in xs]
    some = [x for x in (1, 2) if xs]
`,
      { first: '(4,2):(1,4)', differ: /xs is a parameter/, some: /xs is a parameter/ },
    );
  });

  test('a lambda is called with its arguments', () => {
    check(
      `
row_major = lambda m, n: cute.make_layout((m, n), stride=(n, 1))
called = row_major(4, 8)
`,
      { called: '(4,8):(8,1)' },
    );
  });
});

describe('lists that grow', () => {
  test('one item after another, in order', () => {
    check(
      `
def f():
    xs = [1]
    xs.append(2)
    two = xs
    xs.append(3)
    three = xs
`,
      { two: '(1,2)', three: '(1,2,3)' },
    );
  });

  test('in a loop: every item is what is appended, when that is one value', () => {
    check(
      `
def f(n):
    xs = []
    for i in range(n):
        inside = xs
        xs.append(cute.make_layout((4, 2)))
    item = xs[n - 1]
    ys = [0]
    for i in range(n):
        ys.append(4)
    mixed = ys[1]
    zs = []
    for i in range(n):
        zs.append(i)
    counted = zs[0]
    ws = []
    for i in range(n):
        ws.append(1)
        ws.pop()
    popped = ws
    vs = []
    for i in range(n):
        vs.append(1)
        vs = []
    replaced = vs
`,
      {
        inside: /^unknown/,
        item: '(4,2):(1,4)',
        mixed: /^unknown/,
        counted: /n is a parameter of the function/,
        popped: /^unknown/,
        replaced: '()',
      },
    );
  });
});

describe('lists that grow by an item in every round', () => {
  test('over known items: one for each', () => {
    check(
      `
def bases(n):
    xs = [(0, 1)]
    for i in range(int(math.log2(n // 2))):
        xs.append((1 << i, 0))
    return tuple(xs)
known = bases(16)
def pairs(m):
    xs = []
    for i, (a, b) in enumerate([(4, 2), (8, m)]):
        xs.append(a * b + i)
    return xs
unpacked = pairs(3)
`,
      { known: '((0,1),(1,0),(2,0),(4,0))', unpacked: '(8,25)' },
    );
  });

  test('what the rounds leave, or end early, is not taken for what is there before them', () => {
    check(
      `
def ended():
    xs = []
    for i in range(3):
        twice = 2 * i
        xs.append(twice)
    ys = []
    for i in range(3):
        if i == 1:
            continue
        ys.append(i)
    zs = []
    for i in range(3):
        if i > 0:
            zs.append(i)
    ws = [5]
    vs = []
    for i in range(3):
        ws[0] = i
        vs.append(ws[0])
    stored = vs[1]
    ks = []
    for i in range(3):
        i = i + 1
        ks.append(i)
    moved = ks[1]
    rs = []
    for row in [[1], [2]]:
        row.append(3)
        rs.append(row)
    longer = rs[0]
    (us, n), ts = ([5], 1), [4]
    us[0] = 7
    unpacked = us[0]
    local = xs[2]
    skipped = ys[1]
    sometimes = zs[0]
`,
      {
        moved: /^unknown/,
        longer: /^unknown/,
        stored: /^unknown/,
        unpacked: /^unknown/,
        local: /^unknown/,
        skipped: /^unknown/,
        sometimes: /^unknown/,
      },
    );
  });
});

test('a function that is written once more is another one', () => {
  const before = `${DSL_IMPORTS}def f(t):\n    a = cute.make_layout(t)\n\n\ndef run():\n    f((2, 3))\n`;
  const copy = 'def f(t):\n    a = cute.make_layout(t)\n';
  const at = before.indexOf('def f');
  const document = openDocument(grammars, 'python', before);
  const values = (): readonly string[] =>
    document.model.sites.flatMap((s) => (s.name === 'a' ? [show(document.model.evaluate(s).value)] : []));
  assert.deepEqual(values(), ['(2,3):(1,2)']);
  document.edit([{ start: at, end: at, text: copy }]);
  // The call is of the last one.
  assert.deepEqual(values(), ['unknown: t is a parameter of the function', '(2,3):(1,2)']);
  document.dispose();
});

describe('what is seen when it is looked at', () => {
  test('functions and lambdas see the last value of a variable around them', () => {
    check(
      `
def g():
    x = 1
    def f():
        return x
    h = lambda: x
    only = 3
    def k():
        return only
    x = 2
    called = f()
    by_lambda = h()
    once = k()
`,
      { called: /x is assigned more than once/, by_lambda: /x is assigned more than once/, once: '3' },
    );
  });

  test('a list under another name changes with it', () => {
    check(
      `
def g():
    xs = [1]
    ys = xs
    xs.append(2)
    alias = ys
    own = xs
    zs = xs
    zs.append(3)
    shared = xs
`,
      { alias: /changed in place/, own: '(1,2)', shared: /changed in place/ },
    );
  });

  test('one of two values is the same one wherever it stands', () => {
    check(
      `
def g(c):
    n = 4 if c else 2
    square = cute.make_layout((n, n))
    difference = n - n
`,
      { square: '(4,4):(1,4) or (2,2):(1,2)', difference: '0' },
    );
  });

  test('a name that one branch alone binds has its value behind it, or the program has ended', () => {
    check(
      `
n = 1
def g(c, k, xs):
    if c:
        rows = 4
    only = cute.make_layout((rows, 2))
    if c:
        cols = 2
    elif k:
        cols = 8
    two = cute.make_layout(cols)
    # A parameter has a value before.
    if c:
        k = 2
    open = cute.make_layout(k)
    for x in xs:
        if x:
            late = 16
    carried = cute.make_layout(late)

# A module's names may be those of Python.
if n > g:
    size = 4
outside = cute.make_layout(size)

def h(c):
    global n
    if c:
        n = 4
    declared = cute.make_layout(n)
`,
      {
        only: '(4,2):(1,4)',
        two: '2:1 or 8:1',
        open: /^unknown/,
        carried: /^unknown/,
        outside: /^unknown/,
        declared: /^unknown/,
      },
    );
  });
});
