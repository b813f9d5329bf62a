// The words of ISL's notation.

export interface Token {
  readonly kind: 'number' | 'name' | 'keyword' | 'sign' | 'end';
  readonly text: string;
  /** Where it begins in the text. */
  readonly at: number;
}

const KEYWORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'exists',
  'implies',
  'mod',
  'true',
  'false',
]);

const WORD =
  /(\d+)|([A-Za-z_]\w*'?)|(->|<=|>=|!=|<<=|>>=|<<|>>|<>|&&|\|\||\/\/|[-+*/%()[\]{}<>=:;,!])|(\s+)|./gy;

/** Null with the offset of a character that stands for nothing. */
export function tokensOf(text: string): readonly Token[] | { readonly at: number } {
  const tokens: Token[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const [word, number, name, sign, blank] = match;
    const at = match.index;
    if (number !== undefined) tokens.push({ kind: 'number', text: word, at });
    else if (name !== undefined)
      tokens.push({ kind: KEYWORDS.has(name) ? 'keyword' : 'name', text: word, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: word, at });
    else if (blank === undefined) return { at };
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}
