// textDocument/codeAction: insert a computed result, replace by the coalesced form, take an admissible alternative,
// silence a rule. Every text that is inserted was read back, and stands for the value that is shown.

import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { runInSlices } from '../../workspace/documents/yielder.ts';
import { assumeActions, showActions } from '../assume/actions.ts';
import { fixesIn } from '../texts/diagnostic-data.ts';
import { alternativeActions } from './alternatives.ts';
import { annotationAction } from './annotation-action.ts';
import { annotationFix } from './annotation-fix.ts';
import { ATOM, atomActions } from './atom-actions.ts';
import { bankConflictFixes } from './bank-conflicts.ts';
import { copyFixes } from './copy-fixes.ts';
import { holdsAfter } from './edited-document.ts';
import { GUARD, guardActions } from './guards.ts';
import { INDEX_EXPRESSION, indexExpressionActions } from './index-expression.ts';
import { indexLayoutActions } from './index-layout.ts';
import { codeActionsOf, type OfferedAction } from './offered-action.ts';
import { COALESCE, INSERT, rewrites } from './rewrites.ts';
import { strideFixes } from './stride-fixes.ts';
import { suppressEdit } from './suppress.ts';
import { conversionFixes, normalised, writtenOut } from './triton-actions.ts';

const ANNOTATE = `${CodeActionKind.RefactorRewrite}.layoutLens.annotate`;
const ASSUME = `${CodeActionKind.RefactorRewrite}.layoutLens.assume`;

const CONFLICT = 'bank-conflict';
const SHOW = `${CodeActionKind.RefactorRewrite}.layoutLens.show`;

const wanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));

/** What offers actions, and the kinds that it offers. */
interface Producer {
  readonly name: string;
  readonly kinds: readonly string[];
  offers(): readonly OfferedAction[];
}

function producersFor(ready: ReadyDocument, params: CodeActionParams, session: Session): readonly Producer[] {
  const selected = ready.document.spanOf(params.range);
  const { start } = selected;
  const snippets = session.client.documentChanges && session.client.snippetEdits;
  const own = params.context.diagnostics.filter(({ source }) => source === 'layout-lens');
  const perFinding = (
    name: string,
    offers: (diagnostic: Diagnostic) => readonly Omit<OfferedAction, 'kind' | 'diagnostics'>[],
  ): readonly Producer[] =>
    own.map((diagnostic) => ({
      name,
      kinds: [CodeActionKind.QuickFix],
      offers: () =>
        offers(diagnostic).map((o) => ({ ...o, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] })),
    }));
  return [
    ...perFinding('alternatives', (d) =>
      alternativeActions(ready, d).map(({ preferred, ...fix }) => ({ ...fix, isPreferred: preferred })),
    ),
    ...perFinding('strides', (d) => strideFixes(ready, d)),
    ...perFinding('annotation', (d) => {
      const fix = d.code === 'shape-annotation' ? annotationFix(ready, d) : null;
      return fix === null ? [] : [fix];
    }),
    ...perFinding('bank conflicts', (d) => bankConflictFixes(ready, d)),
    ...perFinding('atoms', (d) =>
      d.code === CONFLICT ? atomActions(ready, ready.document.spanOf(d.range).start) : [],
    ),
    ...perFinding('copies', (d) => copyFixes(ready, d)),
    ...perFinding('fixes', (d) => fixesOf(ready, d)),
    ...perFinding('conversion', (d) => conversionFixes(ready, d)),
    ...perFinding('ignore', (d) => ignored(ready, d)),
    {
      name: 'other atoms',
      kinds: [ATOM],
      // Where the finding does not offer them.
      offers: () =>
        own.some(({ code }) => code === CONFLICT)
          ? []
          : atomActions(ready, start).map((action) => ({ ...action, kind: ATOM })),
    },
    { name: 'rewrites', kinds: [INSERT, COALESCE], offers: () => rewrites(ready, start) },
    { name: 'layout of an expression', kinds: [INSERT], offers: () => indexLayoutActions(ready, selected) },
    {
      name: 'index expression',
      kinds: [INDEX_EXPRESSION],
      offers: () => indexExpressionActions(ready, start),
    },
    { name: 'guards', kinds: [GUARD], offers: () => guardActions(ready, start) },
    {
      name: 'linear layout',
      kinds: [INSERT],
      offers: () =>
        [...writtenOut(ready, start), ...normalised(ready, start)].map((o) => ({
          ...o,
          kind: `${INSERT}.linear`,
        })),
    },
    {
      name: 'assume',
      kinds: [ASSUME],
      offers: () =>
        assumeActions(ready, params, snippets).map(({ title, edit }) => ({
          title,
          kind: ASSUME,
          edits: [edit],
        })),
    },
    {
      name: 'show',
      kinds: [SHOW],
      offers: () => showActions(ready, params).map((action) => ({ ...action, kind: SHOW, edits: [] })),
    },
    {
      name: 'annotate',
      kinds: [ANNOTATE],
      offers: () => {
        const added = annotationAction(ready, start);
        return added === null ? [] : [{ title: added.title, kind: ANNOTATE, edits: [added.edit] }];
      },
    },
  ];
}

/** The edits that a rule knows, those that mend what it found. */
function fixesOf(ready: ReadyDocument, diagnostic: Diagnostic): readonly Omit<OfferedAction, 'kind'>[] {
  const { code: rule } = diagnostic;
  if (typeof rule !== 'string') return [];
  return fixesIn(diagnostic).flatMap(({ title, edit }) =>
    holdsAfter(ready, [edit], (edited) => edited.findsLess(rule) && !edited.findsMore())
      ? [{ title, edits: [edit], isPreferred: true }]
      : [],
  );
}

function ignored(
  ready: ReadyDocument,
  { code: rule, range }: Diagnostic,
): readonly Omit<OfferedAction, 'kind'>[] {
  if (typeof rule !== 'string') return [];
  const edit = suppressEdit(ready, range.start.line, rule);
  if (edit === null || !holdsAfter(ready, [edit], (edited) => edited.findsLess(rule))) return [];
  return [{ title: `Ignore ${rule} here`, edits: [edit] }];
}

export async function answerCodeActions(
  ready: ReadyDocument,
  params: CodeActionParams,
  token: CancellationToken,
  session: Session,
): Promise<CodeAction[] | null> {
  if (!session.client.codeActionLiterals) return null;
  const { only } = params.context;
  const { version } = ready.document;
  const offered: OfferedAction[] = [];
  function* steps(): Generator<void> {
    for (const { name, kinds, offers } of producersFor(ready, params, session)) {
      if (!kinds.some((kind) => wanted(kind, only) || only?.some((o) => o.startsWith(`${kind}.`)))) continue;
      // What fails in one leaves the others to be offered.
      try {
        offered.push(...offers());
      } catch (error) {
        session.connection.console.error(`code actions (${name}) failed: ${String(error)}`);
      }
      yield;
    }
  }
  // Actions for a text that is gone are of no use.
  const isWanted = (): boolean => !token.isCancellationRequested && ready.document.version === version;
  if (!(await runInSlices(steps(), isWanted))) return null;
  return codeActionsOf(
    ready,
    session,
    offered.filter(({ kind }) => wanted(kind, only)),
  );
}
