// Documents of Python that are edited, against ones that are opened with the text.

import assert from 'node:assert/strict';
import { difference } from '../../../scripts/fuzz/shown.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import { pythonGrammars } from '../python/support.ts';
import { shownAndFound } from './shown-and-found.ts';

export const grammars = await pythonGrammars();

export const opened = (source: string): OpenDocument => openDocument(grammars, 'python', source);

/** Compares with a document that is opened with the text. */
export function checkFresh(document: OpenDocument, what: string): void {
  const fresh = opened(document.text);
  const found = difference(shownAndFound(document), shownAndFound(fresh));
  fresh.dispose();
  assert.equal(found, null, what);
}
