// textDocument/completion in `.layout` files: the operations and the names bound above.

import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionParams,
  InsertTextFormat,
} from 'vscode-languageserver';
import { catalog } from '../../algebra/catalog/catalog.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { LEGO_NAMES } from '../../evaluate/lego/names.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { FUNCTION_NAMES } from '../../evaluate/notation/by-function.ts';
import { WARP_ACCESS_NAMES } from '../../evaluate/notation/warp-accesses.ts';
import { RELATION_NAMES } from '../../evaluate/relation/names.ts';
import { tritonNames } from '../../evaluate/triton/names.ts';
import { valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { siteStyle } from '../texts/site-style.ts';

const OTHERS = [
  ...catalog.values(),
  ...LEGO_NAMES,
  ...FUNCTION_NAMES,
  ...WARP_ACCESS_NAMES,
  ...RELATION_NAMES,
];
const NAMES = [...OTHERS, ...tritonNames(new Set(OTHERS.map(({ name }) => name)))];

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
  if (/#|\/\//.test(line) || /[\w@]$/.test(line.replace(/[A-Za-z_]\w*$/, ''))) return null;
  const items: CompletionItem[] = NAMES.map(({ name, signature, doc }) => ({
    label: name,
    kind: CompletionItemKind.Function,
    detail: `${name}${signature}`,
    documentation: doc,
    insertText: `${name}($0)`,
    insertTextFormat: InsertTextFormat.Snippet,
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
      ...(known
        ? { detail: valueText(value, siteStyle(site, document.getText(site.valueSpan ?? site.span))) }
        : {}),
    });
  }
  return items;
}
