// The tree of a text that is edited, parsed anew only around the edit.

import type { Parser, Tree } from 'web-tree-sitter';
import { difference } from '../text/difference.ts';

interface ParsedText {
  readonly text: string;
  readonly tree: Tree;
}

export class EditedTree {
  /** Of the text for which a tree was last asked. */
  #last: ParsedText | null = null;

  /** The tree of a text: what a parse of the text alone says. It is freed when that of another text is asked for. */
  of(parser: Parser, text: string): Tree {
    const last = this.#last;
    if (last?.text === text) return last.tree;
    // A tree that an exception leaves half edited is not used again.
    this.#last = null;
    let tree = parsed(parser, text, last === null ? null : edited(last, text));
    last?.tree.delete();
    // Where the text has errors the parser recovers by what it has kept, and so by the order of the edits: what is shown
    // is to depend on the text alone.
    if (last !== null && tree.rootNode.hasError) {
      tree.delete();
      tree = parsed(parser, text, null);
    }
    this.#last = { text, tree };
    return tree;
  }

  /** Frees the tree. */
  dispose(): void {
    this.#last?.tree.delete();
    this.#last = null;
  }
}

function parsed(parser: Parser, text: string, before: Tree | null): Tree {
  const tree = parser.parse(text, before);
  if (tree === null) throw new Error('the parser has no language');
  return tree;
}

/** tree-sitter counts rows by `\n` alone. */
function treePoint(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    row++;
    start = end + 1;
  }
  return { row, column: offset - start };
}

/** A tree told what differs in the text that it is to be parsed again with. */
function edited({ tree, text: before }: ParsedText, after: string): Tree {
  const changed = difference(before, after);
  if (changed === null) return tree;
  tree.edit({
    startIndex: changed.start,
    oldEndIndex: changed.oldEnd,
    newEndIndex: changed.newEnd,
    startPosition: treePoint(before, changed.start),
    oldEndPosition: treePoint(before, changed.oldEnd),
    newEndPosition: treePoint(after, changed.newEnd),
  } as Parameters<Tree['edit']>[0]);
  return tree;
}
