// `match`, texts with values in them, starred assignments, dictionaries and reduce: what Python has there, or unknown.
// The values are those of Python 3.

import { describe, test } from 'node:test';
import { dslChecker, pythonGrammars } from './support.ts';

const check = dslChecker(await pythonGrammars());

const CLASSES = `from enum import Enum
class Color(Enum):
    RED = 1
    BLUE = 2
class Tile:
    def __init__(self, m, k):
        self.m = m
        self.k = k
class Wide(Tile):
    pass
`;

/** A function that answers by the case that is taken. */
const PICK = `${CLASSES}
def pick(x):
    match x:
        case "half":
            return 16
        case ("pair", y):
            return y
        case [a, *rest, b]:
            return (a, tuple(rest), b)
        case int() as v if v > 4:
            return v + 1
        case -2:
            return 22
        case 1 | 2:
            return 12
        case None:
            return 77
        case Color.RED:
            return 55
        case int(z):
            return z + 1000
        case _:
            return 333
`;

describe('match', () => {
  const asked: readonly (readonly [string, string])[] = [
    ['"half"', '16'],
    ['("pair", 6)', '6'],
    ['["pair", 7]', '7'],
    ['(1, 2, 3, 4)', '(1,(2,3),4)'],
    ['(1, 2)', '(1,(),2)'],
    ['9', '10'],
    ['-2', '22'],
    ['2', '12'],
    ['True', '12'],
    ['None', '77'],
    ['Color.RED', '55'],
    ['Color.BLUE', '333'],
    ['-3', '997'],
    ['"other"', '333'],
    ['[7]', '333'],
    ['{"pair": 1}', '333'],
  ];
  for (const [subject, wanted] of asked)
    test(`takes the case of ${subject}`, () => check(`${PICK}x = pick(${subject})\n`, { x: wanted }));

  test('asks of an object whether it is of a class, and for its attributes', () => {
    check(
      `${CLASSES}
def pick(x):
    match x:
        case Tile(m=3, k=k):
            return k
        case Tile():
            return 44
        case _:
            return 333
a = pick(Tile(3, 8))
b = pick(Tile(4, 8))
c = pick((3, 8))
d = pick(Wide(3, 8))
`,
      { a: '8', b: '44', c: '333', d: /^unknown| or / },
    );
  });

  test('leaves open what cannot be told', () => {
    check(
      `${PICK}
def f(n, t: Tile):
    x = pick(n)
    match t:
        case Wide():
            z = 1
        case _:
            z = 2
    after = z
`,
      { x: /^unknown| or /, after: '1 or 2' },
    );
  });

  test('its names stay bound, those of a case whose guard does not hold too', () => {
    check(
      `v, w, n = 1, 2, 5
match n:
    case v if n > 7:
        w = 3
    case 5:
        w = v
after = v
taken = w
match 3, n:
    case 3, 4:
        r = 1
    case 3, q:
        r = q
both = (r, q)
`,
      { after: /^unknown/, taken: /^unknown/, both: '(5,5)' },
    );
  });

  test('a name that is bound before is what it was where no case is taken', () => {
    check('t = 1\nn = 5\nmatch n:\n    case 7:\n        t = 2\nafter = t\n', { after: '1' });
    check('n = 5\nt = 1\nmatch n:\n    case 5:\n        t = 2\nafter = t\n', { after: '2' });
  });

  test('patterns that are not worked out leave the case and their names open', () => {
    check(
      `match {"m": 7}:
    case {"m": m}:
        t = 1
    case _:
        t = 2
after = (m, t)
match 5:
    case 1 | _:
        u = 3
    case 2:
        u = 4
behind = u
match 4:
    case (1 | 4) as w:
        alternative = w
    case _ | 4:
        alternative = 0
`,
      { after: /unknown|\?/, behind: /^unknown|3 or 4/, w: '4' },
    );
  });

  test('a list that a pattern takes apart is changed by its names', () => {
    check(
      `inner = [1]
match (inner, 2):
    case (first, n):
        first.append(n)
after = inner
`,
      { after: /^unknown|^\(1,2\)/ },
    );
  });
});

describe('texts', () => {
  test('values stand in them as Python writes them', () => {
    check(
      `n = 3
tiles = {"k3": (16, 8), "k-1_True": (8, 8), "{3}": 5}
a = tiles[f"k{n}"]
b = tiles[f"k{2 - n}" "_" f"{n == 3}"]
c = tiles[f"{{{n}}}"]
d = len(f"ab{n}")
`,
      { a: '(16,8)', b: '(8,8)', c: '5', d: '3' },
    );
  });

  test('what is written in another way is unknown', () => {
    check('n = 3\na = len(f"{n:>4}")\nb = len(f"{n!r}")\nc = len(f"{n=}")\nd = len(f"{1.5}")\n', {
      a: /^unknown/,
      b: /^unknown/,
      c: /^unknown/,
      d: /^unknown/,
    });
  });
});

describe('starred assignments', () => {
  test('the starred name takes what the others leave', () => {
    check(
      `first, *rest = (2, 3, 4)
*init, last = [5, 6]
a, *none, b = range(2)
(c, *d), e = ((1, 2, 3), 4)
tail = tuple(rest)
`,
      { first: '2', tail: '(3,4)', init: '(5)', last: '6', none: '()', b: '1', d: '(2,3)', e: '4' },
    );
  });

  test('of too few items nothing is known', () => {
    check('a, *b, c = (1,)\nx = b\n', { x: /^unknown|^refused/ });
  });

  test('the list is a new one', () => {
    check('xs = [1, 2, 3]\na, *b = xs\nxs.append(9)\nx = b\n', { x: '(2,3)' });
    check('a, *b = [1, 2, 3]\nb.append(4)\nx = tuple(b)\n', { x: /^unknown/ });
  });
});

test('dictionaries take the items of others, and the last of equal keys', () => {
  check(
    `one = {"a": 1, "b": 2}
two = {**one, "b": 3, 4: 5, **{"c": 6}}
x = (two["a"], two["b"], two[4], two["c"], len(two))
y = {**more, "a": 1}["a"]
`,
    { x: '(1,3,5,6,4)', y: /^unknown/ },
  );
});

test('reduce folds from the left', () => {
  check(
    `from functools import reduce
import functools, operator
def minus(a, b):
    return a - b
a = reduce(lambda x, y: x * 10 + y, (1, 2, 3))
b = functools.reduce(operator.mul, [2, 3, 4], 5)
c = reduce(minus, [10, 2, 3])
d = reduce(minus, [], 7)
e = reduce(minus, [])
f = reduce(operator.sub, range(4), 1)
`,
    { a: '123', b: '120', c: '5', d: '7', e: /^unknown/, f: '-5' },
  );
});

test('dictionaries and other objects are not equal because they are of one kind', () => {
  check(
    `a = {"a": 1, 2: (3, 4)} == {2: (3, 4), "a": 1}
b = {"a": 1} == {"a": 2}
c = {"a": 1} != {"b": 1}
d = {"a": 1} == 1
e = {"a": 1} is {"a": 1}
f = slice(1, 2) == slice(1, 3)
g = int is int
`,
    { a: 'true', b: 'false', c: 'true', d: 'false', e: /^unknown/, f: /^unknown/, g: 'true' },
  );
});
