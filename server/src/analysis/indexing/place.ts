// Where a declaration stands in a file, and a name in code.

import type { Span } from '../../frontends/common/expression.ts';
import type { OpenDocument } from '../document/document.ts';
import { escaped } from './text/code.ts';

/** The declaration of a file, function or statement of a module, around an offset. */
export function declarationAround({ module, text }: OpenDocument, offset: number): Span {
  let [start, end] = [0, text.length];
  for (const unit of module.units) {
    if (unit.start <= offset) start = Math.max(start, unit.start);
    else end = Math.min(end, unit.start);
  }
  // What stands before the first word that is read, as attributes do, belongs to it.
  const before = Math.max(text.lastIndexOf('}', start - 1), text.lastIndexOf(';', start - 1));
  return { start: start === 0 ? 0 : before + 1, end };
}

/** Where a name first stands, from an offset on. */
export const placeOf = (code: string, name: string, from: number): number => {
  const match = new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g');
  match.lastIndex = from;
  return match.exec(code)?.index ?? from;
};
