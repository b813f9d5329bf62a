// A tree that is edited with its text, against the tree of the edited text.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Parser, Tree } from 'web-tree-sitter';
import { SEED } from '../algebra/properties-random.ts';
import { sexp, withTree } from './support.ts';

interface EditedTexts {
  readonly line: fc.Arbitrary<string>;
  readonly inserted: fc.Arbitrary<string>;
  /** Whether texts with errors are compared too: a parser that recovers may do so by what it has kept. */
  readonly withErrors: boolean;
  readonly runs: number;
}

const pointAt = (text: string, offset: number) => {
  const head = text.slice(0, offset);
  return { row: head.split('\n').length - 1, column: offset - (head.lastIndexOf('\n') + 1) };
};

/** Random edits of random texts. */
export function checkEditedTrees(parser: Parser, { line, inserted, withErrors, runs }: EditedTexts): void {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(200),
      fc.nat(6),
      inserted,
      (lines, position, removed, insertion) => {
        const before = lines.join('\n');
        const start = Math.min(position, before.length);
        const end = Math.min(start + removed, before.length);
        const after = before.slice(0, start) + insertion + before.slice(end);
        const newEnd = start + insertion.length;
        withTree(parser, before, (old) => {
          old.edit({
            startIndex: start,
            oldEndIndex: end,
            newEndIndex: newEnd,
            startPosition: pointAt(before, start),
            oldEndPosition: pointAt(before, end),
            newEndPosition: pointAt(after, newEnd),
          } as Parameters<Tree['edit']>[0]);
          const edited = parser.parse(after, old)!;
          try {
            const whole = withTree(parser, after, (tree) =>
              tree.rootNode.hasError && !withErrors ? null : sexp(tree.rootNode),
            );
            if (whole !== null) assert.equal(sexp(edited.rootNode), whole, JSON.stringify([before, after]));
          } finally {
            edited.delete();
          }
        });
      },
    ),
    { numRuns: runs, seed: SEED },
  );
}
