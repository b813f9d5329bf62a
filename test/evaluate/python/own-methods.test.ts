// `self.f(…)` in a class that has a method f: which methods of that name it calls, and what an edit of it concerns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { profileTo } from '../../../server/src/profile/profile.ts';
import { pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();

const HEAD = 'import cutlass\nimport cutlass.cute as cute\n\n';
const classOf = (name: string, rows: number, bases = ''): string => `class ${name}${bases}:
    @cute.jit
    def __call__(self):
        self.kernel(cute.make_layout((${rows}, 8)))

    @cute.kernel
    def kernel(self, own${name}: cute.Layout):
        tile${name} = own${name}

`;

test('each class of many calls its own method of the name', () => {
  const names = Array.from({ length: 70 }, (_, i) => `C${i}`);
  const values = valuesOf(grammars, HEAD + names.map((name, i) => classOf(name, i + 2)).join(''));
  for (const [i, name] of names.entries())
    assert.equal(values.get(`tile${name}`), `(${i + 2},8):(1,${i + 2})`);
});

test('a call in a base is of its own method, and may be of that of a derived class', () => {
  const derived = `class D(B):
    @cute.kernel
    def kernel(self, ownD: cute.Layout):
        tileD = ownD

`;
  const values = valuesOf(grammars, HEAD + classOf('B', 4) + derived);
  assert.equal(values.get('tileB'), '(4,8):(1,4)');
  assert.match(values.get('tileD')!, /^unknown: ownD is a parameter/);
});

test('an edit in one class is one of the others only where they may be called by it', () => {
  const text = HEAD + classOf('A', 4) + classOf('B', 6) + classOf('D', 2, '(B)');
  const document = openDocument(grammars, 'python', text);
  const tiles = (): readonly unknown[] =>
    document.model.sites
      .filter((s) => s.role === 'declaration' && s.name?.startsWith('tile'))
      .map((s) => document.model.evaluate(s).value);
  const before = tiles();
  const lines: string[] = [];
  profileTo((line) => lines.push(line));
  try {
    const at = text.indexOf('(4, 8)') + 1;
    document.edit([{ start: at, end: at + 1, text: '5' }]);
    const after = tiles();
    assert.equal(after.length, 3);
    assert.notEqual(after[0], before[0]);
    assert.equal(after[1], before[1]);
  } finally {
    profileTo(null);
    document.dispose();
  }
  // The derived class alone may have a method that the first one calls.
  assert.match(lines.join('\n'), /1 units read, 1 units invalidated/);
});
