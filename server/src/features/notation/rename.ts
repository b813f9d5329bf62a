// textDocument/prepareRename and rename, for names in `.layout` files. What would change a value is refused, with the
// line that it would change.

import type { CancellationToken } from 'vscode-languageserver';
import {
  LSPErrorCodes,
  type PrepareRenameParams,
  type PrepareRenameResult,
  type RenameParams,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { outcomeText, PLAIN } from '../../render/text/text.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { editOf } from '../texts/workspace-edit.ts';
import { bindingAt, sameBinding } from './bindings.ts';

export function answerPrepareRename(
  ready: ReadyDocument,
  { position }: PrepareRenameParams,
): PrepareRenameResult | null {
  const offset = ready.document.offsetAt(position);
  const here = bindingAt(ready, position).find(({ span }) => span.start <= offset && offset <= span.end);
  return here === undefined ? null : { range: ready.document.rangeOf(here.span), placeholder: here.name };
}

const refused = (reason: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, reason);

export function answerRename(
  ready: ReadyDocument,
  { position, newName }: RenameParams,
  _token: CancellationToken,
  session: Session,
): WorkspaceEdit | null {
  const spans = bindingAt(ready, position)
    .map(({ span }) => span)
    .sort((a, b) => a.start - b.start);
  if (spans.length === 0) return null;
  const { document, analysis } = ready;
  if (!/^[A-Za-z_]\w*$/.test(newName))
    throw refused(`“${newName}” is no name: letters, digits and _ make one`);
  const { text, moved } = renamed(analysis.text, spans, newName);
  const after = openDocument(ready.grammars, 'notation', text, {
    parameters: ready.settings.parameters,
    isOnlyRead: true,
  });
  try {
    const same = sameBinding(after.module, moved[0]!.start).map(({ span }) => span.start);
    const line = changedLine(analysis, after);
    if (line !== null) throw refused(`with the name ${newName}, line ${line} would have another value`);
    const isSame = same.length === moved.length && moved.every(({ start }) => same.includes(start));
    if (!isSame) throw refused(`${newName} means something else already where the name is used`);
  } finally {
    after.dispose();
  }
  const edits = spans.map((span) => ({ range: document.rangeOf(span), newText: newName }));
  return editOf(ready, session, edits);
}

/** The text with another name at all of the spans, and where these stand then. */
function renamed(
  text: string,
  spans: readonly Span[],
  name: string,
): { readonly text: string; readonly moved: readonly Span[] } {
  let result = '';
  let from = 0;
  const moved: Span[] = [];
  for (const { start, end } of spans) {
    result += text.slice(from, start);
    moved.push({ start: result.length, end: result.length + name.length });
    result += name;
    from = end;
  }
  return { text: result + text.slice(from), moved };
}

/** The first line, counted from 1, with another value than before; null: there is none. */
function changedLine(before: OpenDocument, after: OpenDocument): number | null {
  const [old, now] = [valuesByLine(before), valuesByLine(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b);
  return lines.find((line) => old.get(line) !== now.get(line)) ?? null;
}

function valuesByLine({ model, text }: OpenDocument): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  for (const site of model.sites) {
    if (site.depth > 0 || site.isEmbedded) continue;
    const line = text.slice(0, site.span.start).split('\n').length;
    values.set(line, `${values.get(line) ?? ''}\n${outcomeText(model.evaluate(site).value as Value, PLAIN)}`);
  }
  return values;
}
