// The blocks around a place of a function: loops, branches and others, by what is written.

import { closing, indentedEnd, statementEnd } from '../../../../indexing/text/code.ts';

const indentOf = (line: string): number => line.length - line.trimStart().length;

export interface HeadedBlock {
  readonly start: number;
  readonly head: string;
}

/** The heads of the blocks that a place stands in, outermost first; that of the function is left out. */
export function headedBlocks(code: string, at: number): readonly HeadedBlock[] {
  const lines = code.slice(0, at).split('\n');
  let indent = indentOf(lines.at(-1) ?? '');
  let end = at - (lines.at(-1) ?? '').length;
  const blocks: HeadedBlock[] = [];
  for (const line of lines.slice(0, -1).reverse()) {
    end -= line.length + 1;
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    blocks.unshift({ start: end, head: line.trim() });
  }
  return blocks;
}

/** A block around a place. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly kind: 'loop' | 'if' | 'other';
  /** What stands in its head. */
  readonly condition: string;
}

/** Those around a place of a function's code, outermost first. */
export const blocksOf: Readonly<Record<'cpp' | 'python', (code: string, at: number) => readonly Block[]>> = {
  cpp: (code, at) =>
    [...code.slice(0, at).matchAll(/\b(for|while|do|if|else|switch)\b/g)].flatMap(([, word], i, all) => {
      const start = all[i]!.index;
      const open = code.indexOf('(', start);
      const end = word === 'else' ? statementEnd(code, start + 'else'.length) : statementEnd(code, start);
      if (end <= at) return [];
      const kind = word === 'if' ? 'if' : word === 'else' || word === 'switch' ? 'other' : 'loop';
      return [{ start, end, kind, condition: code.slice(open + 1, closing(code, open)) }];
    }),
  python: (code, at) =>
    headedBlocks(code, at).flatMap(({ start, head }) => {
      const [, word, condition = ''] = /^(\w+)\b(.*):/s.exec(head) ?? [];
      if (word === undefined || word === 'with' || word === 'def') return [];
      const indent = start + /^\s*/.exec(code.slice(start))![0].length - (code.lastIndexOf('\n', start) + 1);
      const kind = word === 'if' ? 'if' : /^(?:for|while)$/.test(word) ? 'loop' : 'other';
      return [{ start, end: indentedEnd(code, start, indent + 1), kind, condition }];
    }),
};
