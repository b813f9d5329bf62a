// The open documents: their text and positions, and their analysis, kept in step with the editor.
//
// Opening a document costs nothing but its text: its grammar is loaded and its tree built when the first feature
// asks. Edits that come before that only change the text.

import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import { type IncludersOf, type OpenDocument, openDocument } from '../analysis/document.ts';
import type { IncludingWorlds } from '../analysis/including-worlds.ts';
import { templatesIn } from '../analysis/template-names.ts';
import type { Imports } from '../evaluate/imports.ts';
import type { Span } from '../frontends/expression.ts';
import type { Dialect } from '../frontends/scope.ts';
import type { Grammars } from '../syntax/grammars.ts';
import type { OpenText } from './header-files.ts';
import type { HeaderIndex } from './header-index.ts';
import { defaultHeaderOptions, type HeaderOptions } from './header-options.ts';

/** How long an answer waits for files that include the document: they have been read before, and seldom change. */
const INCLUDING_MS = 20;

const isHeader = (uri: string): boolean => /\.(?:h|hh|hpp|hxx|cuh|inl)$/i.test(uri);

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
  private readonly worlds: IncludingWorlds | undefined;
  /** A document that is closed and opened again may begin with the same version. */
  private readonly serial = ++opened;

  /** `worlds`: where files that include the document are evaluated, shared with other documents. */
  constructor(
    uri: string,
    languageId: string,
    dialect: Dialect,
    version: number,
    content: string,
    worlds?: IncludingWorlds,
  ) {
    this.worlds = worlds;
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

  /** `failed` is told of exceptions; the text is the new one all the same. */
  apply(
    changes: readonly TextDocumentContentChangeEvent[],
    version: number,
    failed: (error: unknown) => void,
  ): void {
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
      try {
        this.analysis?.edit([{ start, end, text: change.text }]);
      } catch (error) {
        // An analysis that has not followed the text is not used again.
        this.analysis?.dispose();
        this.analysis = null;
        failed(error);
      }
    }
  }

  /** The analysis of the current text; null when the document was closed meanwhile. */
  async ready(
    grammars: Grammars,
    parameters: Readonly<Record<string, string>>,
  ): Promise<OpenDocument | null> {
    if (this.analysis === null) {
      this.opening ??= Promise.all([grammars.ready(this.dialect), grammars.ready('notation')])
        .then(() => undefined)
        .finally(() => {
          this.opening = null;
        });
      await this.opening;
    }
    if (this.closed) return null;
    if (this.analysis !== null && !sameParameters(this.parameters, parameters)) {
      this.analysis.dispose();
      this.analysis = null;
    }
    if (this.isOutdated) this.analysis?.forgetValues();
    this.isOutdated = false;
    if (this.analysis === null) {
      this.parameters = parameters;
      this.analysis = openDocument(grammars, this.dialect, this.text.getText(), {
        parameters: { ...parameters },
        includers: (names) => this.includers(names),
        worlds: this.worlds,
        imports: this.imports,
      });
    }
    return this.analysis;
  }

  /** Where included files are looked for. */
  headerOptions: HeaderOptions = defaultHeaderOptions;

  /** Files that include this one and name one of `names`; none while the workspace is being read. */
  private includers: IncludersOf = () => [];
  /** The state of the workspace in which those were read. */
  private including = -1;
  private imports: Imports | null = null;
  private isOutdated = false;

  /** How far the instantiations in including files are worked out. */
  private preparation: {
    readonly analysis: OpenDocument;
    readonly version: number;
    readonly steps: Iterator<void>;
  } | null = null;

  /**
   * Reads included and including files for at most `milliseconds`; true when there is more to read. `isBehind`: behind
   * the answers to the editor, where steps may take longer.
   */
  readHeaders(index: HeaderIndex, milliseconds: number, isBehind = true): boolean {
    if (this.dialect !== 'cpp' || this.analysis === null) return false;
    const { headerOptions: options, uri } = this;
    const until = performance.now() + milliseconds;
    const { module } = this.analysis;
    const imports = index.importsOf({ uri, module }, options, milliseconds);
    this.imports = imports;
    this.analysis.imports = imports;
    if (imports === null) return false;
    if (imports.isPending) return true;
    if (this.including === index.generation || !isHeader(uri)) return false;
    let isIncluded = false;
    for (const name of templatesIn(module)) {
      const left = until - performance.now();
      const found = index.including(uri, this.analysis.namesLeadingTo(name), options, left);
      if (found === undefined) return true;
      isIncluded ||= found.length > 0;
    }
    const includers: IncludersOf = (names) => index.including(uri, names, options, INCLUDING_MS) ?? [];
    if (isIncluded && (!isBehind || !this.isPrepared(includers, until))) return true;
    this.including = index.generation;
    this.includers = includers;
    this.preparation = null;
    if (isIncluded) this.forgetValues();
    return false;
  }

  /** Goes on with what the including files make of the document; whether that is done. */
  private isPrepared(includers: IncludersOf, until: number): boolean {
    const { analysis, version } = this;
    if (analysis === null) return true;
    if (this.preparation?.analysis !== analysis || this.preparation.version !== version)
      this.preparation = { analysis, version, steps: analysis.preparing(includers) };
    try {
      while (this.preparation.steps.next().done !== true) if (performance.now() > until) return false;
    } catch (error) {
      // Steps that an exception has ended say that there are no more.
      this.preparation = null;
      throw error;
    }
    return true;
  }

  /** A file that includes this one says something else. */
  forgetValues(): void {
    this.isOutdated = true;
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
