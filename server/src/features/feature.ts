// How a feature reads its document and answers.

import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { ReadyDocument, Session } from '../workspace/session.ts';

interface DocumentParams {
  readonly textDocument: { readonly uri: string };
}

/**
 * A request handler about one document. It answers `empty` for documents that are not open or not ours. What goes
 * wrong inside is told to the client as the request's error, and the server lives on.
 */
export function aboutDocument<P extends DocumentParams, R>(
  session: () => Session | null,
  empty: R,
  answer: (ready: ReadyDocument, params: P, token: CancellationToken, session: Session) => R | Promise<R>,
): (params: P, token: CancellationToken) => Promise<R> {
  return async (params, token) => {
    const current = session();
    if (current === null) return empty;
    try {
      const ready = await current.ready(params.textDocument.uri);
      if (ready === null) return empty;
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
      return await answer(ready, params, token, current);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      // What failed is for the log; to the person at the editor it says nothing.
      const { uri } = params.textDocument;
      current.connection.console.error(`${uri}: ${error instanceof Error ? error.stack : String(error)}`);
      throw new ResponseError(
        ErrorCodes.InternalError,
        'this could not be worked out; the log has the cause',
      );
    }
  };
}
