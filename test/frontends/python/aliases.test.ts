// The uses of names in a unit, which are put together from those of its functions, beside those that are read of all of it
// at once.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/testing/files.ts';
import type { Module } from '../../../server/src/frontends/common/scope.ts';
import { type Use, usesAlone, usesIn } from '../../../server/src/frontends/python/aliases/uses.ts';
import { lowerPython } from '../../../server/src/frontends/python/python.ts';
import { SyntaxDocument } from '../../../server/src/syntax/document.ts';
import { pythonGrammars } from '../../evaluate/python/support.ts';

const grammars = await pythonGrammars();

function read(text: string): Module {
  const document = new SyntaxDocument(grammars, 'python', text);
  try {
    return lowerPython(document, null, null);
  } finally {
    document.dispose();
  }
}

/** In no order, calls by where they stand. */
const told = (uses: readonly Use[]): readonly string[] =>
  uses.map((use) => JSON.stringify(use.kind === 'handed' ? { ...use, call: use.call.span } : use)).sort();

const fixtures = readdirSync(join(root, 'test', 'fixtures'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.py'))
  .map((name) => join(root, 'test', 'fixtures', name));

const TWO_METHODS = `
class Kernel:
    lists = [[1], [2]]

    def first(self, xs):
        self.held = xs
        ys = xs
        ys.append(1)
        g = lambda zs: zs.append(3)

    def second(self, xs):
        ys = xs
        self.held.append(2)
        run(ys, *xs)

    class Inner:
        def first(self, xs):
            self.held = xs[0]
`;

test('the uses in a unit are those that are read of all of it at once', () => {
  let functions = 0;
  for (const text of [TWO_METHODS, ...fixtures.map((path) => readFileSync(path, 'utf8'))])
    for (const { unit } of read(text).units) {
      const [joined, whole] = [usesIn(unit.scope), usesAlone(unit.scope, null)];
      assert.deepEqual(new Set(joined.keys()), new Set(whole.keys()));
      for (const [name, uses] of whole) assert.deepEqual(told(joined.get(name) ?? []), told(uses), name);
      functions += unit.scope.children.length;
    }
  assert.ok(functions > 300, `${functions} functions and classes`);
});

test('a name that two functions join with another one is told once', () => {
  const unit = read(TWO_METHODS).units.find(({ unit: { scope } }) => scope.children.length > 0)!.unit;
  const held = usesIn(unit.scope).get('.held') ?? [];
  assert.equal(new Set(told(held)).size, held.length);
  assert.ok(held.some((use) => use.kind === 'changed'));
});
