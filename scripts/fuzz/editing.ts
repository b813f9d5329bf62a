// A session of the server with documents open in it, as an editor drives it, without the connection between them.

import type { Connection } from 'vscode-languageserver';
import { documentFindings } from '../../server/src/features/diagnostics.ts';
import { answerDocumentSymbols } from '../../server/src/features/document-symbols.ts';
import { answerInlayHints } from '../../server/src/features/hints/inlay-hints.ts';
import { answerHover } from '../../server/src/features/hover/hover.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { ServerDocument } from '../../server/src/workspace/documents/documents.ts';
import { type ReadyDocument, Session } from '../../server/src/workspace/documents/session.ts';
import { readClient } from '../../server/src/workspace/host/client.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { MemoryDisk } from './memory-disk.ts';
import { allShown } from './shown.ts';
import { type TextEdit, within } from './text-edit.ts';

const NOT_CANCELLED = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => {} }),
};
const CLIENT = readClient({
  processId: null,
  rootUri: null,
  capabilities: {
    textDocument: {
      hover: { contentFormat: ['markdown'] },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      diagnostic: {},
    },
  },
});
const PATIENCE_MS = 60_000;

export class Editing {
  readonly #session: Session;
  readonly #grammars: Grammars;
  #version = 0;

  /** `disk`: texts by URI; the same map is read as it changes. */
  constructor(grammars: Grammars, disk: ReadonlyMap<string, string>) {
    this.#grammars = grammars;
    // A client that cannot be asked for its settings is never spoken to.
    const connection = {} as Connection;
    this.#session = new Session(
      connection,
      CLIENT,
      grammars,
      () => new MemoryDisk(disk),
      () => {},
    );
  }

  open(uri: string, text: string): void {
    const dialect = dialectOfPath(uri)!;
    this.#session.open(
      new ServerDocument(uri, dialect, dialect, ++this.#version, text, this.#session.includerAnalyses),
    );
  }

  close(uri: string): void {
    this.#session.close(uri);
  }

  edit(uri: string, edit: TextEdit): void {
    const document = this.#session.documents.get(uri)!;
    const range = document.rangeOf(within(document.getText(), edit));
    document.apply([{ range, text: edit.text }], ++this.#version, (error) => {
      throw error;
    });
    this.#session.edited(uri);
  }

  /** Files on the disk are different. `structure`: one has come or gone. */
  diskChanged(uri: string, structure: boolean): void {
    this.#session.filesChanged([uri], structure);
  }

  textOf(uri: string): string {
    return this.#session.documents.get(uri)!.getText();
  }

  /** The document when everything that it includes has been read. */
  async #settled(uri: string): Promise<ReadyDocument> {
    const { headers } = this.#session;
    await this.#session.ready(uri);
    const document = this.#session.documents.get(uri)!;
    while (document.readHeaders(headers, PATIENCE_MS));
    return (await this.#session.ready(uri))!;
  }

  /** All that an editor would show of a document: values, findings, hints, symbols, and hovers at some places. */
  async shown(uri: string, hovers: readonly number[]): Promise<readonly string[]> {
    const ready = await this.#settled(uri);
    const { document, analysis } = ready;
    const length = document.getText().length;
    const textDocument = { uri };
    const lines: string[] = [...allShown(analysis)];
    for (const at of hovers) {
      const position = document.positionAt(at % (length + 1));
      const hover = answerHover(ready, { textDocument, position }, NOT_CANCELLED, this.#session);
      lines.push(`hover ${at % (length + 1)} ${JSON.stringify(hover)}`);
    }
    const range = document.rangeOf({ start: 0, end: length });
    const hints = await answerInlayHints(ready, { textDocument, range }, NOT_CANCELLED);
    const symbols = await answerDocumentSymbols(ready, { textDocument }, NOT_CANCELLED, this.#session);
    for (const finding of documentFindings(ready, PATIENCE_MS))
      lines.push(`finding ${JSON.stringify(finding)}`);
    for (const hint of hints ?? []) lines.push(`hint ${JSON.stringify(hint)}`);
    for (const symbol of symbols) lines.push(`symbol ${JSON.stringify(symbol)}`);
    return lines;
  }

  /** A session that has just begun, with the same documents open. */
  fresh(disk: ReadonlyMap<string, string>): Editing {
    const fresh = new Editing(this.#grammars, disk);
    for (const uri of this.#session.documents.keys()) fresh.open(uri, this.textOf(uri));
    return fresh;
  }

  dispose(): void {
    this.#session.dispose();
  }
}
