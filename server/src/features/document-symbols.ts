// textDocument/documentSymbol: the declarations of the file that have a layout value, with it as their detail.

import {
  type CancellationToken,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver';
import { isFailure } from '../algebra/integer/failure.ts';
import { Swizzle } from '../algebra/layout/layout.ts';
import type { Site } from '../analysis/values/model.ts';
import { TypeValue, Unknown } from '../evaluate/model/value.ts';
import { valueText } from '../render/text/text.ts';
import type { ReadyDocument, Session } from '../workspace/documents/session.ts';
import { sitesInSlices, yielderFor } from '../workspace/documents/yielder.ts';
import { layoutIn } from './hover/layout-summary.ts';
import { siteStyle } from './texts/site-style.ts';

/** The outline is worked out for at most this long; what was found by then is shown. */
const BUDGET_MS = 4000;

export async function answerDocumentSymbols(
  { document, analysis }: ReadyDocument,
  _params: DocumentSymbolParams,
  token: CancellationToken,
  session: Session,
): Promise<DocumentSymbol[] | SymbolInformation[]> {
  const yielder = yielderFor(document, token);
  const symbols: DocumentSymbol[] = [];
  for (const site of await sitesInSlices(analysis.model, yielder)) {
    if (site.role !== 'declaration' || site.name === null || !document.holds(site.span)) continue;
    if (yielder.workedMilliseconds() > BUDGET_MS) break;
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    const { value } = analysis.model.evaluate(site, 'template');
    if (isFailure(value) || value instanceof Unknown) continue;
    // In the notation every name is worth listing; host files have their own servers for the rest.
    const shown = layoutIn(value) !== null || value instanceof Swizzle || site.dialect === 'notation';
    if (!shown) continue;
    symbols.push({
      name: site.name,
      detail: valueText(value, siteStyle(site, document.getText(site.valueSpan ?? site.span))),
      kind: value instanceof TypeValue ? SymbolKind.Class : SymbolKind.Variable,
      range: document.rangeOf(wholeOf(site)),
      selectionRange: document.rangeOf(site.span),
    });
  }
  if (session.client.hierarchicalSymbols) return symbols;
  return symbols.map(({ name, kind, range }) => ({ name, kind, location: { uri: document.uri, range } }));
}

/** The declaration from its name to the end of its value. */
function wholeOf({ span, valueSpan }: Site): Site['span'] {
  if (valueSpan === null) return span;
  return { start: Math.min(span.start, valueSpan.start), end: Math.max(span.end, valueSpan.end) };
}
