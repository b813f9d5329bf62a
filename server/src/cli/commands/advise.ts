// `layout-lens advise`: which swizzles and paddings take the bank conflicts from the accesses to a buffer, and which atoms,
// values and alignments mend a copy.

import { printPlain } from '../../algebra/layout/print.ts';
import { adviceAt, type BufferAccess, type BufferAdvice } from '../../analysis/accesses/advise.ts';
import { costText } from '../../analysis/accesses/shared.ts';
import { atomRewrites, atomTitle } from '../../analysis/check/atom-rewrites.ts';
import { ruleContext } from '../../analysis/check/context.ts';
import {
  type CopyRewrite,
  copyRewrites,
  MENDED_BY_COPIES,
  mending,
} from '../../analysis/check/copy-rewrites.ts';
import { type Counts, countsOf, findsLess, findsMore } from '../../analysis/check/counts.ts';
import { findingsOf } from '../../analysis/check/run.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import type { RuleContext } from '../../analysis/rules/rule.ts';
import { type Advice, changeText } from '../../hardware/memory/advice.ts';
import { instructionText } from '../../hardware/memory/instruction.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type LineColumn, lineColumnOf, lineStarts, offsetOf } from '../../workspace/host/line-column.ts';
import { type NamedFile, type OpenFile, openAlone } from '../common/open.ts';

/** How many are told: the first is the best. */
const MAXIMUM = 8;

/** How many ways to write a copy are told. */
const MAXIMUM_REWRITES = 3;

/**
 * Lines of advice; a string when there is no such place, null when no buffer stands there that anything accesses, and no
 * copy that can be mended.
 */
export function adviceLines(
  grammars: Grammars,
  file: NamedFile,
  place: LineColumn,
  open: OpenFile = openAlone(grammars),
): readonly string[] | string | null {
  const offset = offsetOf(file.text, place);
  if (offset === null) return `the file has no line ${place.line}`;
  const document = open(file);
  try {
    const asked = { document, file, offset, open };
    const found = adviceAt(document.model, offset);
    const lines = [
      ...(found === null ? [] : linesOf(found, file.text)),
      ...atomLines(asked),
      ...rewriteLines(asked),
    ];
    return lines.length === 0 ? null : lines;
  } finally {
    document.dispose();
  }
}

const OPTIONS = { severity: {} };

/** Whether a document with an edit in it holds a promise, and nothing more is found there than before. */
function holdsAfter(
  { file, open }: Pick<Asked, 'file' | 'open'>,
  before: Counts,
  { span, newText }: CopyRewrite,
  promise: (edited: RuleContext, counts: Counts) => boolean,
): boolean {
  const text = file.text.slice(0, span.start) + newText + file.text.slice(span.end);
  const edited = open({ ...file, text });
  try {
    const context = ruleContext(edited);
    const after = countsOf(context, OPTIONS);
    return !findsMore(before, after) && promise(context, after);
  } finally {
    edited.dispose();
  }
}

interface Asked {
  readonly document: OpenDocument;
  readonly file: NamedFile;
  readonly offset: number;
  readonly open: OpenFile;
}

/** Where to write what instead. */
function rewritten({ file }: Asked, { span }: CopyRewrite, title: string): string {
  const { line, column } = lineColumnOf(lineStarts(file.text), span.start);
  return `- ${line}:${column} ${title}`;
}

/** Other atoms for the copy where the place is, by which it costs less in shared memory. */
function atomLines(asked: Asked): readonly string[] {
  const { document, file, offset } = asked;
  if (file.dialect === 'notation') return [];
  const context = ruleContext(document);
  const before = countsOf(context, OPTIONS);
  return atomRewrites(context, file.dialect, offset, (rewrite, holds) =>
    holdsAfter(asked, before, rewrite, holds),
  ).map((rewrite) => rewritten(asked, rewrite, atomTitle(rewrite)));
}

/** What is found where the place is, and the ways to write the copy after which it is not found any more. */
function rewriteLines(asked: Asked): readonly string[] {
  const { document, file, offset } = asked;
  const context = ruleContext(document);
  const found = findingsOf(context, OPTIONS).find(
    ({ rule, span }) => MENDED_BY_COPIES.has(rule) && span.start <= offset && offset < span.end,
  );
  if (found === undefined) return [];
  const before = countsOf(context, OPTIONS);
  const isMended = (rewrite: CopyRewrite): boolean =>
    holdsAfter(asked, before, rewrite, (_, after) => findsLess(before, after, found.rule));
  const rewrites = copyRewrites(file.text, file.dialect, found.span.start);
  const lines = mending(rewrites, isMended, MAXIMUM_REWRITES).map((one) => rewritten(asked, one, one.title));
  return lines.length === 0 ? [] : [`${found.rule}: ${found.message}`, ...lines];
}

function linesOf({ data, accesses, advice }: BufferAdvice, text: string): readonly string[] {
  const starts = lineStarts(text);
  const names = accesses.map((access) => nameOf(access, starts));
  const known = accesses.flatMap(({ cost }, i) =>
    cost === null
      ? [`${names[i]}: its bank conflicts are not documented`]
      : [`${names[i]}: ${costText(cost)}`],
  );
  const head = [printPlain(data), ...known.map((line) => `  ${line}`)];
  if (accesses.every(({ cost }) => cost === null || cost.worst === null))
    return [...head, 'no bank conflict is known'];
  if (advice.length === 0) return [...head, 'no swizzle or padding that was tried has fewer wavefronts'];
  return [...head, ...advice.slice(0, MAXIMUM).flatMap((one, i) => adviceText(one, i, names))];
}

function nameOf({ site, access }: BufferAccess, starts: readonly number[]): string {
  const { line, column } = lineColumnOf(starts, site.span.start);
  return `${line}:${column} ${access.side === 'S' ? 'reads' : 'writes'}, ${instructionText(access.instruction)}`;
}

function adviceText(advice: Advice, i: number, names: readonly string[]): readonly string[] {
  const more = advice.more === 0 ? 'no more memory' : `${advice.more} bytes more`;
  return [
    `${i + 1}. ${changeText(advice)}: ${printPlain(advice.layout)}, ${more}`,
    ...advice.costs.flatMap((cost, at) => (cost === null ? [] : [`  ${names[at]}: ${costText(cost)}`])),
  ];
}
