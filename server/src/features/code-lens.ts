// textDocument/codeLens: the instantiations of a template above it. A click picks one.

import type { CodeLens, CodeLensParams } from 'vscode-languageserver';
import { sameText, type TemplateInstantiation, type TemplateSite } from '../analysis/parameters.ts';
import type { ReadyDocument, Session } from '../workspace/session.ts';
import { nthOf, PICK_INSTANTIATION, type PickArgument } from './pick-instantiation.ts';

/** How many are named, and how much of each. */
const SHOWN = 4;
const MAXIMUM_LABEL = 40;

const cut = (text: string): string =>
  text.length <= MAXIMUM_LABEL ? text : `${text.slice(0, MAXIMUM_LABEL - 1)}…`;

/** How an instantiation is told: by all of its arguments, or where those are long by the ones that tell it apart. */
function labelling(all: readonly TemplateInstantiation[]): (i: TemplateInstantiation) => string {
  if (all.every(({ label }) => label.length <= MAXIMUM_LABEL)) return ({ label }) => label;
  const plain = (text: string): string => text.replace(/, /g, ',');
  const textOf = (i: TemplateInstantiation, name: string): string | undefined =>
    i.arguments.find((a) => a.name === name)?.text;
  return (i) => {
    const telling = i.arguments.filter(({ name, text }) => all.some((o) => textOf(o, name) !== text));
    return cut(telling.map(({ name, text }) => `${name} = ${plain(text)}`).join(', ') || plain(i.label));
  };
}

export function answerCodeLens(
  ready: ReadyDocument,
  _params: CodeLensParams,
  _token: unknown,
  session: Session,
): CodeLens[] {
  const { analysis, document } = ready;
  const templates = analysis.model.templates();
  return templates
    .filter((t) => t.instantiations.length > 1)
    .map((template) => {
      const argument: PickArgument = {
        uri: document.uri,
        template: template.name,
        nth: nthOf(templates, template),
      };
      return {
        // Above `template <…>`, which a comment that assumes something also stands above.
        range: document.rangeOf({ start: template.head, end: template.head }),
        command: {
          title: lensTitle(template),
          command: session.client.appliesEdits ? PICK_INSTANTIATION : '',
          arguments: [argument],
        },
      };
    });
}

/** `3 instantiations: <half_t,64> · <half_t,128> · …`, the ones that a comment leaves first. */
export function lensTitle({ instantiations, parameters }: TemplateSite): string {
  const assumed = parameters.filter((p) => p.assumed !== null);
  const left = instantiations.filter(({ arguments: args }) =>
    assumed.every((p) => args.every((a) => a.name !== p.name || sameText(a.text, p.assumed!))),
  );
  const label = labelling(instantiations);
  const list = (all: readonly TemplateInstantiation[]): string =>
    [...all.slice(0, SHOWN).map(label), ...(all.length > SHOWN ? ['…'] : [])].join(' · ');
  const count = `${instantiations.length} instantiations`;
  if (assumed.length === 0) return `${count}: ${list(instantiations)}`;
  const values = assumed.map((p) => `${p.name} = ${p.assumed}`).join(', ');
  return left.length === 0
    ? `none of ${count} has ${values} (assumed): ${list(instantiations)}`
    : `${list(left)} (assumed), of ${count}: ${list(instantiations)}`;
}
