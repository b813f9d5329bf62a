// The edit that writes `layout-lens: assume …` above a template, function or class, or changes the one there.

import type { SnippetTextEdit, TextEdit } from 'vscode-languageserver';
import type { PlacedDirective } from '../../analysis/document/document.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

const COMMENT = { cpp: '//', python: '#', notation: '#' } as const;

interface Assumed {
  readonly name: string;
  readonly value: string;
}

/** A binding as it is written in a directive. */
const written = ({ name, value }: Assumed): string => `${name} = ${value}`;

type Assume = PlacedDirective & { readonly directive: { readonly kind: 'assume' } };

/** The `assume` that stands directly above an offset, with only comments between. */
function assumeAbove({ analysis }: ReadyDocument, head: number): Assume | null {
  const { text, directives } = analysis;
  const above = directives.findLast(
    (d): d is Assume =>
      d.directive.kind === 'assume' &&
      d.span.end <= head &&
      !/\n[ \t\r]*\n|[;{}]/.test(text.slice(d.span.end, head)),
  );
  return above ?? null;
}

/** What a directive says, as written. */
export function bindingsOf({ analysis }: ReadyDocument, { directive, span }: Assume): readonly Assumed[] {
  const shift = span.start - directive.span.start;
  return directive.bindings.map(({ name, value }) => ({
    name,
    value: analysis.text.slice(value.span.start + shift, value.span.end + shift),
  }));
}

/** Where the first line of a declaration begins; the decorators of Python above it are part of it. */
function headLine({ analysis: { text } }: ReadyDocument, head: number): number {
  let start = text.lastIndexOf('\n', head - 1) + 1;
  for (;;) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (start === 0 || !/^[ \t]*@/.test(text.slice(before, start))) return start;
    start = before;
  }
}

/**
 * Assumes `values` above the declaration that begins at `head`; of the names in `forget` nothing else is assumed there.
 * Null where that is how it is.
 */
export function assumeEdit(
  ready: ReadyDocument,
  head: number,
  values: readonly Assumed[],
  forget: readonly string[] = values.map((v) => v.name),
): TextEdit | null {
  const { document, analysis } = ready;
  const { text } = analysis;
  const line = headLine(ready, head);
  const above = assumeAbove(ready, line);
  if (above === null) {
    if (values.length === 0) return null;
    const position = document.positionAt(line);
    const indent = /^[ \t]*/.exec(text.slice(line))![0];
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const comment = `${COMMENT[document.dialect]} layout-lens: assume ${values.map(written).join(', ')}`;
    return { range: { start: position, end: position }, newText: `${indent}${comment}${eol}` };
  }
  const bindings = [...bindingsOf(ready, above).filter((b) => !forget.includes(b.name)), ...values];
  if (bindings.length > 0) {
    const newText = `layout-lens: assume ${bindings.map(written).join(', ')}`;
    const { start, end } = above.span;
    return newText === text.slice(start, end) ? null : { range: document.rangeOf(above.span), newText };
  }
  return { range: document.rangeOf(wholeLine(text, above.span)), newText: '' };
}

/** The comment around a directive: with its line where nothing else stands there. */
function wholeLine(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next + 1;
  const isAlone =
    /^[ \t]*(?:\/\/|\/\*|#)[\s/*!]*$/.test(text.slice(from, start)) &&
    /^\s*(?:\*\/)?\s*$/.test(text.slice(end, to));
  return isAlone ? { start: from, end: to } : { start, end };
}

/** The same edit with its last values as places to fill in, for clients that take snippets in edits. */
export function asSnippet({ range, newText }: TextEdit, values: readonly string[]): SnippetTextEdit {
  const escaped = (part: string) => part.replace(/[\\$}]/g, '\\$&');
  let value = '';
  let rest = newText;
  for (let i = values.length; i > 0; i--) {
    const written = values[i - 1]!;
    const at = rest.lastIndexOf(`= ${written}`) + 2;
    value = `\${${i}:${escaped(written)}}${escaped(rest.slice(at + written.length))}${value}`;
    rest = rest.slice(0, at);
  }
  return { range, snippet: { kind: 'snippet', value: escaped(rest) + value } };
}
