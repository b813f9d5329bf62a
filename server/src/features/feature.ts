// How a feature reads its document and answers.

import { type CancellationToken, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { longSpan } from '../profile/profile.ts';
import type { ReadyDocument, Session } from '../workspace/documents/session.ts';

interface DocumentParams {
  readonly textDocument: { readonly uri: string };
}

/**
 * A request handler about one document; `what` it is called in the log. It answers `empty` for documents that are not open or not ours, unless
 * `answerText` has something to say about texts of other languages. What goes
 * wrong inside is told to the client as the request's error, and the server lives on.
 */
export function documentRequest<P extends DocumentParams, R>(
  what: string,
  session: () => Session | null,
  empty: R,
  answer: (ready: ReadyDocument, params: P, token: CancellationToken, session: Session) => R | Promise<R>,
  answerText: (text: TextDocument, params: P, session: Session) => R | Promise<R> = () => empty,
): (params: P, token: CancellationToken) => Promise<R> {
  return async (params, token) => {
    const current = session();
    if (current === null) return empty;
    const { uri } = params.textDocument;
    return guarded(current, `${what} of ${uri}`, async () => {
      const text = current.texts.get(uri);
      if (text !== undefined) return answerText(text, params, current);
      const ready = await current.ready(uri);
      if (ready === null) return empty;
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
      return answer(ready, params, token, current);
    });
  };
}

/** A defect of ours ends one request: it is logged, and the client is told no more than that there was one. */
async function guarded<R>(session: Session, what: string, answer: () => Promise<R>): Promise<R> {
  try {
    return await longSpan(what, answer);
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    session.failed(what, error);
    throw new ResponseError(ErrorCodes.InternalError, 'an internal error: the log says more');
  }
}
