// Numbers of groups as they are written.

/** So many groups, `stages - 1` by its name and what is added to it. */
export interface Count {
  readonly name: string;
  readonly plus: number;
}

/** Null for what is no such sum. */
export function countOf(written: string): Count | null {
  const plain = written.replace(/\s+|^\(|\)$/g, '').replace(/^(?:cute::)?Int<(.*)>(?:\{\}|::value)$/, '$1');
  const [, name, sign, number] = /^([A-Za-z_][\w:.]*)?(?:([+-])?(\d+))?$/.exec(plain) ?? [];
  if (name === undefined && number === undefined) return null;
  if (name !== undefined && number !== undefined && sign === undefined) return null;
  return { name: name ?? '', plus: (sign === '-' ? -1 : 1) * Number(number ?? 0) };
}

export function countText({ name, plus }: Count): string {
  if (name === '') return `${plus}`;
  return plus === 0 ? name : `${name} ${plus < 0 ? '-' : '+'} ${Math.abs(plus)}`;
}
