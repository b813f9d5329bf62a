// completionItem/resolve: what a candidate yields where it is offered. Only what an editor shows is worked out.

import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import type { Session } from '../../workspace/documents/session.ts';
import { functionYield, nameYield } from './yields.ts';

/** Where a candidate is offered. */
export interface CandidateData {
  readonly uri: string;
  /** The offset of the word that it takes the place of. */
  readonly from: number;
}

const isData = (x: unknown): x is CandidateData => {
  const data = x as Partial<CandidateData> | null | undefined;
  return typeof data === 'object' && typeof data?.uri === 'string' && Number.isInteger(data.from);
};

export async function resolveCompletion(item: CompletionItem, session: Session): Promise<CompletionItem> {
  const { data, label, kind, documentation } = item;
  if (!isData(data)) return item;
  const ready = await session.ready(data.uri);
  // The text may be shorter by now.
  if (ready === null || ready.document.dialect !== 'notation' || data.from > ready.analysis.text.length)
    return item;
  const yielded =
    kind === CompletionItemKind.Function
      ? functionYield(ready, data.from, label)
      : nameYield(ready, data.from, label);
  if (yielded === null) return item;
  const said = typeof documentation === 'string' ? `${documentation}\n\n` : '';
  return { ...item, documentation: `${said}${yielded}` };
}
