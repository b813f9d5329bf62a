// textDocument/documentHighlight, for names in `.layout` files.

import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentHighlightParams,
} from 'vscode-languageserver';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { bindingAt } from './bindings.ts';

export const answerHighlights = (
  ready: ReadyDocument,
  { position }: DocumentHighlightParams,
): DocumentHighlight[] =>
  bindingAt(ready, position).map(({ span, isDeclaration }) => ({
    range: ready.document.rangeOf(span),
    kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
