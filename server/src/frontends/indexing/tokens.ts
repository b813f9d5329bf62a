// The tokens of an index expression, which C, C++, CUDA and Python write alike.

import type { Span } from '../common/expression.ts';

export type IndexHost = 'cpp' | 'python';

export interface IndexToken extends Span {
  readonly kind: 'integer' | 'name' | 'sign' | 'end';
  readonly text: string;
}

/** What in a text is none, at an offset of the text. */
export class Misread extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** `1'024u`, `0x1f`, `1_024`; `threadIdx.x`, `Traits::kStride`; and the signs. */
const TOKEN =
  /(\d(?:['_]?\w)*)|([A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)*)|(<<|>>|<=|>=|==|!=|&&|\|\||\/\/|[-+*/%&|^~!<>?:,()[\]{}])/y;

/** Throws Misread at the first character that is part of none. */
export function indexTokens(text: string): readonly IndexToken[] {
  const tokens: IndexToken[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) break;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null)
      throw new Misread(`${JSON.stringify(text[at])} is no part of an index expression`, at);
    const kind = match[1] !== undefined ? 'integer' : match[2] !== undefined ? 'name' : 'sign';
    tokens.push({ kind, text: match[0], start: at, end: at + match[0].length });
    at += match[0].length;
  }
  tokens.push({ kind: 'end', text: '', start: at, end: at });
  return tokens;
}
