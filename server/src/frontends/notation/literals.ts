// The notation's literals: integers with and without the static mark, basis elements, strings.

interface IntegerLiteral {
  readonly value: number;
  /** `_4` and `4_c` are static whatever the reader's option says. */
  readonly marked: boolean;
}

/** `4`, `-4`, `_4`, `_-4`, `4_c`, `0x1f`, `_0x1f`, `0b101`. Null when it does not fit a double exactly. */
export function readInteger(text: string): IntegerLiteral | null {
  const marked = text.startsWith('_') || text.endsWith('_c');
  const digits = text.replace(/^_/, '').replace(/_c$/, '');
  const value = digits.startsWith('-') ? -Number(digits.slice(1)) : Number(digits);
  if (!Number.isSafeInteger(value)) return null;
  return { value: value === 0 ? 0 : value, marked };
}

/** `e0` is 1 in mode 0; `6e1` is 6 in mode 1 (Cecka 2.3.2). */
export function readBasisElement(text: string): { readonly value: number; readonly mode: number } | null {
  const parts = /^(-?\d*)e(\d+)$/.exec(text);
  if (parts === null) return null;
  const factor = parts[1] ?? '';
  const value = factor === '' ? 1 : factor === '-' ? -1 : Number(factor);
  const mode = Number(parts[2]);
  return Number.isSafeInteger(value) && Number.isSafeInteger(mode) ? { value, mode } : null;
}

/** The text between the quotes, with its escapes resolved. */
export function readString(text: string): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
  return text.slice(1, -1).replace(/\\(.)/gs, (_, escaped: string) => escapes[escaped] ?? escaped);
}
