// A base that nobody knows may have what a base behind it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

const KNOWN = `import cutlass.cute as cute
from abc import ABC
from typing import Generic, TypeVar
from somewhere import Base
T = TypeVar("T")
class Own:
    k = 3
    def m(self):
        return 4
class Other(Own):
    def own(self):
        return self.k
`;

const bases = (...of: readonly string[]): string =>
  of.map((base, i) => `class A${i}(${base}):\n    def f(self):\n        return self.k\n`).join('');

const shown = (program: string, r: string): string => {
  const found = valuesOf(grammars, `${KNOWN}${program}r = ${r}\n`).get('r') ?? '';
  return /unknown/.test(found) ? 'unknown' : found;
};

for (const r of ['A0.k', 'A0().k', 'A0().m()', 'A0().f()', 'B.k', 'C().k'])
  test(`behind an unknown base: ${r}`, () => {
    const program = `${bases('Base, Own')}class B(A0, Other):\n    pass\nclass C(A0):\n    pass\n`;
    assert.equal(shown(program, r), 'unknown');
  });

test('before an unknown base, and behind those that bring nothing', () => {
  const program = bases('Own, Base', 'ABC, Own', 'Generic[T], Own', 'Other, Base');
  for (const [i, value] of ['3', '3', '3', '3'].entries()) {
    assert.equal(shown(program, `A${i}.k`), value, `A${i}.k`);
    assert.equal(shown(program, `A${i}().f()`), value, `A${i}().f()`);
    assert.equal(shown(program, `A${i}().m()`), '4', `A${i}().m()`);
  }
});

test('what the class binds itself is its own, whatever its bases are', () => {
  const program = 'class A(Base, Own):\n    k = 5\n    def f(self):\n        return self.k\n';
  assert.equal(shown(program, 'A.k'), '5');
  assert.equal(shown(program, 'A().f()'), '5');
});
