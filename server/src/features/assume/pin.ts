// An instantiation written into the source: the comment above the template that assumes its arguments, for everybody
// who reads the file.

import type { Connection, TextEdit } from 'vscode-languageserver';
import { openDocument } from '../../analysis/document/document.ts';
import type { TemplateSite } from '../../analysis/values/model.ts';
import { sameText } from '../../analysis/values/parameters.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { editOf } from '../texts/workspace-edit.ts';
import { isWritable } from './choices.ts';
import { tell } from './choose.ts';
import { assumeEdit } from './edit.ts';
import { nthOf, readTemplateArgument, templateNamed } from './template-argument.ts';

export const PIN_INSTANTIATION = 'layoutLens.pinInstantiation';

/** The edit that assumes an instantiation's arguments, as far as they can be written; null: none of them. */
export function pinEdit(ready: ReadyDocument, template: TemplateSite, label: string | null): TextEdit | null {
  const forget = template.parameters.map((p) => p.name);
  if (label === null) return assumeEdit(ready, template.head, [], forget);
  const instantiation = template.instantiations.find((i) => i.label === label);
  if (instantiation === undefined) return null;
  const values = instantiation.arguments
    .filter(({ text }) => isWritable(text))
    .map(({ name, text }) => ({ name, value: text }));
  const edit = assumeEdit(ready, template.head, values, forget);
  if (edit === null) return null;
  // An argument that reads as something else where the comment stands is left to the instantiation.
  const understood = readBack(ready, edit, template);
  const kept = values.filter(({ name, value }) => sameText(understood.get(name) ?? '', value));
  if (kept.length === 0) return null;
  return kept.length === values.length ? edit : assumeEdit(ready, template.head, kept, forget);
}

/** What is assumed of the template's parameters after the edit. */
function readBack(ready: ReadyDocument, edit: TextEdit, template: TemplateSite): ReadonlyMap<string, string> {
  const { document, analysis, grammars, settings } = ready;
  const { start, end } = document.spanOf(edit.range);
  const text = analysis.text.slice(0, start) + edit.newText + analysis.text.slice(end);
  const scratch = openDocument(grammars, document.dialect, text, {
    parameters: settings.parameters,
    imports: analysis.imports,
    isOnlyRead: true,
  });
  try {
    const nth = nthOf(analysis.model.templates(), template);
    const same = scratch.model.templates().filter((t) => t.name === template.name)[nth];
    return new Map(
      same?.parameters.flatMap((p) => (p.assumed === null ? [] : [[p.name, p.assumed] as const])),
    );
  } finally {
    scratch.dispose();
  }
}

/** Runs the command: has the client write the comment. */
export async function pinInstantiation(
  connection: Connection,
  session: Session,
  argument: unknown,
): Promise<void> {
  const named = readTemplateArgument(argument);
  const found = named === null ? null : await templateNamed(session, named);
  if (named?.choice === undefined || found === null) return;
  const edit = pinEdit(found.ready, found.template, named.choice);
  if (edit === null) {
    tell(connection, `No comment can say the arguments of ${named.template}.`);
    return;
  }
  await connection.workspace.applyEdit({
    label: `Pin ${named.template}${named.choice ?? ''} as a comment`,
    edit: editOf(found.ready, session, [edit]),
  });
}
