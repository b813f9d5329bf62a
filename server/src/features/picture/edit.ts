// layoutLens/pictureEdit: another layout in the place of one that is written out in numbers. The edit is made in a copy
// of the document first, where the new layout must stand.

import type { CancellationToken, TextEdit } from 'vscode-languageserver';
import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { openDocument } from '../../analysis/document/document.ts';
import { type LayoutParts, layoutParts } from '../../analysis/document/layout-parts.ts';
import type { Site } from '../../analysis/values/model.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { isKnown } from '../../render/emit/form.ts';
import type { EditAnswer, PanelRequests } from '../../render/panel/view.ts';
import { PLAIN, valueText } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { EditedDocument } from '../actions/edited-document.ts';
import { layoutIn } from '../hover/layout-summary.ts';
import { OWN_FORM, usesPycute } from '../texts/result-text.ts';
import { verifiedForms } from '../texts/verified-forms.ts';
import { isWritten, replacements } from './literal.ts';
import { drawnAt } from './picture.ts';

const refused = (message: string): EditAnswer => ({ ok: false, message });

/** The edits that put `layout` in the place of the picture's; they change the numbers that differ, if that is enough. */
export async function answerPictureEdit(
  ready: ReadyDocument,
  request: PanelRequests['layoutLens/pictureEdit'],
  _token: CancellationToken,
  session: Session,
): Promise<EditAnswer> {
  const wanted = readLayout(ready.grammars, request.layout);
  if (!(wanted instanceof Layout)) return refused(wanted);
  const drawn = await drawnAt(ready, request, session);
  if (drawn === null) return refused('The text has changed since the picture was drawn.');
  const { site, layout } = drawn;
  const parts = site === null ? null : layoutParts(site);
  const { text } = ready.analysis;
  if (site === null || parts === null || !(layout instanceof Layout) || !isWritten(parts, layout, text))
    return refused(`${drawn.name} is not written out in numbers here.`);
  for (const edits of [numberEdits(ready, parts, wanted), wholeEdit(ready, site, wanted)])
    if (edits !== null && yields(ready, site, edits, wanted)) return { ok: true, edits };
  return refused(
    `${valueText(wanted, PLAIN)} cannot be written in the place of ${valueText(layout, PLAIN)}.`,
  );
}

/** The layout that a text is in the notation, or why it is none. */
function readLayout(grammars: Grammars, text: string): Layout | string {
  const line = text.trim();
  if (line === '' || /[\n\r#]/.test(line)) return 'A layout is written as shape:stride.';
  const scratch = openDocument(grammars, 'notation', line, {
    notation: { unmarked: 'static' },
    isOnlyRead: true,
  });
  try {
    const whole = scratch.model.sites.find(({ valueSpan: at }) => at?.start === 0 && at.end === line.length);
    if (whole === undefined) return `${line} is no layout.`;
    const { value } = scratch.model.evaluate(whole);
    if (value instanceof Violation) return `${value.message}.`;
    if (isFailure(value) || value instanceof Unknown) return `${line}: ${value.reason}.`;
    if (!(value instanceof Layout)) return `${line} is no layout of the form shape:stride.`;
    return isKnown(value) ? value : `${line} has a number that is not known.`;
  } finally {
    scratch.dispose();
  }
}

function numberEdits(
  { document, analysis }: ReadyDocument,
  parts: LayoutParts,
  wanted: Layout,
): readonly TextEdit[] | null {
  const found = replacements(parts, wanted, analysis.text);
  return found?.map(({ span, newText }) => ({ range: document.rangeOf(span), newText })) ?? null;
}

/** The whole expression anew, in the words of its language. */
function wholeEdit(
  ready: ReadyDocument,
  { valueSpan, dialect }: Site,
  wanted: Layout,
): readonly TextEdit[] | null {
  if (valueSpan === null) return null;
  const id = dialect === 'python' && usesPycute(ready.analysis.text) ? 'pycute' : OWN_FORM[dialect];
  const form = verifiedForms(wanted, ready).find((one) => one.id === id);
  return form === undefined ? null : [{ range: ready.document.rangeOf(valueSpan), newText: form.text }];
}

/** Whether the layout stands there after the edits. */
function yields(ready: ReadyDocument, site: Site, edits: readonly TextEdit[], wanted: Layout): boolean {
  const edited = new EditedDocument(ready, edits);
  try {
    const there = edited.siteLike(site);
    const value = there === null ? null : edited.analysis.model.evaluate(there, 'template').value;
    const layout = value === null ? null : layoutIn(value);
    return layout !== null && valueText(layout, PLAIN) === valueText(wanted, PLAIN);
  } finally {
    edited.dispose();
  }
}
