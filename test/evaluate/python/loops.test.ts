// What loops and methods leave in names and attributes, one after the other.

import { before, test } from 'node:test';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

test('the else of a loop finds what the rounds have left', () => {
  checkValues(
    grammars,
    `def f(n):
    k = 0
    while n > 1:
        n = n // 2
        k += 1
    else:
        k += 100
        behind = k
def g(n):
    k = 0
    for i in range(n):
        k += 1
    else:
        counted = k
def h(n):
    m = 3
    for i in range(n):
        other = i
    else:
        kept = m
        m = 9
    after = m
`,
    { behind: /is assigned in a loop/, counted: /loop/, kept: '3', after: /else of a loop/ },
  );
});

test('a name that only one of the ends of a loop gives is not known behind it', () => {
  checkValues(
    grammars,
    `for i in range(3):
    left = i
    if i == 1:
        break
else:
    left = 70
after = left
`,
    { after: /else of a loop/ },
  );
});

test('an attribute that is assigned twice, or in a method that is called twice, has no value of one time', () => {
  checkValues(
    grammars,
    `class A:
    def __init__(self, n):
        self.n = n
        self.twice = 1
        self.twice = self.twice + n
        self.once = n
    def step(self):
        self.n = self.n * 2
        return self.n
a = A(3)
twice = a.twice
once = a.once
first = a.step()
second = a.step()
now = a.n
`,
    {
      twice: /assigned 2 times/,
      once: '3',
      first: /before it is assigned/,
      second: /before it is assigned/,
      now: /assigned 2 times/,
    },
  );
});
