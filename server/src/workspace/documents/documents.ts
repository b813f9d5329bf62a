// The open documents: their text and positions, and their analysis, kept in step with the editor.
//
// Opening a document costs nothing but its text: its grammar is loaded and its tree built when the first feature
// asks. Edits that come before that only change the text.

import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range } from 'vscode-languageserver-types';
import { type IncludersOf, type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import type { IncluderAnalyses } from '../../analysis/values/includer-analyses.ts';
import { templatesIn } from '../../analysis/values/template-references.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { OpenText } from '../imports/files.ts';
import type { HeaderIndex } from '../imports/index.ts';
import type { PythonImporters } from '../imports/python-importers.ts';
import type { PythonModules } from '../imports/python-modules.ts';
import { normalUri, type SourceText } from '../imports/source.ts';
import { defaultHeaderOptions, type HeaderOptions } from '../settings/header-options.ts';
import type { DocumentView } from './view.ts';
import { runInSlices } from './yielder.ts';

/** How long an answer waits for files that include the document: they have been read before, and seldom change. */
const INCLUDING_MS = 20;

export const isHeader = (uri: string): boolean => /\.(?:h|hh|hpp|hxx|cuh|inl)$/i.test(uri);

let opened = 0;

export class ServerDocument implements DocumentView {
  readonly uri: string;
  readonly languageId: string;
  readonly dialect: Dialect;
  private text: TextDocument;
  private analysis: OpenDocument | null = null;
  private opening: Promise<void> | null = null;
  /** How often the text was read from its beginning: what it was lowered to are other objects then. */
  private fullReads = 0;
  private parameters: Readonly<Record<string, string>> = {};
  private closed = false;
  private edits = 0;
  private savedEdits = 0;
  private readonly includerAnalyses: IncluderAnalyses | undefined;
  /** A document that is closed and opened again may begin with the same version. */
  private readonly serial = ++opened;

  /** `includerAnalyses`: where files that include the document are evaluated, shared with other documents. */
  constructor(
    uri: string,
    languageId: string,
    dialect: Dialect,
    version: number,
    content: string,
    includerAnalyses?: IncluderAnalyses,
  ) {
    this.includerAnalyses = includerAnalyses;
    this.uri = uri;
    this.languageId = languageId;
    this.dialect = dialect;
    this.text = TextDocument.create(uri, languageId, version, content);
  }

  get version(): number {
    return this.text.version;
  }
  /** Another number after each edit, whatever the versions are that the client counts. */
  get revision(): number {
    return this.edits;
  }
  /** Whether nothing was typed since the text was opened or saved. */
  get isSaved(): boolean {
    return this.edits === this.savedEdits;
  }
  saved(): void {
    this.savedEdits = this.edits;
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

  get file(): string {
    return this.uri;
  }
  holds(): boolean {
    return true;
  }
  holdsRange(): boolean {
    return true;
  }
  locate(span: Span): { readonly uri: string; readonly span: Span } {
    return { uri: this.uri, span };
  }

  /** `failed` is called with exceptions; the text is the new one all the same. */
  apply(
    changes: readonly TextDocumentContentChangeEvent[],
    version: number,
    failed: (error: unknown) => void,
  ): void {
    this.edits++;
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
        this.analysis?.edit([{ start, end, text: change.text }], this.text.getText());
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
    for (;;) {
      if (this.analysis !== null && !sameParameters(this.parameters, parameters)) {
        this.analysis.dispose();
        this.analysis = null;
      }
      if (this.analysis !== null || this.closed) break;
      this.opening ??= this.open(grammars, parameters).finally(() => {
        this.opening = null;
      });
      await this.opening;
    }
    if (this.closed) return null;
    if (this.isOutdated) this.analysis?.forgetValues();
    this.isOutdated = false;
    return this.analysis;
  }

  /** Reads the text from its beginning, in slices of time. */
  private async open(grammars: Grammars, parameters: Readonly<Record<string, string>>): Promise<void> {
    await Promise.all([grammars.ready(this.dialect), grammars.ready('notation')]);
    if (this.closed) return;
    const text = this.text.getText();
    const analysis = openDocument(grammars, this.dialect, text, {
      parameters: { ...parameters },
      includers: (names) => this.includers(names),
      uri: normalUri(this.uri),
      includerAnalyses: this.includerAnalyses,
      imports: this.imports,
    });
    if (!(await runInSlices(analysis.opening(), () => !this.closed))) {
      analysis.dispose();
      return;
    }
    // What was typed meanwhile is an edit like others.
    const now = this.text.getText();
    if (now !== text) analysis.edit([{ start: 0, end: text.length, text: now }]);
    this.parameters = parameters;
    this.analysis = analysis;
    this.fullReads++;
    this.onRead();
  }

  /** Told when the text was read from its beginning: files that include it have to mean the same objects. */
  onRead: () => void = () => {};
  /** Told when a file that includes this one was wanted and is not here yet. */
  onIncomplete: () => void = () => {};

  /** Where included files are looked for. */
  headerOptions: HeaderOptions = defaultHeaderOptions;
  /** Folders of packages that the settings name. */
  packageFolders: readonly string[] = [];

  /** Files that include this one and name one of `names`; none while the workspace is being read. */
  private includers: IncludersOf = () => [];
  /** The state of the workspace in which those were read. */
  private including = -1;
  private imports: Imports | null = null;
  private isOutdated = false;

  /** How far the instantiations in including files are worked out. */
  private preparation: {
    readonly analysis: OpenDocument;
    readonly revision: number;
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
    const includers: IncludersOf = (names) => {
      const found = index.including(uri, names, options, INCLUDING_MS);
      // What is not here yet is read behind the answer, which is then asked for again.
      if (found === undefined) {
        this.including = -1;
        this.onIncomplete();
      }
      return found ?? [];
    };
    if (isIncluded && (!isBehind || !this.isPrepared(includers, until))) return true;
    this.including = index.generation;
    this.includers = includers;
    this.preparation = null;
    if (isIncluded) this.forgetValues();
    return false;
  }

  /** Reads imported modules, and those that import this one, for at most `milliseconds`; true when there are more to read. */
  readModules(modules: PythonModules, milliseconds: number): boolean {
    if (this.dialect !== 'python' || this.analysis === null) return false;
    const { uri } = this;
    const { module } = this.analysis;
    this.imports = this.headerOptions.isEnabled
      ? modules.importsOf({ uri, module }, this.packageFolders)
      : null;
    this.analysis.imports = this.imports;
    if (this.imports === null || this.imports.isPending) return this.imports !== null;
    return this.readImporters(modules.importers, milliseconds);
  }

  /** Looks for the files that import this module; true when there is more to read. */
  private readImporters(importers: PythonImporters, milliseconds: number): boolean {
    if (this.analysis === null || this.including === importers.generation) return false;
    const { uri, packageFolders } = this;
    if (importers.of(uri, [], packageFolders, milliseconds) === undefined) return true;
    this.includers = (names) => {
      const found = importers.of(uri, names, packageFolders, INCLUDING_MS);
      if (found === undefined) {
        this.including = -1;
        this.onIncomplete();
      }
      return found ?? [];
    };
    this.including = importers.generation;
    if (this.analysis.isGivenOtherwise()) this.forgetValues();
    return false;
  }

  /** Goes on with what the including files make of the document; whether that is done. */
  private isPrepared(includers: IncludersOf, until: number): boolean {
    const { analysis, revision } = this;
    if (analysis === null) return true;
    if (this.preparation?.analysis !== analysis || this.preparation.revision !== revision)
      this.preparation = { analysis, revision, steps: analysis.preparing(includers) };
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
    const module = this.analysis?.module ?? null;
    return { ...this.asSource(), module };
  }

  asSource(): SourceText {
    const reading = this.analysis === null ? 0 : this.fullReads;
    return { stamp: `open ${this.serial} ${this.edits} ${reading}`, text: this.text.getText() };
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
