// What an expression would come to below the lines above it: what a candidate of a completion yields.

import { isFailure } from '../../algebra/integer/failure.ts';
import { openDocument } from '../../analysis/document/document.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { PLAIN, valueText } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { layoutIn } from '../hover/layout-summary.ts';
import { openBrackets } from './call-at.ts';
import { NOTATION_FUNCTIONS, parameterLists } from './functions.ts';

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `composition(A, B) = (2,8):(16,1)`; null where that has no value. */
function yieldOf({ grammars, settings }: ReadyDocument, above: string, expression: string): string | null {
  const scratch = openDocument(grammars, 'notation', `${above}\n${expression}`, {
    parameters: settings.parameters,
    isOnlyRead: true,
  });
  try {
    const site = scratch.model.sites.findLast(({ depth, span }) => depth === 0 && span.start > above.length);
    if (site === undefined) return null;
    const { value } = scratch.model.evaluate(site);
    if (isFailure(value) || value instanceof Unknown) return null;
    const text = valueText(value, PLAIN);
    return text === expression ? null : `${expression} = ${text}`;
  } finally {
    scratch.dispose();
  }
}

/** With a name in the place of the word that begins at an offset, and the brackets closed. */
export function nameYield(ready: ReadyDocument, from: number, name: string): string | null {
  const { text } = ready.analysis;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const line = text
    .slice(start, from)
    .replace(/^\s*[A-Za-z_]\w*\s*=(?!=)/, '')
    .trimStart();
  const whole = `${line}${name}`;
  if (whole === name) return null;
  const closing = openBrackets(whole).map(({ opening }) => CLOSED_BY[opening]!);
  return yieldOf(ready, text.slice(0, start), `${whole}${closing.reverse().join('')}`);
}

/** Parameters that a layout above may be tried for. */
const TAKES_LAYOUT = /^(?:layout\b.*|[abABL]|block|tiler|L or shape)$/;

/** A function of the layouts that are bound nearest above an offset. */
export function functionYield(ready: ReadyDocument, from: number, name: string): string | null {
  const found = NOTATION_FUNCTIONS.find((f) => f.name === name);
  const required =
    found === undefined ? [] : (parameterLists(found)[0] ?? []).filter((p) => !/[?…]$/.test(p));
  const { model, text } = ready.analysis;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const names: string[] = [];
  for (const site of model.sites.toReversed()) {
    if (names.length === required.length) break;
    if (site.role !== 'declaration' || site.name === null || site.span.start >= start) continue;
    const { value } = model.evaluate(site);
    if (!isFailure(value) && layoutIn(value) !== null && !names.includes(site.name)) names.push(site.name);
  }
  const isTried = required.length > 0 && required.every((p) => TAKES_LAYOUT.test(p));
  if (!isTried || names.length < required.length) return null;
  return yieldOf(ready, text.slice(0, start), `${name}(${names.reverse().join(', ')})`);
}
