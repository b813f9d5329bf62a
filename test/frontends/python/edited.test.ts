// A class that is edited: after every edit it is read as it is when it is opened, wherever the room in it stands.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fileOffset } from '../../../server/src/frontends/common/gap-map.ts';
import type { Module } from '../../../server/src/frontends/common/scope.ts';
import { lowerPython } from '../../../server/src/frontends/python/python.ts';
import { SyntaxDocument } from '../../../server/src/syntax/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

/** Places in the unit, which has room where somebody types. */
const PLACES: ReadonlySet<string> = new Set(['start', 'end', 'at']);
/** Of units with such room alone. */
const OF_ROOM: ReadonlySet<string> = new Set(['text', 'gapMap', 'edits']);

/** All that was read, where it stands in the file. */
const inFile = ({ units }: Module): unknown =>
  units.map((placed) => {
    const seen = new Map<object, unknown>();
    const moved = (value: unknown, key: string): unknown => {
      if (typeof value === 'number')
        return PLACES.has(key) || key === 'body' ? fileOffset(placed, value) : value;
      if (typeof value !== 'object' || value === null) return value;
      if (seen.has(value)) return seen.get(value);
      seen.set(value, null);
      const fields = Object.entries(value).filter(([name, field]) => {
        const isOfRoom = OF_ROOM.has(name) || (name === 'body' && 'declarations' in value);
        return !isOfRoom && field !== undefined;
      });
      const copy = Array.isArray(value)
        ? value.map((item) => moved(item, key))
        : value instanceof Map || value instanceof Set
          ? [...value].map((item) => moved(item, key))
          : Object.fromEntries(fields.map(([name, field]) => [name, moved(field, name)]));
      seen.set(value, copy);
      return copy;
    };
    return moved(placed.unit, '');
  });

describe('a class that is edited', () => {
  const CLASS = `class Kernel:
    """of (4,8):(8,1)"""

    def __init__(self, m: int, n=64):
        self.tile = (m, n)  # (8,4):(4,1)
        if n > 64:
            self.stages = 2
        else:
            self.stages = 4

    @cute.jit
    def __call__(self, a):
        s = f"{self.tile[0]}"
        for i in range(4):
            a = cute.make_layout((i, 8), stride=(8, 1))
        return a
`;

  /** Each in the text that the one before leaves. */
  const EDITS: readonly (readonly [string, string])[] = [
    ['n=64', 'n=128'],
    ['        if n > 64:\n', '        if n > 64 and (m ^ n) & 3:\n'],
    ['        else:\n            self.stages = 4\n', ''],
    ['            self.stages = 2\n', '            self.stages = 2\n        x = [\n'],
    ['        x = [\n', '        x = [*a.b, 1]  # behind\n'],
    ['    @cute.jit\n', '        # before\n    @property\n'],
    ['        for i in range(4):\n            a', '        a'],
    ['f"{self', 'f"""{self'],
    ['f"""{self', 'f"{self'],
    ['    def __call__', 'def __call__'],
    ['def __call__', '    async def __call__'],
    ['class Kernel', 'x = 1\nclass Kernel(Base)'],
  ];

  test('is read as a fresh one, after every edit', () => {
    let text = CLASS;
    const document = new SyntaxDocument(grammars, 'python', text);
    let module = lowerPython(document, null, null);
    for (const [before, after] of EDITS) {
      assert.ok(text.includes(before), before);
      text = text.replace(before, () => after);
      document.update(text);
      module = lowerPython(document, module, null);
      const fresh = lowerPython(new SyntaxDocument(grammars, 'python', text), null, null);
      assert.deepEqual(inFile(module), inFile(fresh), `${before} → ${after}`);
    }
    document.dispose();
  });

  test('keeps its tree, and is told what differs', () => {
    const document = new SyntaxDocument(grammars, 'python', CLASS);
    const edited = CLASS.replace('n=64', 'n=128');
    const [first, second] = [CLASS, edited].map((text) => document.treeOf(text).rootNode.toString());
    assert.equal(document.treeOf(edited), document.treeOf(edited));
    assert.equal(second, first);
    document.dispose();
    assert.throws(() => document.treeOf(edited), /disposed/);
  });
});
