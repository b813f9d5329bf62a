// textDocument/codeLens: the instantiations of a template above it. A click picks one.

import type { CancellationToken, CodeLens, CodeLensParams } from 'vscode-languageserver';
import type { TemplateInstantiation, TemplateSite } from '../../analysis/values/model.ts';
import { sameText } from '../../analysis/values/parameters.ts';
import { cutAt, truncateDistinct } from '../../analysis/values/truncate.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { yielderFor } from '../../workspace/documents/yielder.ts';
import { nthOf, PICK_INSTANTIATION, type PickArgument } from '../assume/pick-instantiation.ts';

/** How many are named, and how much of each. */
const SHOWN = 4;
const MAXIMUM_LABEL = 40;
/** The separator where several arguments are needed to distinguish them. */
const MAXIMUM_TOLD = 60;

/** The label of an instantiation: all of its arguments, or where those are long the ones that distinguish it. */
function labelling(all: readonly TemplateInstantiation[]): (i: TemplateInstantiation) => string {
  if (all.every(({ label }) => label.length <= MAXIMUM_LABEL)) return ({ label }) => label;
  const textsOf = (name: string): readonly string[] =>
    truncateDistinct(
      all.map((i) => i.arguments.find((a) => a.name === name)?.text.replace(/, /g, ',') ?? UNKNOWN),
      MAXIMUM_LABEL - name.length - EQUALS.length,
    );
  const names = [...new Set(all.flatMap((i) => i.arguments.map(({ name }) => name)))];
  const telling = names
    .map((name) => ({ name, texts: textsOf(name) }))
    .filter(({ texts }) => new Set(texts).size > 1);
  const told = fewest(telling, all.length);
  return (i) => {
    const n = all.indexOf(i);
    return cutAt(
      told.map(({ name, texts }) => `${name}${EQUALS}${texts[n]}`).join(', ') || i.label,
      MAXIMUM_TOLD,
    );
  };
}

interface Telling {
  readonly name: string;
  /** The text of each instantiation. */
  readonly texts: readonly string[];
}

/** Parameters that together distinguish all instantiations: each time the one that distinguishes most, in the fewest words. */
function fewest(telling: readonly Telling[], count: number): readonly Telling[] {
  const chosen: Telling[] = [];
  const groups = (of: readonly Telling[]): number =>
    new Set(Array.from({ length: count }, (_, n) => of.map(({ texts }) => texts[n]).join('\0'))).size;
  // What is not known says least.
  const length = ({ texts }: Telling): number =>
    texts.reduce((n, text) => n + (text === UNKNOWN ? MAXIMUM_LABEL : text.length), 0);
  while (groups(chosen) < count) {
    const [next] = telling
      .map((each) => ({ each, told: groups([...chosen, each]) }))
      .sort((x, y) => y.told - x.told || length(x.each) - length(y.each));
    if (next === undefined || next.told === groups(chosen)) break;
    chosen.push(next.each);
  }
  return chosen;
}

const EQUALS = ' = ';
const UNKNOWN = '?';

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
