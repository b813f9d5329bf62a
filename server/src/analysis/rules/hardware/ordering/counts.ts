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

/** How many constants are followed. */
const MAXIMUM_CONSTANTS = 4;

/**
 * What the name stands for in the end where constants are sums of others, `kInFlight = kStages - 1`, each declared once in
 * the code; a constant that is a number keeps its name.
 */
export function unfolded({ name, plus }: Count, code: string, depth = 0): Count {
  const bare = name.replace(/^.*(?:::|\.)/, '');
  if (bare === '' || depth > MAXIMUM_CONSTANTS) return { name, plus };
  const given = new RegExp(`\\bconst(?:expr)?\\b[^;=(){}]*\\b${bare}\\s*=\\s*([^;]+);`, 'g');
  const [only, ...others] = code.matchAll(given);
  if (only === undefined || others.length > 0) return { name, plus };
  const of = countOf(only[1]!);
  if (of === null || of.name === '') return { name: bare, plus };
  return unfolded({ name: of.name, plus: of.plus + plus }, code, depth + 1);
}

export function countText({ name, plus }: Count): string {
  if (name === '') return `${plus}`;
  return plus === 0 ? name : `${name} ${plus < 0 ? '-' : '+'} ${Math.abs(plus)}`;
}
