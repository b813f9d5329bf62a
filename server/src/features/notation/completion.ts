// textDocument/completion in `.layout` files: the operations and the names bound above.

import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionParams,
  InsertTextFormat,
} from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { siteStyle } from '../texts/site-style.ts';
import type { CandidateData } from './completion-resolve.ts';
import { NOTATION_FUNCTIONS } from './functions.ts';

export function answerCompletion(
  { document, analysis }: ReadyDocument,
  { position }: CompletionParams,
): CompletionItem[] | null {
  // Host languages have servers that complete; a list of ours among theirs would be noise.
  if (document.dialect !== 'notation') return null;
  const offset = document.offsetAt(position);
  const line = document.getText({
    start: document.offsetAt({ line: position.line, character: 0 }),
    end: offset,
  });
  const [typed] = /(?:[A-Za-z_]\w*)?$/.exec(line)!;
  if (/#|\/\//.test(line) || /[\w@]$/.test(line.slice(0, line.length - typed.length))) return null;
  const data: CandidateData = { uri: document.uri, from: offset - typed.length };
  const items: CompletionItem[] = NOTATION_FUNCTIONS.map(({ name, signature, doc }) => ({
    label: name,
    kind: CompletionItemKind.Function,
    detail: `${name}${signature}`,
    documentation: doc,
    insertText: `${name}($0)`,
    insertTextFormat: InsertTextFormat.Snippet,
    data,
  }));
  const seen = new Set<string>();
  for (const site of analysis.model.sites) {
    if (site.span.end > offset) break;
    if (site.role !== 'declaration' || site.name === null || seen.has(site.name)) continue;
    seen.add(site.name);
    const { value } = analysis.model.evaluate(site);
    const known = !isFailure(value) && !(value instanceof Unknown);
    items.push({
      label: site.name,
      kind: CompletionItemKind.Variable,
      data,
      ...(known
        ? { detail: valueText(value, siteStyle(site, document.getText(site.valueSpan ?? site.span))) }
        : {}),
    });
  }
  return items;
}
