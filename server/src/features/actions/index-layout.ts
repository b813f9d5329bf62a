// Code actions about index expressions and tables: what is selected, or stands at the cursor, gets its layout as a comment.

import { recoveredText } from '../../algebra/recover/text.ts';
import { indexAcross, indexIn } from '../../analysis/indexing/index-at.ts';
import { readAnnotation } from '../../frontends/common/annotation.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import type { OfferedAction } from './offered-action.ts';
import { commentAtLineEnd } from './result-edits.ts';
import { INSERT } from './rewrites.ts';

export function indexLayoutActions(ready: ReadyDocument, selected: Span): readonly OfferedAction[] {
  const { analysis } = ready;
  const { dialect } = analysis;
  if (dialect === 'notation') return [];
  // What is selected may also be a part of the expression.
  const whole = selected.start === selected.end ? null : indexIn(analysis, dialect, selected);
  const found = whole ?? indexAcross(analysis, dialect, selected.start);
  if (found === null) return [];
  const layout = recoveredText(found.layout);
  const names = found.ranges.map(({ name }) => name).join(', ');
  const shown = names === '' ? layout : `${names}: ${layout}`;
  // A tuple in a comment is read as the shape of what is declared on the line.
  if (readAnnotation(shown, 0, shown.length) !== null) return [];
  const edit = commentAtLineEnd(ready, found.span.end, dialect, shown);
  const what = names === '' ? 'table' : 'index expression';
  return edit === null
    ? []
    : [
        {
          title: `Insert the layout ${layout} of the ${what} as a comment`,
          kind: `${INSERT}.comment`,
          edits: [edit],
        },
      ];
}
