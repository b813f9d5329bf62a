// Code that is too long for a line, broken where its outer brackets open and between their parts.

/** What a hover has room for without being scrolled sideways. */
const WIDTH = 72;

const OPEN = '([{<';
const CLOSE = ')]}>';

interface Split {
  readonly head: string;
  readonly parts: readonly string[];
  readonly tail: string;
}

/** The last bracket of the outermost level with all that is in it, cut at its commas; null where there is none. */
function split(text: string): Split | null {
  let depth = 0;
  let start = -1;
  let best: { readonly start: number; readonly end: number } | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (OPEN.includes(c) && depth++ === 0) start = i;
    else if (CLOSE.includes(c) && --depth === 0 && (best === null || i - start > best.end - best.start))
      best = { start, end: i };
  }
  if (best === null || depth !== 0) return null;
  const parts: string[] = [];
  let from = best.start + 1;
  for (let i = from, inner = 0; i <= best.end; i++) {
    const c = text[i]!;
    if (i === best.end || (c === ',' && inner === 0)) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    } else if (OPEN.includes(c)) inner++;
    else if (CLOSE.includes(c)) inner--;
  }
  return { head: text.slice(0, best.start + 1), parts, tail: text.slice(best.end) };
}

/** The text in lines of at most 72 characters, as far as brackets allow. */
export function brokenLines(text: string, indent = ''): readonly string[] {
  if (indent.length + text.length <= WIDTH || text.includes('\n')) return [indent + text];
  const found = split(text);
  if (found === null || found.parts.length === 0) return [indent + text];
  const inside = `${indent}  `;
  const lines: string[] = [];
  let isShort = false;
  for (const [i, part] of found.parts.entries()) {
    const written = `${part}${i + 1 < found.parts.length ? ',' : ''}`;
    const own = brokenLines(written, inside);
    const shared = `${lines.at(-1)} ${written}`;
    // Short parts share a line.
    if (isShort && own.length === 1 && shared.length <= WIDTH) lines[lines.length - 1] = shared;
    else lines.push(...own);
    isShort = own.length === 1;
  }
  return [indent + found.head, ...lines, indent + found.tail];
}
