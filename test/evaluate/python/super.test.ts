// `super()`, what the `__init__` of bases are given, and what fields of dataclasses hold: the values of Python 3, or unknown.

import { describe, test } from 'node:test';
import { dslChecker, pythonGrammars } from './support.ts';

const check = dslChecker(await pythonGrammars());

const CLASSES = `class Base:
    scale = 3
    def __init__(self, tile, n=2):
        self.tile = tile
        self.n = n
        self.late = 1
        self.made = self.name()
    def layout(self):
        return cute.make_layout(self.tile)
    def who(self):
        return self.name()
    def name(self):
        return 1
    @classmethod
    def make(cls):
        return cls.scale
    @property
    def twice(self):
        return self.n * 2
    @property
    def named(self):
        return self.name() + 100
class Child(Base):
    scale = 5
    def __init__(self, tile, stages):
        self.late = 7
        super().__init__(tile, n=stages + 1)
        self.stages = stages
    def layout(self):
        return cute.append(super().layout(), cute.make_layout(self.stages))
    def name(self):
        return 2
    def up(self):
        return (super().name(), super().who(), super().scale)
    @classmethod
    def make(cls):
        return super().make() * 10
    @property
    def twice(self):
        return super().twice + 1
class Grand(Child):
    def __init__(self, m):
        super(Grand, self).__init__((m, m), 4)
    def name(self):
        return 3
    def high(self):
        return super().named
`;

describe('super()', () => {
  test('methods, properties and classes behind the class, for the object itself', () => {
    check(
      `${CLASSES}
c = Child((8, 4), 3)
g = Grand(6)
layout = c.layout()
up = c.up()
above = g.up()
made = Child.make()
twice = c.twice
high = g.high()
`,
      {
        layout: '(8,4,3):(1,8,1)',
        up: '(1,2,3)',
        above: '(1,3,3)',
        made: '50',
        twice: '9',
        high: '103',
      },
    );
  });

  test('a base is given what the calls of its __init__ hand over', () => {
    check(
      `${CLASSES}
class Explicit(Base):
    def __init__(self, k):
        Base.__init__(self, (k, 2))
x = (Child((8, 4), 3).tile, Child((8, 4), 3).n)
y = (Grand(6).tile, Grand(6).n, Grand(6).stages)
z = (Explicit(9).tile, Explicit(9).n)
plain = Base(1).n
`,
      { x: '((8,4),4)', y: '((6,6),5,4)', z: '((9,2),2)', plain: '2' },
    );
  });

  test('what a base assigns after the class does, and what it works out before, is unknown', () => {
    check(
      `${CLASSES}
class Again(Base):
    def __init__(self):
        super().__init__(4)
        self.n = 8
late = Child((8, 4), 3).late
again = Again().n
made = Again().made
`,
      { late: /^unknown/, again: '8', made: /^unknown/ },
    );
  });

  test('on a condition, nothing is known of what the base is given', () => {
    check(
      `${CLASSES}
class Sometimes(Base):
    def __init__(self, tile):
        if tile:
            super().__init__(tile, 9)
x = Sometimes((2, 2)).n
y = Sometimes((2, 2)).tile
`,
      { x: /^unknown/, y: /^unknown/ },
    );
  });

  test('behind several bases in another order, or one that is not known, nothing is known', () => {
    check(
      `class A:
    def f(self):
        return 1
class B(A):
    def f(self):
        return super().f()
class C(A):
    def f(self):
        return 2
class D(B, C):
    pass
class E(Other, A):
    def f(self):
        return super().f()
b = B().f()
d = D().f()
e = E().f()
`,
      { b: '1', d: /^unknown|^2$/, e: /^unknown/ },
    );
  });

  test('a function of the file by that name is called', () => {
    check(
      `class N:
    def f(self):
        return 5
def super():
    return N()
class A:
    def f(self):
        return 1
class B(A):
    def g(self):
        return super().f()
x = B().g()
`,
      { x: '5' },
    );
  });
});

test('an object that is made has its defaults, whatever other calls hand over', () => {
  check(
    `class A:
    def __init__(self, a, b=12):
        self.b = b + 2
class B(A):
    def __init__(self, a):
        A.__init__(self, a, b=42)
class C(A):
    pass
x = A(8).b
y = B(8).b
z = C(8).b
`,
    { x: '14', y: '44', z: '14' },
  );
});

test('a default that is handed on is that of the call, whatever another class hands over', () => {
  check(
    `class A:
    def __init__(self, a, b):
        self.b = b
class B(A):
    def __init__(self, a, b=18):
        super().__init__(a, b)
class C(B):
    def __init__(self, a):
        super().__init__(33, 37)
x = B(8).b
y = C(8).b
`,
    { x: '18', y: '37' },
  );
});

test('inside of a class, a base holds what the class hands over', () => {
  check(
    `class Base:
    def __init__(self, n, stages, kind=4):
        self.n = n
        self.stages = stages
        self.kind = kind
class Own(Base):
    def __init__(self, n, isWide=True):
        super().__init__(n, stages=2 if isWide else 1, kind=9)
    def inside(self):
        x = (self.stages, self.kind)
        y = cute.make_layout((self.n, 8))
class Loop(Base):
    def __init__(self, n):
        super().__init__(self.n, self.stages)
    def inside(self):
        z = self.stages
`,
    { x: '(2,9)', y: /^unknown: n is a parameter/, z: /^unknown/ },
  );
});

test('fields of dataclasses hold their defaults, or what their factory makes', () => {
  check(
    `from dataclasses import dataclass, field
import dataclasses
@dataclass
class Config:
    m: int = 64
    stages: list = field(default_factory=lambda: [2, 3])
    k: int = dataclasses.field(default=8)
    rest: list = field(default_factory=list, repr=False)
c = Config()
x = (c.m, c.stages[1], c.k, len(c.rest))
y = Config(stages=[5, 6]).stages[0]
z = Config(1, [7], 3).k
`,
    { x: '(64,3,8,0)', y: '5', z: '3' },
  );
});
