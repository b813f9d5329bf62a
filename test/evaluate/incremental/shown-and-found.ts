// All that is shown of a document and all that its rules find, as text to compare.

import { allShown } from '../../../scripts/fuzz/shown.ts';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import type { OpenDocument } from '../../../server/src/analysis/document/document.ts';

export const shownAndFound = (document: OpenDocument): readonly string[] => [
  ...allShown(document),
  ...findingsOf(ruleContext(document), { severity: {} }).map(
    ({ rule, span, severity, message }) => `${severity} ${rule} ${span.start}-${span.end} ${message}`,
  ),
];
