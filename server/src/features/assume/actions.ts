// Code actions that give open names a value: “Assume kBlockM = 128”, and those that pick an instantiation.

import type { CodeActionParams, Command, SnippetTextEdit, TextEdit } from 'vscode-languageserver';
import { chosenLabel } from '../../analysis/values/choices.ts';
import type { TemplateSite } from '../../analysis/values/model.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { choicesFor, type NameWithoutValue } from './choices.ts';
import { CHOOSE_INSTANTIATION } from './choose.ts';
import { asSnippet, assumeEdit } from './edit.ts';
import { instantiationTitles } from './labels.ts';
import { pinEdit } from './pin.ts';
import { argumentOf } from './template-argument.ts';

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
  return [...actions, ...pinActions(ready, templates, offset)];
}

/** The comments that pin one of the instantiations of the template at an offset: the one that is chosen, where one is. */
function pinActions(
  ready: ReadyDocument,
  templates: readonly TemplateSite[],
  offset: number,
): readonly AssumeAction[] {
  const template = templateNamedAt(templates, offset);
  if (template === null || template.instantiations.length < 2) return [];
  const { name, instantiations } = template;
  const chosen = chosenLabel(ready.analysis.choices, argumentOf(ready, templates, template));
  const isChosen = instantiations.some(({ label }) => label === chosen);
  const pinned = instantiations.flatMap(({ label }) => {
    const edit = isChosen && label !== chosen ? null : pinEdit(ready, template, label);
    return edit === null ? [] : [{ title: titled(`Pin ${name}${label} as a comment`), edit }];
  });
  const none = pinEdit(ready, template, null);
  return none === null ? pinned : [...pinned, { title: `Remove the comment that pins ${name}`, edit: none }];
}

interface ShowAction {
  readonly title: string;
  readonly command: Command;
}

/** The instantiations of the template at an offset to choose from; that changes no source. */
export function showActions(ready: ReadyDocument, { range }: CodeActionParams): readonly ShowAction[] {
  const templates = ready.analysis.model.templates();
  const template = templateNamedAt(templates, ready.document.offsetAt(range.start));
  if (template === null || template.instantiations.length < 2) return [];
  const { name, instantiations } = template;
  const argument = argumentOf(ready, templates, template);
  const chosen = chosenLabel(ready.analysis.choices, argument);
  const titles = instantiationTitles(instantiations);
  const offered = instantiations.flatMap(({ label, isLeft }, n) =>
    isLeft && label !== chosen ? [{ title: `Show ${name} of ${titles[n]}`, choice: label }] : [],
  );
  const all = chosen === null ? [] : [{ title: `Show all instantiations of ${name}`, choice: null }];
  return [...offered, ...all].map(({ title, choice }) => ({
    title: titled(title),
    command: { title, command: CHOOSE_INSTANTIATION, arguments: [{ ...argument, choice }] },
  }));
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
