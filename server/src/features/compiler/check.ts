// layoutLens/confirm: asks the compiler that the user has set for the types of the declarations around the cursor, when
// the user says so and never else.

import type { CancellationToken, Position } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Confirmation } from '../../analysis/compiler/confirmation.ts';
import { reproduction } from '../../analysis/compiler/reproduction.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import type { AskCompiler } from '../../workspace/compiler/compiler.ts';
import { optionsFor } from '../../workspace/compiler/question.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { type Asked, askAbout } from './ask.ts';

interface ConfirmParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

type ConfirmAnswer =
  | { readonly ok: false; readonly message: string }
  | {
      readonly ok: true;
      readonly message: string;
      /** For a report of our defect; null where nothing differs. */
      readonly reproduction: string | null;
    };

const refused = (message: string): ConfirmAnswer => ({ ok: false, message });

export const answerConfirm =
  (askCompiler: AskCompiler, version: string) =>
  async (
    { document, analysis, settings, grammars }: ReadyDocument,
    { position }: ConfirmParams,
    _token: CancellationToken,
    session: Session,
  ): Promise<ConfirmAnswer> => {
    if (!session.isTrusted) return refused('No compiler is asked in a workspace that is not trusted.');
    const { compiler, headers } = settings;
    if (compiler === '') return refused('No compiler is set: layoutLens.compiler names one.');
    if (document.dialect !== 'cpp') return refused('A compiler is asked about C++ and CUDA alone.');
    if (!document.uri.startsWith('file:')) return refused('The file is not on this machine.');
    const { uri, revision } = document;
    const { text, model } = analysis;
    const found = await askAbout(askCompiler, {
      grammars,
      document: analysis,
      path: URI.parse(uri).fsPath,
      sites: declarationsAround(model, document.offsetAt(position)),
      compiler,
      options: optionsFor(compiler, session.headers.compiling(uri, headers)),
    });
    if (document.isClosed || document.revision !== revision)
      return refused('The text has changed meanwhile: ask again.');
    if (typeof found === 'string') return refused(`${found[0]!.toUpperCase()}${found.slice(1)}.`);
    session.confirmations.add(uri, revision, found.compiler, found.confirmations);
    const differing = found.confirmations.filter(({ verdict }) => verdict === 'differs');
    const versions = { version, compiler: found.compiler };
    return {
      ok: true,
      message: summary(found),
      reproduction:
        differing.length === 0 ? null : differing.map((one) => reproduction(text, one, versions)).join('\n'),
    };
  };

/** The declarations of the function that an offset is in; outside of functions those that are in none. */
function declarationsAround(model: DocumentModel, offset: number): readonly Site[] {
  const before = model.sites.filter(({ span }) => span.start <= offset);
  const at = model.siteAt(offset) ?? before.at(-1) ?? null;
  const within = at?.within ?? null;
  return model.sites.filter((site) => site.role === 'declaration' && site.within === within);
}

function summary({ compiler, confirmations: found, errors }: Asked): string {
  const count = (verdict: Confirmation['verdict']): number =>
    found.filter((one) => one.verdict === verdict).length;
  const differing = found.filter(({ verdict }) => verdict === 'differs').map(({ site }) => site.name);
  const parts = [
    `${compiler}: ${count('confirmed')} confirmed, ${count('completed')} completed, ${count('not asked')} not asked.`,
    ...(differing.length === 0 ? [] : [`It differs on ${differing.join(', ')}: a defect of Layout Lens.`]),
    ...(errors.length === 0 ? [] : [`It reports errors, the first: ${errors[0]}`]),
  ];
  return parts.join(' ');
}
