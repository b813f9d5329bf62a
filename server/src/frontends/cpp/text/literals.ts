// Which type a literal of C++ has, and the value of a character.

/** The first type that holds the value ([lex.icon]); a decimal literal without `u` is of a signed one. */
export function typeOfLiteral(text: string, value: number): string {
  const suffix = /[uUlLzZ]*$/.exec(text)![0].toLowerCase();
  const isUnsigned = suffix.includes('u');
  const mayBeUnsigned = isUnsigned || /^0[^.]/.test(text);
  const long = suffix.includes('ll') ? 'long long' : 'long';
  const isLong = /[lz]/.test(suffix);
  if (!isLong && !isUnsigned && value < 2 ** 31) return 'int';
  if (!isLong && mayBeUnsigned && value < 2 ** 32) return 'unsigned';
  return isUnsigned ? `unsigned ${long}` : long;
}

const ESCAPES: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, '\\': 92, "'": 39, '"': 34, '?': 63 }),
);

/** `'a'`; null for several characters, and for those of other types. */
export function characterLiteral(text: string): number | null {
  const body = /^'(.*)'$/s.exec(text)?.[1];
  if (body === undefined) return null;
  if (body.length === 1) return body !== '\\' && body.charCodeAt(0) < 128 ? body.charCodeAt(0) : null;
  const numeric = /^\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))$/.exec(body);
  if (numeric !== null) {
    const code = numeric[1] === undefined ? Number.parseInt(numeric[2]!, 8) : Number.parseInt(numeric[1], 16);
    return code < 128 ? code : null;
  }
  return body.startsWith('\\') ? (ESCAPES.get(body.slice(1)) ?? null) : null;
}
