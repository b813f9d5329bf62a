// The call that an offset stands in, by its brackets: what is being typed is seldom whole.

interface CallAt {
  /** `composition`, `LinearLayout.identity`. */
  readonly name: string;
  /** Which argument, counted from 0. */
  readonly argument: number;
}

interface Bracket {
  readonly opening: string;
  /** What stands before a round one. */
  readonly name: string;
  commas: number;
}

const LONGEST_NAME = 80;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** The brackets that are open at the end of a text, outermost first. A line that is not indented begins anew. */
export function openBrackets(text: string): readonly Readonly<Bracket>[] {
  let open: Bracket[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const inRelation = open.some(({ opening }) => opening === '{');
    if (c === '#' || text.startsWith('//', i)) {
      const end = text.indexOf('\n', i);
      if (end < 0) return [];
      i = end - 1;
    } else if (c === '\n') {
      if (!/[ \t\r)\]}>]/.test(text[i + 1] ?? ' ')) open = [];
    } else if (c === '"') {
      const end = text.indexOf('"', i + 1);
      if (end < 0) return [];
      i = end;
    } else if ('([{'.includes(c) || (c === '<' && !inRelation)) {
      const name =
        c === '('
          ? (/[A-Za-z_][\w.]*(?=\s*$)/.exec(text.slice(Math.max(0, i - LONGEST_NAME), i))?.[0] ?? '')
          : '';
      open.push({ opening: c, name, commas: 0 });
    } else if (c in CLOSING && (c !== '>' || !inRelation)) {
      if (open.at(-1)?.opening === CLOSING[c]) open.pop();
    } else if (c === ',' && open.length > 0) open.at(-1)!.commas++;
  }
  return open;
}

/** The innermost call with a name around the end of a text; null: there is none. */
export function callAtEnd(text: string): CallAt | null {
  const call = openBrackets(text).findLast(({ name }) => name !== '');
  return call === undefined ? null : { name: call.name, argument: call.commas };
}
