// The open documents: their text and positions, and their analysis, kept in step with the editor.
//
// Opening a document costs nothing but its text: its grammar is loaded and its tree built when the first feature
// asks. Edits that come before that only change the text.

import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import { type OpenDocument, openDocument } from '../analysis/document.ts';
import type { Span } from '../frontends/expression.ts';
import type { Dialect } from '../frontends/scope.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { defaultHeaderOptions, type HeaderIndex, type HeaderOptions, type OpenText } from './header-index.ts';

let opened = 0;

export class ServerDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly dialect: Dialect;
  private text: TextDocument;
  private analysis: OpenDocument | null = null;
  private opening: Promise<void> | null = null;
  private parameters: Readonly<Record<string, string>> = {};
  private closed = false;
  /** A document that is closed and opened again may begin with the same version. */
  private readonly serial = ++opened;

  constructor(uri: string, languageId: string, dialect: Dialect, version: number, content: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.dialect = dialect;
    this.text = TextDocument.create(uri, languageId, version, content);
  }

  get version(): number {
    return this.text.version;
  }
  get isClosed(): boolean {
    return this.closed;
  }
  getText(span?: Span): string {
    const all = this.text.getText();
    return span === undefined ? all : all.slice(span.start, span.end);
  }
  offsetAt(position: Position): number {
    return this.text.offsetAt(position);
  }
  positionAt(offset: number): Position {
    return this.text.positionAt(offset);
  }
  rangeOf(span: Span): Range {
    return { start: this.text.positionAt(span.start), end: this.text.positionAt(span.end) };
  }
  spanOf(range: Range): Span {
    return { start: this.text.offsetAt(range.start), end: this.text.offsetAt(range.end) };
  }

  apply(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      const before = this.text.getText().length;
      let start = 0;
      let end = before;
      if ('range' in change) {
        start = this.text.offsetAt(change.range.start);
        end = this.text.offsetAt(change.range.end);
        if (end < start) [start, end] = [end, start];
      }
      this.text = TextDocument.update(this.text, [change], version);
      this.analysis?.edit([{ start, end, text: change.text }]);
    }
  }

  /** The analysis of the current text; null when the document was closed meanwhile. */
  async ready(
    grammars: Grammars,
    parameters: Readonly<Record<string, string>>,
  ): Promise<OpenDocument | null> {
    if (this.analysis === null) {
      this.opening ??= Promise.all([grammars.ready(this.dialect), grammars.ready('notation')]).then(
        () => undefined,
      );
      await this.opening;
    }
    if (this.closed) return null;
    if (this.analysis !== null && !sameParameters(this.parameters, parameters)) {
      this.analysis.dispose();
      this.analysis = null;
    }
    if (this.analysis === null) {
      this.parameters = parameters;
      this.analysis = openDocument(grammars, this.dialect, this.text.getText(), {
        parameters: { ...parameters },
      });
    }
    return this.analysis;
  }

  /** Where included files are looked for. */
  headerOptions: HeaderOptions = defaultHeaderOptions;

  /** Reads the included files for at most `milliseconds`; true when there is more to read. */
  readHeaders(index: HeaderIndex, milliseconds: number): boolean {
    if (this.dialect !== 'cpp' || this.analysis === null) return false;
    const imports = index.importsOf(
      { uri: this.uri, module: this.analysis.module },
      this.headerOptions,
      milliseconds,
    );
    this.analysis.imports = imports;
    return imports?.isPending ?? false;
  }

  /** The document as others include it. */
  asHeader(): OpenText {
    return {
      stamp: `open ${this.serial} ${this.version} ${this.analysis !== null}`,
      text: this.text.getText(),
      module: this.analysis?.module ?? null,
    };
  }

  close(): void {
    this.closed = true;
    this.analysis?.dispose();
    this.analysis = null;
  }
}

function sameParameters(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => a[k] === b[k]);
}
