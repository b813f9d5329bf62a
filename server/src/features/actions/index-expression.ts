// Code action "Insert index expression": what a layout computes as arithmetic, in the language of the file. A call gives
// way to it, with the variables that the call names; a layout gets a function beside it.

import { CodeActionKind } from 'vscode-languageserver';
import type { CoordinateName } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { type IndexCall, indexCallAt, indexedAt } from '../../analysis/indexing/index-call.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { lineBreakOf, tokenAcross } from '../../frontends/common/host-tokens.ts';
import { INDEX_LANGUAGE, indexFunction } from '../../render/emit/index/declaration.ts';
import { emitIndex } from '../../render/emit/index/emit.ts';
import type { IndexLanguage } from '../../render/emit/index/languages.ts';
import type { Emitted } from '../../render/emit/index/written.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { holdsAfter } from './edited-document.ts';
import type { OfferedAction } from './offered-action.ts';

export const INDEX_EXPRESSION = `${CodeActionKind.RefactorRewrite}.layoutLens.indexExpression`;

/** Points over which an expression is run while somebody waits for the menu. */
const MAXIMUM_POINTS = 1 << 14;

const operations = (n: number): string => `${n} operation${n === 1 ? '' : 's'}`;

const hasRange = (at: CoordinateName): boolean => (Array.isArray(at) ? at.some(hasRange) : at === ':');

export function indexExpressionActions(ready: ReadyDocument, offset: number): readonly OfferedAction[] {
  const { model, text } = ready.analysis;
  const { dialect } = ready.document;
  // Layout text in a string is what the program says.
  if (dialect !== 'notation' && tokenAcross(text, offset, dialect)?.kind === 'literal') return [];
  const inner = model.sitesAt(offset).filter((site) => !site.isEmbedded);
  for (const site of inner) {
    const call = indexCallAt(ready.analysis, site, indexedAt);
    const action = call === null ? null : replacedCall(ready, call);
    if (action !== null) return [action];
  }
  const declared = model.sites.findLast(({ role, span, valueSpan }) => {
    const isOn = (s: Span | null): boolean => s !== null && s.start <= offset && offset <= s.end;
    return role === 'declaration' && (isOn(valueSpan) || isOn(span));
  });
  const action = declared === undefined ? null : offeredFunction(ready, declared);
  return action === null ? [] : [action];
}

/** `L(i, j)` → `(i * 64 + j)`. */
function replacedCall(
  ready: ReadyDocument,
  { layout, names, inverse, span }: IndexCall,
): OfferedAction | null {
  const { document, analysis } = ready;
  // Where all of it is known, its value is.
  if (names.flat(9).every((name) => typeof name === 'number')) return null;
  const language: IndexLanguage =
    document.dialect === 'python' && names.some(hasRange) ? 'triton' : INDEX_LANGUAGE[document.dialect];
  const emitted = emitIndex(layout, {
    language,
    inverse,
    names,
    isCall: true,
    isAlone: true,
    points: MAXIMUM_POINTS,
  });
  // A table would have to stand somewhere.
  if (isFailure(emitted) || emitted.definitions.length > 0) return null;
  const { expressions } = emitted;
  const [only] = expressions;
  if (expressions.length > 1 && document.dialect === 'cpp') return null;
  const isBare = /^\w+$/.test(only!) || isWhole(analysis.text, span);
  const newText = expressions.length > 1 ? `(${expressions.join(', ')})` : isBare ? only! : `(${only})`;
  const edits = [{ range: document.rangeOf(span), newText }];
  if (!holdsAfter(ready, edits, () => true)) return null;
  return { title: `Insert index expression ${title(newText, emitted)}`, kind: INDEX_EXPRESSION, edits };
}

/** Whether a span is no operand of what stands around it. */
const isWhole = (text: string, { start, end }: Span): boolean =>
  /(?:^|\n|(?<![=!<>+\-*/%&|^])=|[(,]|\breturn)[ \t]*$/.test(text.slice(0, start)) &&
  /^[ \t\r]*(?:[;,)#\n]|\/\/|$)/.test(text.slice(end));

/** `i * 64 + j (2 operations; i < 8, j < 64)`. */
function title(text: string, emitted: Emitted): string {
  const ranges = emitted.variables
    .filter(({ name }) => name !== ':')
    .map(({ name, extent }) => `${name} < ${extent}`)
    .concat(emitted.assumes)
    .join(', ');
  const short = text.length <= 60 ? text : `${text.slice(0, 59)}…`;
  return `${short} (${operations(emitted.operations)}${ranges === '' ? '' : `; ${ranges}`})`;
}

/** What was tried for the declarations of a document: every place in one asks for the same. */
const tried = new WeakMap<DocumentModel, Map<number, OfferedAction | null>>();

function offeredFunction(ready: ReadyDocument, declared: Site): OfferedAction | null {
  const { model } = ready.analysis;
  const known = tried.get(model) ?? new Map<number, OfferedAction | null>();
  tried.set(model, known);
  const at = declared.span.start;
  const action = known.has(at) ? known.get(at)! : addedFunction(ready, declared);
  known.set(at, action);
  return action;
}

/** A function beside the declaration of a layout: `auto L_index = [](int i, int j) { return i * 64 + j; };`. */
function addedFunction(ready: ReadyDocument, declared: Site): OfferedAction | null {
  const { document, analysis } = ready;
  const { text } = analysis;
  const { dialect } = document;
  const layout = indexedAt(ready.analysis, declared);
  if (declared.name === null || declared.valueSpan === null || layout === null) return null;
  const name = `${declared.name}_index`;
  if (new RegExp(`\\b${name}\\b`).test(text)) return null;
  const emitted = emitIndex(layout, {
    language: INDEX_LANGUAGE[dialect],
    inverse: false,
    names: [],
    isAlone: true,
    points: MAXIMUM_POINTS,
  });
  // A table would have to stand somewhere.
  if (isFailure(emitted) || emitted.definitions.length > 0) return null;
  const end = statementEnd(text, declared.valueSpan.end, dialect);
  if (end === null) return null;
  const code = indexFunction(dialect, {
    name,
    parameters: emitted.variables.map((v) => v.name),
    expression: emitted.expressions[0]!,
    isLocal: declared.within !== null,
  });
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', declared.span.start - 1) + 1))![0];
  const position = document.positionAt(end);
  const edits = [
    { range: { start: position, end: position }, newText: `${lineBreakOf(text)}${indent}${code}` },
  ];
  if (!holdsAfter(ready, edits, () => true)) return null;
  return {
    title: `Insert index expression of ${declared.name}: ${title(emitted.expressions[0]!, emitted)}`,
    kind: INDEX_EXPRESSION,
    edits,
  };
}

/** The end of the line on which a declaration ends; null where something else follows there. */
function statementEnd(
  text: string,
  from: number,
  dialect: ReadyDocument['document']['dialect'],
): number | null {
  const rest = (dialect === 'cpp' ? /^\s*;[ \t]*(?:\/\/[^\n]*)?/ : /^[ \t]*(?:#[^\n]*)?/).exec(
    text.slice(from),
  );
  if (rest === null) return null;
  const end = from + rest[0].trimEnd().length;
  return /^[ \t\r]*(?:\n|$)/.test(text.slice(end)) ? end : null;
}
