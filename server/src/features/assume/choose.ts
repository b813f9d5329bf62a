// The instantiation of a template that a reader has chosen to see. It is kept beside the document, by the client that
// keeps such things or for as long as the server runs, and changes no source.

import { type Connection, MessageType, ShowMessageNotification } from 'vscode-languageserver';
import { chosenLabel } from '../../analysis/values/choices.ts';
import type { TemplateSite } from '../../analysis/values/model.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { baseName } from '../../workspace/imports/source.ts';
import { instantiationTitles } from './labels.ts';
import { readTemplateArgument, templateNamed } from './template-argument.ts';

export const CHOOSE_INSTANTIATION = 'layoutLens.chooseInstantiation';

const ALL = 'All of them';

/** What our own client shows as a list to choose from. */
interface PickItem {
  readonly label: string;
  /** Where it is, and whether it is the one that is shown. */
  readonly description: string;
}

/** Runs the command: asks which one where the argument does not say. Returns whether something else is shown now. */
export async function chooseInstantiation(
  connection: Connection,
  session: Session,
  argument: unknown,
): Promise<boolean> {
  const named = readTemplateArgument(argument);
  if (named === null) return false;
  const first = await templateNamed(session, named);
  if (first === null) return false;
  const shown = chosenLabel(first.ready.analysis.choices, named);
  const choice =
    named.choice === undefined ? await ask(connection, session, first.template, shown) : named.choice;
  if (choice === undefined) return false;
  // The document may have changed while the user was asked.
  const now = await templateNamed(session, named);
  if (now === null) return false;
  if (choice !== null && !now.template.instantiations.some((i) => i.label === choice)) {
    tell(connection, `${goneText(named.template, choice)}.`);
    return false;
  }
  return session.choices.choose(now.ready.document.file, named, choice);
}

/** The label of the instantiation that the user chooses; null: all of them; undefined: nothing was chosen. */
async function ask(
  connection: Connection,
  { client }: Session,
  template: TemplateSite,
  shown: string | null,
): Promise<string | null | undefined> {
  const title = `Which instantiation of ${template.name} is shown?`;
  const titles = instantiationTitles(template.instantiations);
  const offered = template.instantiations
    .map((i, n) => ({ ...i, title: titles[n]! }))
    // What a comment assumes holds for everybody.
    .filter(({ isLeft }) => isLeft);
  const items: PickItem[] = [
    ...offered.map(({ title: label, label: args, uri }) => ({
      label,
      description: [args, uri === null ? '' : baseName(uri), args === shown ? 'shown' : '']
        .filter((part) => part !== '')
        .join(' · '),
    })),
    { label: ALL, description: shown === null ? 'shown' : '' },
  ];
  const chosen = client.picksFromLists
    ? await connection.sendRequest<string | null>('layoutLens/pick', { title, items })
    : (await connection.window.showInformationMessage(title, ...items.map(({ label }) => ({ title: label }))))
        ?.title;
  if (chosen === ALL) return null;
  return offered.find((each) => each.title === chosen)?.label;
}

/** A message that nobody has to answer. */
export const tell = (connection: Connection, message: string): void =>
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });

const goneText = (template: string, label: string): string => `${template}${label} is no longer instantiated`;

/** Lets the choices fall away whose instantiation is gone from a text that is complete, and says so. */
export function dropChoicesThatAreGone(
  { document, analysis }: ReadyDocument,
  connection: Connection,
  session: Session,
): boolean {
  const choices = session.choices.of(document.file);
  // What is being typed or read may be there again in a moment.
  if (choices.length === 0 || !document.isSaved || session.isReading(document.file)) return false;
  const templates = analysis.model.templates();
  const gone = choices.filter(
    ({ template, nth, label }) =>
      templates.filter((t) => t.name === template)[nth]?.instantiations.some((i) => i.label === label) !==
      true,
  );
  for (const { template, nth, label } of gone) {
    session.choices.choose(document.file, { template, nth }, null);
    tell(connection, `${goneText(template, label)}: all instantiations of ${template} are shown.`);
  }
  return gone.length > 0;
}
