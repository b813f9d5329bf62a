// Edits around the imports of a module: what else it sees changes with what is imported, and not with the comments above.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { profileTo } from '../../../server/src/profile/profile.ts';
import { pythonGrammars } from '../python/support.ts';

const grammars = await pythonGrammars();

const TEXT = `# Copyright 2025
import cutlass.cute as cute

rows = cute.make_layout((4, 8))
tile = cute.make_layout((rows.shape, 2))
`;

/** The values of the declared layouts after an edit, and what the edit has cost. */
function edited(start: number, end: number, text: string) {
  const document = openDocument(grammars, 'python', TEXT);
  const values = (): readonly unknown[] =>
    document.model.sites
      .filter(({ role, name }) => role === 'declaration' && name !== 'cute')
      .map((site) => document.model.evaluate(site).value);
  const before = values();
  const lines: string[] = [];
  profileTo((line) => lines.push(line));
  try {
    document.edit([{ start, end, text }]);
    return { before, after: values(), cost: lines.join('\n') };
  } finally {
    profileTo(null);
    document.dispose();
  }
}

test('a comment above an import leaves the values of the others as they are', () => {
  const at = TEXT.indexOf('2025') + 4;
  const { before, after, cost } = edited(at, at, '-2026');
  assert.equal(after.length, 2);
  assert.deepEqual(
    after.map((value, i) => value === before[i]),
    [true, true],
  );
  assert.doesNotMatch(cost, /units invalidated/);
});

test('another name for a module is one for all', () => {
  const at = TEXT.indexOf('as cute') + 3;
  const { before, after } = edited(at, at + 4, 'dsl');
  assert.ok(after.every((value, i) => value !== before[i]));
});
