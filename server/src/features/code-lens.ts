// textDocument/codeLens: the instantiations of a template above it. A click picks one.

import type { CodeLens, CodeLensParams } from 'vscode-languageserver';
import type { TemplateSite } from '../analysis/parameters.ts';
import type { ReadyDocument, Session } from '../workspace/session.ts';
import { nthOf, PICK_INSTANTIATION, type PickArgument } from './pick-instantiation.ts';

/** How many are named, and how much of each. */
const SHOWN = 4;
const MAXIMUM_LABEL = 40;

const shortened = (label: string): string =>
  label.length <= MAXIMUM_LABEL ? label : `${label.slice(0, MAXIMUM_LABEL - 1)}…`;

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
        range: document.rangeOf(template.nameSpan),
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
    assumed.every((p) => args.every((a) => a.name !== p.name || a.text === p.assumed)),
  );
  const list = (all: readonly { readonly label: string }[]): string =>
    [...all.slice(0, SHOWN).map((i) => shortened(i.label)), ...(all.length > SHOWN ? ['…'] : [])].join(' · ');
  const count = `${instantiations.length} instantiations`;
  if (assumed.length === 0) return `${count}: ${list(instantiations)}`;
  const values = assumed.map((p) => `${p.name} = ${p.assumed}`).join(', ');
  return left.length === 0
    ? `none of ${count} has ${values} (assumed): ${list(instantiations)}`
    : `${list(left)} (assumed), of ${count}: ${list(instantiations)}`;
}
