// Objects, functions with several ends, and integers that annotations name.

import { describe, test } from 'node:test';
import { dslChecker, pythonGrammars } from './support.ts';

const grammars = await pythonGrammars();
const check = dslChecker(grammars);

describe('functions with several returns', () => {
  test('returns in nested branches, and behind branches that do not return', () => {
    check(
      `
def pick(kind, wide):
    if kind == "a":
        if wide:
            return 1
        scale = 10
    elif kind == "b":
        return 2
    else:
        scale = 20
        if wide:
            return 3
    return scale
a_wide = pick("a", True)
a = pick("a", False)
b = pick("b", True)
c_wide = pick("c", True)
c = pick("c", False)
def guarded(n):
    if n > 4:
        raise ValueError("no")
    elif n == 2:
        return 7
    return 8
two = guarded(2)
three = guarded(3)
`,
      { a_wide: '1', a: '10', b: '2', c_wide: '3', c: '20', two: '7', three: '8' },
    );
  });
});

describe('objects', () => {
  test('a dataclass keeps its arguments by place and by name', () => {
    check(
      `
from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class Tile:
    m: int
    n: int = 8
    def layout(self):
        return cute.make_layout((self.m, self.n))
    @staticmethod
    def square(n):
        return Tile(n, n=n)
t = Tile(4)
plain = t.layout()
given = Tile(2, n=3).layout()
square = Tile.square(5).layout()
class Point(NamedTuple):
    x: int
    y: int
p = Point(y=1, x=2)
x = p.x
@dataclass
class Changed:
    a: int
    def __post_init__(self):
        self.a = self.a + 1
changed = Changed(3).a
@dataclass
class Derived(Tile):
    k: int = 2
derived = Derived(1, 2, 3).k
`,
      {
        plain: '(4,8):(1,4)',
        given: '(2,3):(1,2)',
        square: '(5,5):(1,5)',
        x: '2',
        changed: /^unknown/,
        derived: /^unknown/,
      },
    );
  });

  test('functools.partial', () => {
    check(
      `
from functools import partial
def make(m, n, *, k):
    return cute.make_layout((m, n, k))
half = partial(make, 2, k=4)
whole = half(3)
other = half(3, k=5)
`,
      { whole: '(2,3,4):(1,2,6)', other: '(2,3,5):(1,2,6)' },
    );
  });

  test('a namespace whose other entries are not known', () => {
    check(
      `
from types import SimpleNamespace
def f(x):
    both = SimpleNamespace(known=(2, 4), open=x)
    part = cute.make_layout(both.known)
    rest = both.open
`,
      { part: '(2,4):(1,2)', rest: /x is a parameter/ },
    );
  });
});

describe('integers by their annotations', () => {
  test('parameters and results of plain Python are static integers of their own name', () => {
    check(
      `
from typing import Tuple
def of_parameters(rows: int, tile: Tuple[int, int]):
    by_name = cute.make_layout((rows, 4))
    by_item = cute.make_layout(tile)
def stages(limit) -> Tuple[int, int]:
    while limit > 3:
        limit -= 1
        if limit == 7:
            return limit, 1
    return 2, limit
def results(limit):
    first, second = stages(limit)
    staged = cute.make_layout((8, second))
@cute.jit
def compiled(n: int):
    run_time = cute.make_layout((n, 4))
`,
      {
        by_name: '(rows,4):(1,rows)',
        by_item: '(tile[0],tile[1]):(1,tile[0])',
        staged: '(8,second):(1,8)',
        run_time: /n is a parameter/,
      },
    );
  });

  test('quotients of named sizes, rounded', () => {
    check(
      `
import math
def f(head: int):
    padded = int(math.ceil(head / 16) * 16)
    down = int(head / 16)
    tile = cute.make_layout((64, padded))
    # What is worked out of the quotient is another number.
    half = head / 16
    doubled = math.ceil(head / 16 * 2)
    by_name = math.ceil(half * 2)
    larger = math.ceil(max(half, 2))
    opposite = int(-half)
exact = 128 / 4
up = math.ceil(17 / 4)
negative = int(-7 / 2)
`,
      {
        padded: '16*ceil_div(head,16)',
        down: 'head/16',
        tile: '(64,16*ceil_div(head,16)):(1,64)',
        doubled: /^unknown/,
        by_name: /^unknown/,
        larger: /^unknown/,
        opposite: /^unknown/,
        exact: '32.0',
        up: '5',
        negative: '-3',
      },
    );
  });

  test('None as the default of an optional parameter that nobody hands over', () => {
    check(
      `
from typing import Optional
def f(mask: Optional[cute.Tensor] = None, bias: cute.Tensor | None = None, plain=None):
    shape = (4, 2) if mask is None and bias is None else (2, 2)
    tile = cute.make_layout(shape)
    unclear = cute.make_layout((4, 1) if plain is None else (2, 2))
`,
      { tile: '(4,2):(1,4)', unclear: '(4,1):(1,0) or (2,2):(1,2)' },
    );
  });

  test('a greatest common divisor of sizes goes by the name that it is given', () => {
    check(
      `
import math
class Plan:
    def __init__(self, n: int, bits: int):
        self.width = math.gcd(n, 128 // bits)

    def layouts(self, run_time: cutlass.Int32):
        part = math.gcd(self.width, 16)
        both = cute.make_layout((self.width, part))
        unnamed = cute.make_layout(math.gcd(self.width, 16))
        dynamic = math.gcd(run_time, 16)

def two(a: int):
    first = Plan(a, 8).width
    second = Plan(a, 16).width
    for i in range(a):
        again = math.gcd(a, i)
`,
      {
        both: '(width,part):(1,width)',
        unnamed: /^unknown/,
        dynamic: /^unknown/,
        first: /^unknown/,
        second: /^unknown/,
        again: /^unknown/,
      },
    );
  });
});
