// Code actions that give open names a value: “Assume kBlockM = 128”, and those that pick an instantiation.

import type { CodeActionParams, SnippetTextEdit, TextEdit } from 'vscode-languageserver';
import type { TemplateSite } from '../../analysis/values/model.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { choicesFor, type NameWithoutValue } from './choices.ts';
import { asSnippet, assumeEdit } from './edit.ts';
import { pickEdit } from './pick-instantiation.ts';

interface AssumeAction {
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
  const placeholders: (NameWithoutValue & { readonly value: string })[] = [];
  for (const open of namesWithoutValue(ready, offset)) {
    const { name, head } = open;
    for (const { value, from } of choicesFor(ready, templates, open)) {
      const edit = assumeEdit(ready, head, [{ name, value }]);
      if (edit === null) continue;
      if (from === null) {
        placeholders.push({ ...open, value });
        actions.push({ title: `Assume ${name} = …`, edit: snippets ? asSnippet(edit, [value]) : edit });
      } else actions.push({ title: titled(`Assume ${name} = ${value} (${from})`), edit });
    }
  }
  // All that one comment can say, before each alone.
  const together = placeholders.filter(({ head }) => head === placeholders[0]?.head);
  const edit = together.length > 1 ? assumeEdit(ready, together[0]!.head, together) : null;
  if (edit !== null)
    actions.unshift({
      title: titled(`Assume ${together.map(({ name }) => `${name} = …`).join(', ')}`),
      edit: snippets
        ? asSnippet(
            edit,
            together.map(({ value }) => value),
          )
        : edit,
    });
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

/** The names without a value that the place at an offset needs. */
function namesWithoutValue({ analysis }: ReadyDocument, offset: number): readonly NameWithoutValue[] {
  const site = analysis.model.siteAt(offset);
  if (site === null) return [];
  const found: NameWithoutValue[] = [];
  const add = (name: string, head: number | null, holds: NameWithoutValue['holds']): void => {
    if (
      head !== null &&
      found.length < MAXIMUM_NAMES &&
      !found.some((f) => f.name === name && f.head === head)
    )
      found.push({ name, head, holds });
  };
  const { model } = analysis;
  // A template's own parameters may be chosen although instantiations give them values.
  for (const missing of [...model.missing(site), ...model.missing(site, 'template')]) {
    const { name, use, head, instead, kind, declaration } = missing;
    if (kind !== 'template-parameter' && kind !== 'function-parameter') continue;
    // `Kernel_traits::kBlockM`: the constant made of it is easier to give than a class.
    const constant = use === name ? undefined : instead.at(-1);
    if (constant !== undefined) add(constant.name, constant.head, 'number');
    add(name, head, kind === 'function-parameter' && !isNumberType(declaration?.type) ? 'other' : 'number');
  }
  return found;
}

const NUMBER_TYPES = /^(?:unsigned|signed|short|int|long|bool|size_t|ptrdiff_t|u?int\d*(?:_t)?)$/;

/** Whether a parameter of a function is declared to be an integer. */
const isNumberType = (type: Expr | null | undefined): boolean =>
  type?.kind === 'name'
    ? NUMBER_TYPES.test(type.name)
    : type?.kind === 'qualified' && NUMBER_TYPES.test(type.name.name);

/** The template whose name or parameters are at an offset: between its head and the end of its name. */
const templateNamedAt = (templates: readonly TemplateSite[], offset: number): TemplateSite | null =>
  templates.find((t) => t.head <= offset && offset <= t.nameSpan.end) ?? null;
