// Code actions that give open names a value: “Assume kBlockM = 128”, and those that pick an instantiation.

import type { CodeActionParams, SnippetTextEdit, TextEdit } from 'vscode-languageserver';
import type { TemplateSite } from '../analysis/parameters.ts';
import type { ReadyDocument } from '../workspace/session.ts';
import { choicesFor } from './assume-choices.ts';
import { asSnippet, assumeEdit } from './assume-edit.ts';
import { pickEdit } from './pick-instantiation.ts';

export interface AssumeAction {
  readonly title: string;
  readonly edit: TextEdit | SnippetTextEdit;
}

/** How many open names of a place are offered. */
const MAXIMUM_NAMES = 4;
const MAXIMUM_TITLE = 70;

const titled = (text: string): string =>
  text.length <= MAXIMUM_TITLE ? text : `${text.slice(0, MAXIMUM_TITLE - 1)}…`;

/** `snippets`: the client takes snippets in edits, so a placeholder can be selected. */
export function assumeActions(
  ready: ReadyDocument,
  params: CodeActionParams,
  snippets: boolean,
): readonly AssumeAction[] {
  const { analysis, document } = ready;
  if (document.dialect === 'notation') return [];
  const offset = document.offsetAt(params.range.start);
  const templates = analysis.model.templates();
  const actions: AssumeAction[] = [];
  for (const { name, head } of openNames(ready, offset)) {
    for (const { value, from } of choicesFor(ready, templates, name, head)) {
      const edit = assumeEdit(ready, head, [{ name, value }]);
      if (edit === null) continue;
      if (from !== null) actions.push({ title: titled(`Assume ${name} = ${value} (${from})`), edit });
      else actions.push({ title: `Assume ${name} = …`, edit: snippets ? asSnippet(edit, value) : edit });
    }
  }
  const template = templateNamedAt(templates, offset);
  if (template !== null && template.instantiations.length > 1) {
    for (const { label } of template.instantiations) {
      const edit = pickEdit(ready, template, label);
      if (edit !== null)
        actions.push({ title: titled(`Assume instantiation ${template.name}${label}`), edit });
    }
    const all = pickEdit(ready, template, null);
    if (all !== null) actions.push({ title: `Show all instantiations of ${template.name}`, edit: all });
  }
  return actions;
}

/** The names without a value that the place at an offset needs, each with where a comment for it goes. */
function openNames({ analysis }: ReadyDocument, offset: number): readonly { name: string; head: number }[] {
  const site = analysis.model.siteAt(offset);
  if (site === null) return [];
  const found: { name: string; head: number }[] = [];
  const add = (name: string, head: number | null): void => {
    if (
      head !== null &&
      found.length < MAXIMUM_NAMES &&
      !found.some((f) => f.name === name && f.head === head)
    )
      found.push({ name, head });
  };
  for (const { name, use, head, instead, kind } of analysis.model.missing(site)) {
    if (kind !== 'template-parameter' && kind !== 'function-parameter') continue;
    // `Kernel_traits::kBlockM`: the constant made of it is easier to give than a class.
    const constant = use === name ? undefined : instead.at(-1);
    if (constant !== undefined) add(constant.name, constant.head);
    add(name, head);
  }
  return found;
}

/** The template whose name or parameters are at an offset: between its head and the end of its name. */
const templateNamedAt = (templates: readonly TemplateSite[], offset: number): TemplateSite | null =>
  templates.find((t) => t.head <= offset && offset <= t.nameSpan.end) ?? null;
