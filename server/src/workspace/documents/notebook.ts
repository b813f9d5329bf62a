// A notebook: its cells in order, and the one document of Python that they are together. An edit of a cell, or a cell
// that comes, goes or moves, is an edit of that document, so that what does not change is kept.

import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import type { Span } from '../../frontends/common/expression.ts';
import { joinCells } from '../../syntax/text/notebook.ts';
import { ServerDocument } from './documents.ts';
import type { DocumentView } from './view.ts';

export class Notebook {
  readonly uri: string;
  readonly whole: ServerDocument;
  #cells: readonly TextDocument[];
  #starts: readonly number[];

  constructor(uri: string, cells: readonly TextDocument[]) {
    this.uri = uri;
    this.#cells = cells;
    const { text, starts } = joinCells(cells.map((cell) => cell.getText()));
    this.#starts = starts;
    this.whole = new ServerDocument(uri, 'python', 'python', 1, text);
  }

  get cellUris(): readonly string[] {
    return this.#cells.map(({ uri }) => uri);
  }

  cell(uri: string): DocumentView | null {
    const index = this.#cells.findIndex((cell) => cell.uri === uri);
    return index < 0 ? null : new CellView(this, index);
  }

  /** A cell's text; null where there is no such cell. */
  textOf(uri: string): TextDocument | null {
    return this.#cells.find((cell) => cell.uri === uri) ?? null;
  }

  /** The text of a cell, with where it begins in the document of all. */
  at(index: number): { readonly text: TextDocument; readonly start: number } {
    return { text: this.#cells[index]!, start: this.#starts[index]! };
  }

  /** Which cell an offset of the document of all is in. */
  indexAt(offset: number): number {
    return Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= offset),
    );
  }

  /** Puts cells in the place of others. `failed` is called with exceptions; the text is the new one all the same. */
  splice(
    start: number,
    deleteCount: number,
    added: readonly TextDocument[],
    failed: (error: unknown) => void,
  ): void {
    this.#become(this.#cells.toSpliced(start, deleteCount, ...added), failed);
  }

  edit(
    uri: string,
    changes: TextDocumentContentChangeEvent[],
    version: number,
    failed: (error: unknown) => void,
  ): void {
    const cell = this.#cells.find((each) => each.uri === uri);
    if (cell === undefined) return;
    TextDocument.update(cell, changes, version);
    this.#become(this.#cells, failed);
  }

  #become(cells: readonly TextDocument[], failed: (error: unknown) => void): void {
    const { text, starts } = joinCells(cells.map((cell) => cell.getText()));
    this.#cells = cells;
    this.#starts = starts;
    const before = this.whole.getText();
    if (before === text) return;
    const shorter = Math.min(before.length, text.length);
    let same = 0;
    while (same < shorter && before[same] === text[same]) same++;
    let sameEnd = 0;
    while (sameEnd < shorter - same && before.at(-1 - sameEnd) === text.at(-1 - sameEnd)) sameEnd++;
    const range = this.whole.rangeOf({ start: same, end: before.length - sameEnd });
    const change = { range, text: text.slice(same, text.length - sameEnd) };
    this.whole.apply([change], this.whole.version + 1, failed);
  }
}

class CellView implements DocumentView {
  readonly #notebook: Notebook;
  readonly #index: number;

  constructor(notebook: Notebook, index: number) {
    this.#notebook = notebook;
    this.#index = index;
  }

  get #whole(): ServerDocument {
    return this.#notebook.whole;
  }
  get #span(): Span {
    const { text, start } = this.#notebook.at(this.#index);
    return { start, end: start + text.getText().length };
  }
  get #firstLine(): number {
    return this.#whole.positionAt(this.#span.start).line;
  }

  get uri(): string {
    return this.#notebook.at(this.#index).text.uri;
  }
  get file(): string {
    return this.#notebook.uri;
  }
  get version(): number {
    return this.#notebook.at(this.#index).text.version;
  }
  get revision(): number {
    return this.#whole.revision;
  }
  get isClosed(): boolean {
    return this.#whole.isClosed;
  }
  get isSaved(): boolean {
    return this.#whole.isSaved;
  }
  get dialect(): ServerDocument['dialect'] {
    return this.#whole.dialect;
  }
  getText(span?: Span): string {
    return this.#whole.getText(span);
  }
  offsetAt(position: Position): number {
    const { text, start } = this.#notebook.at(this.#index);
    return start + text.offsetAt(position);
  }
  /** What stands in an earlier cell has a line below zero. */
  positionAt(offset: number): Position {
    const { line, character } = this.#whole.positionAt(offset);
    return { line: line - this.#firstLine, character };
  }
  rangeOf({ start, end }: Span): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
  spanOf({ start, end }: Range): Span {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }
  holds({ start, end }: Span): boolean {
    const own = this.#span;
    return own.start <= start && end <= own.end;
  }
  holdsRange({ start, end }: Range): boolean {
    const { lineCount } = this.#notebook.at(this.#index).text;
    return start.line >= 0 && end.line < lineCount;
  }
  locate({ start, end }: Span): { readonly uri: string; readonly span: Span } {
    const { text, start: first } = this.#notebook.at(this.#notebook.indexAt(start));
    return { uri: text.uri, span: { start: start - first, end: end - first } };
  }
}
