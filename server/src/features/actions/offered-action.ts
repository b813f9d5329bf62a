// A code action before it is written in the form that the client takes.

import type { CodeAction, Command, Diagnostic, SnippetTextEdit, TextEdit } from 'vscode-languageserver';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { editOf } from '../texts/workspace-edit.ts';

export interface OfferedAction {
  readonly title: string;
  readonly kind: string;
  readonly edits: readonly (TextEdit | SnippetTextEdit)[];
  /** What is run instead of edits. */
  readonly command?: Command;
  /** The findings that it mends or silences. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly isPreferred?: boolean;
}

/** Each once: what two findings of a place ask for alike mends both. */
export function codeActionsOf(
  ready: ReadyDocument,
  session: Session,
  offered: readonly OfferedAction[],
): CodeAction[] {
  const kept = new Map<string, CodeAction>();
  for (const { title, kind, edits, command, diagnostics, isPreferred } of offered) {
    // What stands in another cell of a notebook is not changed from here.
    if (!edits.every(({ range }) => ready.document.holdsRange(range))) continue;
    const key = JSON.stringify([title, kind, edits, command]);
    const same = kept.get(key);
    if (same !== undefined) {
      const more = (diagnostics ?? []).filter((d) => !same.diagnostics?.includes(d));
      if (more.length > 0) same.diagnostics = [...(same.diagnostics ?? []), ...more];
      continue;
    }
    kept.set(key, {
      title,
      kind,
      ...(command === undefined ? { edit: editOf(ready, session, edits) } : { command }),
      ...(diagnostics === undefined ? {} : { diagnostics: [...diagnostics] }),
      ...(isPreferred === true ? { isPreferred } : {}),
    });
  }
  return [...kept.values()];
}
