// Quick fixes for bank conflicts: a swizzle of the layout by which the buffer is made, looked at again in the edited text.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { adviceAt, type BufferAdvice } from '../../analysis/accesses/advise.ts';
import { entityKey } from '../../evaluate/values/key.ts';
import { type Advice, changeText } from '../../hardware/memory/advice.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { cppOptions } from '../texts/verified-forms.ts';
import { holdsAfter } from './edited-document.ts';

interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly isPreferred?: boolean;
}

/** How many swizzles are offered. */
const MAXIMUM = 3;

export function bankConflictFixes(ready: ReadyDocument, { code, range }: Diagnostic): readonly Fix[] {
  if (code !== 'bank-conflict') return [];
  const { document, analysis } = ready;
  const found = adviceAt(analysis.model, document.spanOf(range).start);
  if (found === null) return [];
  const swizzles = found.advice.filter(({ change }) => 'swizzle' in change).slice(0, MAXIMUM);
  return swizzles.flatMap((advice, i) => {
    const edits = editsFor(ready, found, advice);
    if (edits.length === 0 || !holdsAfter(ready, edits, (edited) => edited.findsLess('bank-conflict')))
      return [];
    const isFree = advice.costs.every((cost) => cost === null || cost.worst === null);
    const total = advice.costs.reduce((sum, cost) => sum + (cost?.total ?? 0), 0);
    const title = `${changeText(advice)}: ${isFree ? 'no bank conflict' : `${total} wavefronts in all`}`;
    return [{ title, edits, isPreferred: i === 0 && isFree }];
  });
}

/** The swizzle in front of the layout, wherever the file makes a tensor of it. */
function editsFor(
  { analysis, document }: ReadyDocument,
  { data, made }: BufferAdvice,
  { change }: Advice,
): readonly TextEdit[] {
  if (!(data instanceof Layout) || !('swizzle' in change)) return [];
  const { bits, base, shift } = change.swizzle;
  const key = entityKey(data);
  const edits = made.map((site): TextEdit | null => {
    const argument = analysis.model
      .evaluate(site)
      .origin?.args.find(({ value }) => !isFailure(value) && entityKey(value) === key);
    if (argument === undefined || argument.span === null || argument.text === '') return null;
    const { prefix = '' } = document.dialect === 'cpp' ? cppOptions(analysis.text) : {};
    const newText =
      document.dialect === 'python'
        ? `cute.make_composed_layout(cute.make_swizzle(${bits}, ${base}, ${shift}), 0, ${argument.text})`
        : `${prefix}composition(${prefix}Swizzle<${bits},${base},${shift}>{}, ${argument.text})`;
    return { range: document.rangeOf(argument.span), newText };
  });
  return edits.includes(null) ? [] : (edits as readonly TextEdit[]);
}
