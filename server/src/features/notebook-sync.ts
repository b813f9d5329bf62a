// notebookDocument/didOpen, didChange, didSave and didClose: notebooks, whose cells of Python are one program.

import type { Connection } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Notebook } from '../workspace/documents/notebook.ts';
import type { Session } from '../workspace/documents/session.ts';
import { dialectOf } from '../workspace/host/dialects.ts';

interface CellText {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

/** What has to be told of cells: that they may show something else, or are gone. */
interface NotebookHost {
  session(): Session | null;
  changed(cells: readonly string[], event: 'open' | 'edit' | 'save'): void;
  closed(cells: readonly string[]): void;
}

/** A cell of another language has no text here; it keeps its place among the cells. */
function textOf(uri: string, texts: readonly CellText[]): TextDocument {
  const found = texts.find((text) => text.uri === uri);
  const isPython = found !== undefined && dialectOf(found.languageId, '') === 'python';
  return TextDocument.create(uri, 'python', found?.version ?? 0, isPython ? found.text : '');
}

/** Keeps the notebooks of the session as the client tells of them. Returns what closes one. */
export function syncNotebooks(connection: Connection, host: NotebookHost): (uri: string) => void {
  const close = (uri: string): void => {
    const session = host.session();
    const notebook = session?.notebooks.get(uri);
    if (session == null || notebook === undefined) return;
    const { cellUris } = notebook;
    session.closeNotebook(uri);
    host.closed(cellUris);
  };
  const { synchronization } = connection.notebooks;
  synchronization.onDidOpenNotebookDocument(({ notebookDocument: { uri, cells }, cellTextDocuments }) => {
    close(uri);
    const notebook = new Notebook(
      uri,
      cells.map(({ document }) => textOf(document, cellTextDocuments)),
    );
    host.session()?.openNotebook(notebook);
    host.changed(notebook.cellUris, 'open');
  });
  synchronization.onDidChangeNotebookDocument(({ notebookDocument: { uri }, change: { cells } }) => {
    const session = host.session();
    const notebook = session?.notebooks.get(uri);
    if (session == null || notebook === undefined || cells === undefined) return;
    const failed = (error: unknown): void => session.failed(`an edit of ${uri}`, error);
    const before = notebook.cellUris;
    const { structure, textContent } = cells;
    if (structure !== undefined) {
      const { start, deleteCount, cells: added = [] } = structure.array;
      const texts = added.map(({ document }) => {
        const known = notebook.textOf(document);
        // A cell that is moved comes without its text.
        return structure.didOpen?.some((opened) => opened.uri === document) || known === null
          ? textOf(document, structure.didOpen ?? [])
          : known;
      });
      notebook.splice(start, deleteCount, texts, failed);
    }
    for (const { document, changes } of textContent ?? [])
      notebook.edit(document.uri, changes, document.version, failed);
    session.edited(uri);
    const now = notebook.cellUris;
    host.closed(before.filter((cell) => !now.includes(cell)));
    host.changed(now, 'edit');
  });
  synchronization.onDidSaveNotebookDocument(({ notebookDocument: { uri } }) => {
    const notebook = host.session()?.notebooks.get(uri);
    if (notebook === undefined) return;
    notebook.whole.saved();
    host.changed(notebook.cellUris, 'save');
  });
  synchronization.onDidCloseNotebookDocument(({ notebookDocument: { uri } }) => close(uri));
  return close;
}
