// Which instantiation of a template is shown: the one that a comment above it assumes. The command asks and writes it.

import type { Connection, TextEdit } from 'vscode-languageserver';
import { openDocument } from '../../analysis/document/document.ts';
import type { TemplateInstantiation, TemplateSite } from '../../analysis/values/model.ts';
import { sameText } from '../../analysis/values/parameters.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { editOf } from '../texts/workspace-edit.ts';
import { isWritable } from './choices.ts';
import { assumeEdit } from './edit.ts';

export const PICK_INSTANTIATION = 'layoutLens.pickInstantiation';

/** What the code lens hands to the command. */
export interface PickArgument {
  readonly uri: string;
  readonly template: string;
  /** Which of the templates of that name, counted from 0. */
  readonly nth: number;
  /** The instantiation; null: all of them; absent: ask. */
  readonly choice?: string | null;
}

const ALL = 'All of them';

/** The edit that assumes an instantiation's arguments, as far as they can be written; null: none of them. */
export function pickEdit(
  ready: ReadyDocument,
  template: TemplateSite,
  label: string | null,
): TextEdit | null {
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

/** Which of the templates of its name it is. */
export const nthOf = (templates: readonly TemplateSite[], template: TemplateSite): number =>
  templates.filter((t) => t.name === template.name).findIndex((t) => t.head === template.head);

const isPick = (x: unknown): x is PickArgument => {
  const pick = x as Partial<PickArgument> | null;
  return typeof pick === 'object' && typeof pick?.uri === 'string' && typeof pick.template === 'string';
};

/** What our own client shows as a list to choose from. */
interface PickItem {
  readonly label: string;
  /** Where it is, and whether it is the one that is shown. */
  readonly description: string;
}

/** The instantiation that the user chooses; null: all of them; undefined: nothing was chosen. */
async function ask(
  connection: Connection,
  { client }: Session,
  template: TemplateSite,
): Promise<string | null | undefined> {
  const title = `Which instantiation of ${template.name} is shown?`;
  const labels = [...template.instantiations.map((i) => i.label), ALL];
  const assumed = template.parameters.filter((p) => p.assumed !== null);
  const isLeft = (i: TemplateInstantiation): boolean =>
    assumed.every((p) => i.arguments.every((a) => a.name !== p.name || sameText(a.text, p.assumed!)));
  const descriptionOf = (i: TemplateInstantiation): string =>
    [i.uri?.replace(/^.*\//, '') ?? '', assumed.length > 0 && isLeft(i) ? 'shown' : '']
      .filter((part) => part !== '')
      .join(' · ');
  let chosen: string | null | undefined;
  if (client.picksFromLists) {
    const items: PickItem[] = [
      ...template.instantiations.map((i) => ({ label: i.label, description: descriptionOf(i) })),
      { label: ALL, description: assumed.length === 0 ? 'shown' : '' },
    ];
    chosen = await connection.sendRequest<string | null>('layoutLens/pick', { title, items });
  } else {
    const actions = labels.map((label) => ({ title: label }));
    chosen = (await connection.window.showInformationMessage(title, ...actions))?.title;
  }
  if (chosen === undefined || chosen === null || !labels.includes(chosen)) return undefined;
  return chosen === ALL ? null : chosen;
}

/** Runs the command: asks which one where the argument does not say, and has the client make the edit. */
export async function pickInstantiation(
  connection: Connection,
  session: Session,
  argument: unknown,
): Promise<void> {
  if (!isPick(argument)) return;
  const find = async () => {
    const ready = await session.ready(argument.uri);
    const template = ready?.analysis.model.templates().filter((t) => t.name === argument.template)[
      argument.nth ?? 0
    ];
    return ready === null || template === undefined ? null : { ready, template };
  };
  const first = await find();
  if (first === null) return;
  const choice =
    argument.choice === undefined ? await ask(connection, session, first.template) : argument.choice;
  if (choice === undefined) return;
  // The document may have changed while the user was asked.
  const now = await find();
  if (now === null) return;
  const edit = pickEdit(now.ready, now.template, choice);
  if (edit === null) return;
  await connection.workspace.applyEdit({
    label: choice === null ? 'Show all instantiations' : `Assume ${argument.template}${choice}`,
    edit: editOf(now.ready, session, [edit]),
  });
}
