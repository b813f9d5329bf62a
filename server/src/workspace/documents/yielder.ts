// Long answers give way: a loop over a document's sites stops for a moment now and then, so that edits and
// cancellations that have come in meanwhile are seen, and ends when its answer is no longer wanted.

import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import type { Span } from '../../frontends/common/expression.ts';

/** What is worked on, in its versions. */
interface Versioned {
  readonly revision: number;
  readonly isClosed: boolean;
}

const SLICE_MS = 20;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

interface Yielder {
  /** Whether the current slice of time is used up; then `yieldToEventLoop` should be awaited. */
  shouldYield(): boolean;
  /** Milliseconds of work so far, without the rests. */
  workedMilliseconds(): number;
  /** Lets other messages in; throws a ResponseError when the request was cancelled or the document has changed. */
  yieldToEventLoop(): Promise<void>;
}

/** Works on something in slices of time, others in between, for as long as it is wanted. Returns whether it is done. */
export async function runInSlices(steps: Iterable<void>, isWanted: () => boolean): Promise<boolean> {
  let since = performance.now();
  for (const _ of steps) {
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    if (!isWanted()) return false;
    since = performance.now();
  }
  return true;
}

/** The sites of a document, those of the units near a span or all, worked out in slices. */
export async function sitesInSlices(
  model: DocumentModel,
  yielder: Yielder,
  near: Span | null = null,
): Promise<readonly Site[]> {
  for (const _ of model.siteSteps(near)) if (yielder.shouldYield()) await yielder.yieldToEventLoop();
  return near === null ? model.sites : model.sitesNear(near);
}

export function yielderFor(document: Versioned, token: CancellationToken): Yielder {
  const { revision } = document;
  let since = performance.now();
  let before = 0;
  return {
    shouldYield: () => performance.now() - since > SLICE_MS,
    workedMilliseconds: () => before + performance.now() - since,
    async yieldToEventLoop() {
      before += performance.now() - since;
      await nextTurn();
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
      if (document.isClosed || document.revision !== revision)
        throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
      since = performance.now();
    },
  };
}
