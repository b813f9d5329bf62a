// The edit of the constant that an argument names, rather than of the argument: `Int<kTile>` takes its number from there.

import type { TextEdit } from 'vscode-languageserver';
import type { Site } from '../../analysis/values/model.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

interface DefinitionEdit {
  readonly name: string;
  readonly edits: TextEdit[];
  /** How often the name stands elsewhere than in the argument and where it is defined. */
  readonly otherUses: number;
}

/** Definitions of the names in a span that are the number `from`, with another number. */
export function definitionEdits(
  { analysis, document }: ReadyDocument,
  span: Span,
  from: number,
  to: number,
): readonly DefinitionEdit[] {
  const { text, model } = analysis;
  const code = withoutComments(text, document.dialect);
  const names = new Set(code.slice(span.start, span.end).match(/\b[A-Za-z_]\w*\b/g) ?? []);
  return [...names].flatMap((name) => {
    const declared = model.sites.filter((s) => s.role === 'declaration' && s.name === name);
    const [only] = declared as readonly (Site | undefined)[];
    // Another one of several declarations of a name may be meant.
    if (only === undefined || declared.length > 1 || only.valueSpan === null) return [];
    const { start, end } = only.valueSpan;
    if (text.slice(start, end).trim() !== String(from)) return [];
    const uses = [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map((m) => m.index);
    const others = uses.filter((at) => at !== only.span.start && !(span.start <= at && at < span.end));
    return [
      {
        name,
        edits: [{ range: document.rangeOf(only.valueSpan), newText: String(to) }],
        otherUses: others.length,
      },
    ];
  });
}

/** The text with blanks for comments and strings. */
const withoutComments = (text: string, dialect: 'cpp' | 'python' | 'notation'): string =>
  dialect === 'notation' ? text.replace(/#[^\n]*/g, (c) => ' '.repeat(c.length)) : codeOf(text, dialect);

/** ` (also used in 2 other places)` */
export const usesText = (n: number): string =>
  n === 0 ? '' : ` (also used in ${n === 1 ? '1 other place' : `${n} other places`})`;
