// What the commands about the instantiations of a template are handed: by a code lens, a code action, or by hand.

import type { TemplateSite } from '../../analysis/values/model.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';

interface TemplateArgument {
  readonly uri: string;
  readonly template: string;
  /** Which of the templates of that name, counted from 0. */
  readonly nth: number;
  /** The label of an instantiation, `<half_t,128>`; null: all of them; absent: ask. */
  readonly choice?: string | null;
}

/** Null for what is no such argument. */
export function readTemplateArgument(argument: unknown): TemplateArgument | null {
  if (typeof argument !== 'object' || argument === null) return null;
  const { uri, template, nth = 0, choice } = argument as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string' || typeof template !== 'string') return null;
  if (typeof nth !== 'number' || !Number.isInteger(nth) || nth < 0) return null;
  if (choice !== undefined && choice !== null && typeof choice !== 'string') return null;
  return { uri, template, nth, ...(choice === undefined ? {} : { choice }) };
}

export const argumentOf = (
  { document }: Pick<ReadyDocument, 'document'>,
  templates: readonly TemplateSite[],
  template: TemplateSite,
): TemplateArgument => ({ uri: document.uri, template: template.name, nth: nthOf(templates, template) });

/** Which of the templates of its name it is. */
export const nthOf = (templates: readonly TemplateSite[], template: TemplateSite): number =>
  templates.filter((t) => t.name === template.name).findIndex((t) => t.head === template.head);

/** The template that an argument names, as the document is now; null where it is gone. */
export async function templateNamed(
  session: Session,
  { uri, template: name, nth }: TemplateArgument,
): Promise<{ readonly ready: ReadyDocument; readonly template: TemplateSite } | null> {
  const ready = await session.ready(uri);
  const template = ready?.analysis.model.templates().filter((t) => t.name === name)[nth];
  return ready === null || template === undefined ? null : { ready, template };
}
