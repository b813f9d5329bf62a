// Pointers of Triton that a loop moves on by the stride of another dimension: `b_ptrs += BLOCK_K * stride_bn`, where the
// BLOCK_K rows of the tile are stride_bk apart.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const STEP = /^[ \t]*(\w+)[ \t]*\+=[ \t]*(\w+)[ \t]*\*[ \t]*(\w+)[ \t]*$/gm;

/** `rows[:, None] * stride`, and the other way around. */
const TERMS = [
  /\b(\w+)\[\s*(?:None\s*,\s*:|:\s*,\s*None)\s*\]\s*\*\s*(\w+)/g,
  /\b(\w+)\s*\*\s*(\w+)\[\s*(?:None\s*,\s*:|:\s*,\s*None)\s*\]/g,
];

/** What a name is given last before an offset, to the end of its line or brackets; null where it is given nothing. */
export function givenBefore(code: string, name: string, at: number): string | null {
  const all = [...code.slice(0, at).matchAll(new RegExp(`^[ \\t]*${escaped(name)}[ \\t]*=(?!=)`, 'gm'))];
  const last = all.at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  let depth = 0;
  for (let end = start; end < code.length; end++) {
    const letter = code[end]!;
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    else if (letter === '\n' && depth === 0) return code.slice(start, end);
  }
  return code.slice(start);
}

interface Term {
  readonly range: string;
  readonly stride: string;
  /** Where the stride stands in what is read. */
  readonly at: number;
}

/** The lanes of two dimensions that an address is made of, each times a stride. */
export const termsIn = (pointer: string): readonly Term[] => [
  ...[...pointer.matchAll(TERMS[0]!)].map(({ 0: all, 1: range, 2: stride, index }) => ({
    range: range!,
    stride: stride!,
    at: index + all.length - stride!.length,
  })),
  ...[...pointer.matchAll(TERMS[1]!)].map(({ 1: stride, 2: range, index }) => ({
    range: range!,
    stride: stride!,
    at: index,
  })),
];

/** Findings of `tile-coordinates` about pointers that are moved on. */
export function checkPointerSteps({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, '+=')) return [];
  const code = codeOf(text, 'python');
  const functions = definitionsIn(code);
  return [...code.matchAll(STEP)].flatMap(({ 0: whole, 1: name, 2: one, 3: other, index }) => {
    const from = functions.findLast((start) => start < index) ?? 0;
    const before = (of: string): string | null => givenBefore(code.slice(from), of, index - from);
    const pointer = before(name!);
    const terms = pointer === null ? [] : termsIn(pointer);
    // Which of the two is the block, which the stride.
    for (const [block, stride] of [
      [one!, other!],
      [other!, one!],
    ] as const) {
      const counts = new RegExp(`\\barange\\(\\s*0\\s*,\\s*${escaped(block)}\\s*\\)`);
      const along = terms.filter(({ range }) => counts.test(before(range) ?? ''));
      const [own] = along;
      const isOfAnother = terms.some((term) => term.stride === stride && !along.includes(term));
      if (along.length !== 1 || own === undefined || own.stride === stride || !isOfAnother) continue;
      const start = index + whole.lastIndexOf(stride);
      const message = `${name} goes on by ${block} times ${stride}, and the ${block} elements of ${own.range} are ${own.stride} apart`;
      const fixes = [
        { title: `Take ${own.stride}`, span: { start, end: start + stride.length }, newText: own.stride },
      ];
      return [{ span: { start, end: start + stride.length }, message, fixes }];
    }
    return [];
  });
}
