// Completion, which the server offers in the text notation.

import { autocompletion, type Completion, type CompletionSource, snippet } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { CompletionItem } from 'vscode-languageserver-protocol';
import { positionOf } from './places.ts';
import type { Server } from './server.ts';

/** `CompletionItemKind.Function` and `InsertTextFormat.Snippet` of the protocol. */
const FUNCTION = 3;
const SNIPPET = 2;
/** Where the cursor goes, as the editor writes it. */
const HOLE = '#{}';

function optionOf(item: CompletionItem): Completion {
  const text = item.insertText ?? item.label;
  const { documentation } = item;
  const info = typeof documentation === 'string' ? documentation : documentation?.value;
  return {
    label: item.label,
    type: item.kind === FUNCTION ? 'function' : 'variable',
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(info === undefined ? {} : { info }),
    apply: item.insertTextFormat === SNIPPET ? snippet(text.replace('$0', HOLE)) : text,
  };
}

const sourceOf =
  (server: Server): CompletionSource =>
  async (context) => {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    const position = positionOf(context.state.doc, context.pos);
    const answer = await server.ask<CompletionItem[]>('textDocument/completion', { position });
    if (answer === null) return null;
    return { from: word?.from ?? context.pos, options: answer.map(optionOf), validFor: /^\w*$/ };
  };

export const completion = (server: Server): Extension => autocompletion({ override: [sourceOf(server)] });
