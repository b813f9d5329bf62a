// One text with its syntax tree, which is brought up to date incrementally when somebody asks for it. Only the notation
// has one: of Python each statement is parsed on its own, and the text of C++ with the preprocessor's lines blanked is
// read as it is.

import type { Parser, Tree } from 'web-tree-sitter';
import { type Masked, maskCpp } from './cpp/mask.ts';
import type { Grammars, SyntaxLanguage } from './grammars.ts';
import { difference } from './text/difference.ts';

/** A replacement of [start, end) by `text`, in UTF-16 offsets of the text before it. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after changes that are made one after the other. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let result = text;
  for (const { start, end, text: inserted } of changes) {
    result = result.slice(0, start) + inserted + result.slice(end);
  }
  return result;
}

interface ParsedText {
  readonly text: string;
  /** What the grammar read: the text, with C++ macros blanked. Same length and offsets. */
  readonly parsed: string;
  readonly masked: Masked | null;
}

const readText = (language: SyntaxLanguage, text: string, before: Masked | null): ParsedText => {
  if (language !== 'cpp') return { text, parsed: text, masked: null };
  const masked = maskCpp(text, before);
  return { text, parsed: masked.text, masked };
};

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

export class SyntaxDocument {
  readonly language: SyntaxLanguage;
  readonly #grammars: Grammars;
  #current: ParsedText;
  /** The tree of the text for which one was last asked. */
  #tree: { readonly tree: Tree; readonly parsed: string } | null = null;
  #isDisposed = false;

  /** The grammar must be ready. */
  constructor(grammars: Grammars, language: SyntaxLanguage, text: string) {
    this.language = language;
    this.#grammars = grammars;
    this.#current = readText(language, text, null);
  }

  get text(): string {
    return this.#current.text;
  }

  get parsed(): string {
    return this.#current.parsed;
  }

  /** What masking found on the side, in C++. */
  get masked(): Masked | null {
    return this.#current.masked;
  }

  /** The parser of its language, for parts of the text. Throws for C++, which is a defect of the caller. */
  get parser(): Parser {
    const { language } = this;
    if (language === 'cpp') throw new Error('C++ has no syntax tree');
    return this.#grammars.parser(language);
  }

  /** The tree of the text as it is now. */
  get tree(): Tree {
    if (this.#isDisposed) throw new Error('the document is disposed of');
    const { parsed, parser } = this;
    const before = this.#tree;
    if (before?.parsed === parsed) return before.tree;
    // A tree that an exception leaves half edited is not used again.
    this.#tree = null;
    let tree = before === null ? parser.parse(parsed) : parser.parse(parsed, edited(before, parsed));
    before?.tree.delete();
    // Where the text has errors the parser recovers by what it has kept, and so by the order of the edits: what is shown
    // is to depend on the text alone.
    if (before !== null && tree!.rootNode.hasError) {
      tree!.delete();
      tree = parser.parse(parsed);
    }
    this.#tree = { tree: tree!, parsed };
    return tree!;
  }

  /** Takes a new version of the text. */
  update(text: string): void {
    this.#current = readText(this.language, text, this.#current.masked);
  }

  /** Frees the tree. The document must not be used afterwards. */
  dispose(): void {
    this.#tree?.tree.delete();
    this.#tree = null;
    this.#isDisposed = true;
  }
}

/** A tree told what differs in the text that it is to be parsed again with. */
function edited(
  { tree, parsed: before }: { readonly tree: Tree; readonly parsed: string },
  after: string,
): Tree {
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
