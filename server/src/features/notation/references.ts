// textDocument/references, for names in `.layout` files.

import type { Location, ReferenceParams } from 'vscode-languageserver';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { bindingAt } from './bindings.ts';

export const answerReferences = (ready: ReadyDocument, { position, context }: ReferenceParams): Location[] =>
  bindingAt(ready, position)
    .filter(({ isDeclaration }) => context.includeDeclaration || !isDeclaration)
    .map(({ span }) => ({ uri: ready.document.uri, range: ready.document.rangeOf(span) }));
