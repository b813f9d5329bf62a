// How much of the file at hand is known: the counts in the language status, and the way from there to the reasons.

import {
  type CancellationToken,
  CancellationTokenSource,
  commands,
  type Disposable,
  l10n,
  Position,
  Range,
  type TextEditor,
  window,
  workspace,
} from 'vscode';
import { LANGUAGES } from './languages.ts';
import type { Session } from './session.ts';
import type { Status } from './status.ts';

interface Place {
  readonly line: number;
  readonly character: number;
}

interface OpenPlace {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly source: string;
  readonly isPartly: boolean;
  readonly reason: string;
}

interface Coverage {
  readonly known: number;
  readonly partly: number;
  readonly unknown: number;
  readonly places: readonly OpenPlace[];
}

/** What is typed is counted when the hands rest. */
const REST_MS = 800;

const isOurs = ({ document }: TextEditor): boolean =>
  LANGUAGES.some((language) => language === document.languageId);

const coverageOf = async (
  session: Session,
  editor: TextEditor | undefined,
  token?: CancellationToken,
): Promise<Coverage | null> =>
  editor === undefined || !isOurs(editor)
    ? null
    : session.ask('layoutLens/coverage', { textDocument: { uri: editor.document.uri.toString() } }, token);

export function followCoverage(session: Session, status: Status): Disposable[] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new CancellationTokenSource();
  let isOffered = false;
  /** The editor's menu has our commands where there are layouts: a menu is open before a server could say more. */
  const offer = (hasLayouts: boolean): void => {
    if (hasLayouts === isOffered) return;
    isOffered = hasLayouts;
    void commands.executeCommand('setContext', 'layoutLens.hasLayouts', hasLayouts);
  };
  const update = async ({ token }: CancellationTokenSource): Promise<void> => {
    const coverage = await coverageOf(session, window.activeTextEditor, token);
    if (token.isCancellationRequested) return;
    status.count(coverage);
    offer(coverage !== null && coverage.known + coverage.partly + coverage.unknown > 0);
  };
  /** Only what is asked last is wanted. */
  const forget = (): void => {
    clearTimeout(timer);
    asked.cancel();
    asked.dispose();
  };
  const soon = (milliseconds: number): void => {
    forget();
    const now = new CancellationTokenSource();
    asked = now;
    timer = setTimeout(() => void update(now), milliseconds);
  };
  soon(0);
  return [
    window.onDidChangeActiveTextEditor(() => soon(0)),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) soon(REST_MS);
    }),
    commands.registerCommand('layoutLens.showReasons', () => showReasons(session)),
    { dispose: forget },
  ];
}

/** Lists the places that are not known, each with its reason, and goes to the one that is chosen. */
async function showReasons(session: Session): Promise<void> {
  const editor = window.activeTextEditor;
  const coverage = await coverageOf(session, editor);
  if (editor === undefined || coverage === null) {
    window.setStatusBarMessage(l10n.t('No layouts are counted here.'), 4000);
    return;
  }
  const { known, partly, unknown, places } = coverage;
  const items = places.map(({ source, reason, range, isPartly }) => ({
    label: `$(${isPartly ? 'circle-outline' : 'question'}) ${source.replaceAll('$(', '$ (')}`,
    description: l10n.t('line {0}', range.start.line + 1),
    detail: reason,
    range,
  }));
  if (items.length === 0) {
    window.setStatusBarMessage(l10n.t('All {0} layouts of this file are known.', known), 4000);
    return;
  }
  const title = l10n.t('{0} known, {1} partly, {2} unknown', known, partly, unknown);
  const chosen = await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  if (chosen === undefined) return;
  const { start, end } = chosen.range;
  const selection = new Range(
    new Position(start.line, start.character),
    new Position(end.line, end.character),
  );
  await window.showTextDocument(editor.document, { selection });
}
