// A parse of a text that nothing is kept of.

import type { Parser, Tree } from 'web-tree-sitter';

/** Whatever happens, the tree is freed. */
export function parsed<T>(parser: Parser, text: string, use: (tree: Tree) => T): T {
  const tree = parser.parse(text);
  if (tree === null) throw new Error('the parser has no language');
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}
