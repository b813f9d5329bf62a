// Long answers give way: a loop over a document's sites stops for a moment now and then, so that edits and
// cancellations that have come in meanwhile are seen, and ends when its answer is no longer wanted.

import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { ServerDocument } from './documents.ts';

const SLICE_MS = 30;

export interface Pace {
  /** Whether the current slice of time is used up; then `rest` should be awaited. */
  due(): boolean;
  /** Milliseconds of work so far, without the rests. */
  worked(): number;
  /** Lets other messages in; throws a ResponseError when the request was cancelled or the document has changed. */
  rest(): Promise<void>;
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

export function paceOf(document: ServerDocument, token: CancellationToken): Pace {
  const version = document.version;
  let since = performance.now();
  let before = 0;
  return {
    due: () => performance.now() - since > SLICE_MS,
    worked: () => before + performance.now() - since,
    async rest() {
      before += performance.now() - since;
      await nextTurn();
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
      if (document.isClosed || document.version !== version)
        throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
      since = performance.now();
    },
  };
}
