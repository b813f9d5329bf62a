// Quick fixes for copies: another atom, other values of a thread, aligned rows, each looked at again in the edited text.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import {
  type CopyRewrite,
  copyRewrites,
  MENDED_BY_COPIES,
  mending,
} from '../../analysis/check/copy-rewrites.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { holdsAfter } from './edited-document.ts';

interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** How many are offered. */
const MAXIMUM = 2;

export function copyFixes(ready: ReadyDocument, { code, range }: Diagnostic): readonly Fix[] {
  if (typeof code !== 'string' || !MENDED_BY_COPIES.has(code)) return [];
  const { document, analysis } = ready;
  const editsOf = ({ span, newText }: CopyRewrite): readonly TextEdit[] => [
    { range: document.rangeOf(span), newText },
  ];
  const mends = (rewrite: CopyRewrite): boolean =>
    holdsAfter(ready, editsOf(rewrite), (edited) => edited.findsLess(code));
  const rewrites = copyRewrites(analysis.text, document.dialect, document.spanOf(range).start);
  return mending(rewrites, mends, MAXIMUM).map((rewrite) => ({
    title: rewrite.title,
    edits: editsOf(rewrite),
  }));
}
