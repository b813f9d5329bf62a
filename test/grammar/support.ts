// The committed parsers, loaded as the server loads it, and trees written as corpus files write them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

export const GRAMMAR = fileURLToPath(new URL('../../tree-sitter-layout/', import.meta.url));

/** The grammars of the package, by their folders. */
export const grammars = ['notation', 'literals'] as const;
export type GrammarName = (typeof grammars)[number];

export const grammarFolder = (grammar: GrammarName): string => `${GRAMMAR}${grammar}/`;

const WASM: Readonly<Record<GrammarName, string>> = {
  notation: 'tree-sitter-layout.wasm',
  literals: 'tree-sitter-layout-literals.wasm',
};

export async function loadLanguage(grammar: GrammarName): Promise<Language> {
  await loadGrammars(grammarFiles);
  return Language.load(readFileSync(GRAMMAR + WASM[grammar]));
}

export async function loadParser(grammar: GrammarName): Promise<Parser> {
  const language = await loadLanguage(grammar);
  const parser = new Parser();
  parser.setLanguage(language);
  return parser;
}

/** Parses and hands the tree on; frees it afterwards. */
export function withTree<T>(parser: Parser, text: string, use: (tree: Tree) => T): T {
  const tree = parser.parse(text);
  if (tree === null) throw new Error('the parser gave no tree');
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

/** A tree as an indented s-expression of named nodes, with fields. Missing tokens are shown too. */
export function sexp(root: Node): string {
  const lines: string[] = [];
  const write = (node: Node, label: string, depth: number): void => {
    const children: { node: Node; label: string }[] = [];
    node.children.forEach((child, index) => {
      if (child.isNamed || child.isMissing) {
        const field = node.fieldNameForChild(index);
        children.push({ node: child, label: field ? `${field}: ` : '' });
      }
    });
    const head = node.isMissing ? `MISSING ${node.isNamed ? node.type : `"${node.type}"`}` : node.type;
    lines.push(`${'  '.repeat(depth)}${label}(${head}`);
    for (const child of children) write(child.node, child.label, depth + 1);
    lines[lines.length - 1] += ')';
  };
  write(root, '', 0);
  return lines.join('\n');
}
