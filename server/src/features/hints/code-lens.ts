// textDocument/codeLens: the instantiations of a template above it, and which one is shown. A click chooses another.

import type { CancellationToken, CodeLens, CodeLensParams } from 'vscode-languageserver';
import { chosenLabel } from '../../analysis/values/choices.ts';
import type { TemplateSite } from '../../analysis/values/model.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { yielderFor } from '../../workspace/documents/yielder.ts';
import { CHOOSE_INSTANTIATION, dropChoicesThatAreGone } from '../assume/choose.ts';
import { instantiationTitles } from '../assume/labels.ts';
import { PIN_INSTANTIATION } from '../assume/pin.ts';
import { argumentOf } from '../assume/template-argument.ts';

/** How many are named. */
const SHOWN = 4;

export async function answerCodeLens(
  ready: ReadyDocument,
  _params: CodeLensParams,
  token: CancellationToken,
  session: Session,
): Promise<CodeLens[]> {
  const { analysis, document } = ready;
  const yielder = yielderFor(document, token);
  // How templates are instantiated is found with the pieces.
  for (const _ of analysis.model.checkUnits()) if (yielder.shouldYield()) await yielder.yieldToEventLoop();
  dropChoicesThatAreGone(ready, session.connection, session);
  const templates = analysis.model.templates();
  return templates
    .filter((t) => t.instantiations.length > 1 && document.holds(t.nameSpan))
    .flatMap((template) => {
      const argument = argumentOf(ready, templates, template);
      const chosen = chosenLabel(analysis.choices, argument);
      // Above `template <…>`, which a comment that assumes something also stands above.
      const range = document.rangeOf({ start: template.head, end: template.head });
      const title = lensTitle(template, chosen);
      const lens = { range, command: { title, command: CHOOSE_INSTANTIATION, arguments: [argument] } };
      if (chosen === null || !session.client.appliesEdits) return [lens];
      const pin = { title: 'pin as comment', command: PIN_INSTANTIATION };
      return [lens, { range, command: { ...pin, arguments: [{ ...argument, choice: chosen }] } }];
    });
}

/**
 * `3 instantiations: gemm_nt · kBlockM = 64 | …`; of the one that is chosen `showing gemm_nt · kBlockM = 64, 1 of 3`;
 * the ones that a comment leaves first.
 */
export function lensTitle({ instantiations, parameters }: TemplateSite, chosen: string | null): string {
  const titles = instantiationTitles(instantiations);
  const list = (isWanted: (n: number) => boolean): string => {
    const wanted = titles.filter((_, n) => isWanted(n));
    return [...wanted.slice(0, SHOWN), ...(wanted.length > SHOWN ? ['…'] : [])].join(' | ');
  };
  const nth = instantiations.findIndex((i) => i.label === chosen && i.isLeft);
  if (nth >= 0) return `showing ${titles[nth]}, ${nth + 1} of ${instantiations.length}`;
  const count = `${instantiations.length} instantiations`;
  const assumed = parameters.filter((p) => p.assumed !== null);
  if (assumed.length === 0) return `${count}: ${list(() => true)}`;
  const values = assumed.map((p) => `${p.name} = ${p.assumed}`).join(', ');
  return instantiations.every(({ isLeft }) => !isLeft)
    ? `none of ${count} has ${values} (assumed): ${list(() => true)}`
    : `${list((n) => instantiations[n]!.isLeft)} (assumed), of ${count}: ${list(() => true)}`;
}
