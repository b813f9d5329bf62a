// The statements of a file's pieces, as tree-sitter-python reads them. Each piece is read on its own, so that what is
// shown of it depends on its text alone: an incremental parse recovers from errors by what it has kept, and so by the
// order of the edits. Pieces without errors may be parsed together, where it makes no difference.

import type { Parser, Tree } from 'web-tree-sitter';
import type { SyntaxDocument } from '../../../syntax/document.ts';
import type { Part } from '../../../syntax/tree/runtime.ts';
import { readBroken } from './broken.ts';
import { copyStatements } from './copy.ts';
import { parsed } from './parse.ts';
import type { PyNode, PyTree, TextRegion } from './tree.ts';

/** How much is parsed at a time. A parse has its price, and an error in a batch has it parsed again. */
const BATCH_LENGTH = 1 << 15;

/**
 * Reads texts that each are one piece of a file. The trees are in their order, a batch at a time, so that who lowers them
 * need not have them all in memory.
 */
export function* readPieces(parser: Parser, texts: readonly string[]): Generator<PyTree> {
  let batch: string[] = [];
  let length = 0;
  for (const [i, text] of texts.entries()) {
    batch.push(text);
    length += text.length;
    if (length < BATCH_LENGTH && i + 1 < texts.length) continue;
    yield* readTogether(parser, batch) ?? batch.map((each) => readPiece(parser, each));
    batch = [];
    length = 0;
  }
}

/**
 * Reads a piece that is another version of the one that was last read so, as far as it differs. `part`: of what lies outside
 * of it nothing that is inside of that need be read.
 */
export function readEdited(document: SyntaxDocument, text: string, part?: Part): PyTree {
  const tree = document.treeOf(text);
  const read = tree.rootNode.hasError ? null : divided(tree, [text], part)?.[0];
  return read ?? readBroken(document.parser, text);
}

function readPiece(parser: Parser, text: string): PyTree {
  return readTogether(parser, [text])?.[0] ?? readBroken(parser, text);
}

/** null: there is an error somewhere. */
function readTogether(parser: Parser, texts: readonly string[]): readonly PyTree[] | null {
  const text = texts.join('\n');
  return parsed(parser, text, (tree) => (tree.rootNode.hasError ? null : divided(tree, texts)));
}

/** null: a statement is longer than its piece. */
function divided(tree: Tree, texts: readonly string[], part?: Part): readonly PyTree[] | null {
  const trees = texts.map(() => ({ statements: [] as PyNode[], regions: [] as TextRegion[] }));
  let piece = 0;
  let origin = 0;
  const originOf = (start: number): number => {
    while (piece < texts.length && start >= origin + texts[piece]!.length + 1)
      origin += texts[piece++]!.length + 1;
    return origin;
  };
  for (const { node, end, regions } of copyStatements(tree, originOf, part)) {
    const own = trees[piece];
    if (own === undefined || end > origin + texts[piece]!.length + 1) return null;
    if (node !== null) own.statements.push(node);
    for (const region of regions) own.regions.push(region);
  }
  return trees;
}
