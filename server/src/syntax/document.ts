// One text with its syntax tree, which is brought up to date incrementally when somebody asks for it. Only the notation
// has one: of Python each statement is parsed on its own, and the tree is that of the statement which is edited; the text
// of C++ with the preprocessor's lines blanked is read as it is.

import type { Parser, Tree } from 'web-tree-sitter';
import { type Masked, maskCpp } from './cpp/mask.ts';
import type { SupposedMacro } from './cpp/supposed-macros.ts';
import type { Grammars, SyntaxLanguage } from './grammars.ts';
import { tellDifference } from './text/difference.ts';
import { EditedTree } from './tree/edited-tree.ts';

/** A replacement of [start, end) by `text`, in UTF-16 offsets of the text before it. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after changes that are made one after the other. `after`: the same, where somebody has it. */
export function applyChanges(text: string, changes: readonly Change[], after?: string): string {
  let result = text;
  for (const [i, { start, end, text: inserted }] of changes.entries()) {
    const before = result;
    const length = before.length - (end - start) + inserted.length;
    // Long texts are costly to make twice.
    const isThere = i === changes.length - 1 && after?.length === length;
    result = isThere ? after : before.slice(0, start) + inserted + before.slice(end);
    tellDifference(before, result, { start, oldEnd: end, newEnd: start + inserted.length });
  }
  return result;
}

interface ParsedText {
  readonly text: string;
  /** What the grammar read: the text, with C++ macros blanked. Same length and offsets. */
  readonly parsed: string;
  readonly masked: Masked | null;
}

const readText = (
  language: SyntaxLanguage,
  text: string,
  before: Masked | null,
  supposed: SupposedMacro | null = null,
): ParsedText => {
  if (language !== 'cpp') return { text, parsed: text, masked: null };
  const masked = maskCpp(text, before, supposed);
  return { text, parsed: masked.text, masked };
};

export class SyntaxDocument {
  readonly language: SyntaxLanguage;
  readonly #grammars: Grammars;
  #current: ParsedText;
  readonly #tree = new EditedTree();
  #isDisposed = false;

  /** The grammar must be ready. `supposed`: a macro that C++ is read with; the text stays as it is then. */
  constructor(
    grammars: Grammars,
    language: SyntaxLanguage,
    text: string,
    supposed: SupposedMacro | null = null,
  ) {
    this.language = language;
    this.#grammars = grammars;
    this.#current = readText(language, text, null, supposed);
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
    return this.treeOf(this.parsed);
  }

  /**
   * The tree of a part of the text, of which another version may have been the last one asked for. It is freed when
   * another one is asked for.
   */
  treeOf(text: string): Tree {
    if (this.#isDisposed) throw new Error('the document is disposed of');
    return this.#tree.of(this.parser, text);
  }

  /** Takes a new version of the text. */
  update(text: string): void {
    this.#current = readText(this.language, text, this.#current.masked);
  }

  /** Frees the tree. The document must not be used afterwards. */
  dispose(): void {
    this.#tree.dispose();
    this.#isDisposed = true;
  }
}
