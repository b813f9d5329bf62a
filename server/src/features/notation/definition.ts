// textDocument/definition, for names in `.layout` files.

import type { Definition, DefinitionParams } from 'vscode-languageserver';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { bindingAt } from './bindings.ts';

export function answerDefinition(ready: ReadyDocument, { position }: DefinitionParams): Definition | null {
  const [binding] = bindingAt(ready, position);
  const { document } = ready;
  return binding === undefined ? null : { uri: document.uri, range: document.rangeOf(binding.span) };
}
