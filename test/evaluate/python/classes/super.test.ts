// Which calls of `super` and of the `__init__` of bases are followed: what Python 3 gives for these, or unknown.

import { test } from 'node:test';
import { checkValues, pythonGrammars } from '../support.ts';

const grammars = await pythonGrammars();

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, text, expected);

const NOT_WORKED_OUT = 'unknown: what super stands for here is not worked out';

test('super of other arguments than the class and the object around it is not worked out', () => {
  check(
    `
class Base:
    def name(self):
        return 1
class Child(Base):
    def name(self):
        return 2
    def two(self):
        return super(Child, self).name()
    def nested(self):
        return [super(Child, self).name() for _ in (1, 2)]
    def one(self):
        return super(Child).name()
    def three(self):
        return super(Child, self, self).name()
    def by_keyword(self):
        return super(type=Child).name()
    def of_base(self):
        return super(Base, self).name()
    def of_other(self, other):
        return super(Child, other).name()
    def of_call(self):
        return super(Child, self.me()).name()
    def me(self):
        return self
    @staticmethod
    def alone():
        return super().name()
    @staticmethod
    def of_number(x):
        return super().name()
c = Child()
of_two = c.two()
of_nested = c.nested()
of_one = c.one()
of_three = c.three()
named = c.by_keyword()
base = c.of_base()
other = c.of_other(c)
called = c.of_call()
static = Child.alone()
number = Child.of_number(4)
outside = super()
`,
    {
      of_two: '1',
      of_nested: '(1,1)',
      of_one: NOT_WORKED_OUT,
      of_three: NOT_WORKED_OUT,
      named: NOT_WORKED_OUT,
      base: NOT_WORKED_OUT,
      other: NOT_WORKED_OUT,
      called: NOT_WORKED_OUT,
      static: 'unknown: super needs a method with an object',
      number: 'unknown: what x is is not known',
      outside: NOT_WORKED_OUT,
    },
  );
});

// Python gives 1111: of D behind B comes C.
test('of several bases the one behind a class is not always its own', () => {
  check(
    `
class A:
    def f(self):
        return 1
class B(A):
    def f(self):
        return super().f() + 10
class C(A):
    def f(self):
        return super().f() + 100
class D(B, C):
    def f(self):
        return super().f() + 1000
of_b = B().f()
of_d = D().f()
`,
    { of_b: '11', of_d: 'unknown: which of several bases super means is not worked out' },
  );
});

test('the __init__ of a base is followed from class to class, and not back', () => {
  check(
    `
class P:
    def __init__(self, n):
        self.n = n
class Q(P):
    def __init__(self, n):
        P.__init__(self, n * 2)
class Twice(Q):
    def __init__(self, n):
        P.__init__(self, n)
        Q.__init__(self, n)
class Itself(P):
    def __init__(self, n):
        Itself.__init__(self, n)
class Aside(P):
    def __init__(self, n):
        Q.__init__(self, n)
class Packed:
    def __init__(self, *args):
        self.n = args[0]
of_q = Q(3).n
of_twice = Twice(3).n
of_itself = Itself(3).n
of_aside = Aside(3).n
of_packed = Packed(3).n
of_two = P(3, 4).n
`,
    {
      of_q: '6',
      of_twice: /^unknown/,
      of_itself: /^unknown/,
      of_aside: /^unknown/,
      of_packed: 'unknown: the arguments of Packed are not matched with its parameters',
      of_two: 'unknown: the arguments of P are not matched with its parameters',
    },
  );
});
