// Pointers to what groups of elements have in common, scales or zero points, that a loop moves on by elements:
// `s_ptrs += BLOCK_K` of `s_ptr + offs_k // GROUP`, where a block has BLOCK_K // GROUP of them.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { givenBefore } from './pointer-steps.ts';

/** `p += BLOCK`, `p += BLOCK * stride`, `p += stride * BLOCK`. */
const STEP = /^[ \t]*(\w+)[ \t]*\+=[ \t]*(?:(\w+)[ \t]*\*[ \t]*)?(\w+)(?:[ \t]*\*[ \t]*(\w+))?[ \t]*$/gm;
const GROUPS = /\b(\w+)\s*(?:\[[^\]]*\])?\s*\/\/\s*(\w+)\b/;
const WORD = /\b[A-Za-z_]\w*\b/g;

interface Group {
  /** The elements that are counted. */
  readonly elements: string;
  readonly size: string;
}

/** `offs_k // GROUP` in an address, also by a name for it; null where the elements are counted themselves as well. */
function groupIn(pointer: string, given: (name: string) => string): Group | null {
  const terms = [pointer, ...[...pointer.matchAll(WORD)].map(([name]) => given(name))];
  const found = terms.map((term) => GROUPS.exec(term)).find((group) => group !== null);
  if (found == null) return null;
  const [, elements, size] = found;
  const alone = new RegExp(`\\b${escaped(elements!)}\\b(?!\\s*(?:\\[[^\\]]*\\])?\\s*//)`);
  return alone.test(pointer) ? null : { elements: elements!, size: size! };
}

const isBlockOf = (lanes: string, block: string): boolean =>
  new RegExp(`\\barange\\(\\s*0\\s*,\\s*${escaped(block)}\\s*[,)]`).test(lanes);

/** Findings of `tile-coordinates` about pointers to groups. */
export function checkGroupSteps({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, /\btriton\b/) || !mentions(text, '//')) return [];
  const code = codeOf(text, 'python');
  const functions = definitionsIn(code);
  return [...code.matchAll(STEP)].flatMap((step): readonly RuleFinding[] => {
    const { 0: whole, 1: name, index } = step;
    const from = functions.findLast((start) => start < index) ?? 0;
    const to = functions.find((start) => start > index) ?? code.length;
    const given = (of: string): string => givenBefore(code.slice(from), of, index - from) ?? '';
    const group = groupIn(given(name!), given);
    const block = step
      .slice(2)
      .find((word) => word !== undefined && isBlockOf(given(group?.elements ?? ''), word));
    if (group === null || block === undefined) return [];
    // The loop counts elements in blocks.
    const body = code.slice(from, to);
    if (
      !new RegExp(
        `\\brange\\([^\\n]*,\\s*${escaped(block)}\\s*\\)|\\bcdiv\\([^\\n]*,\\s*${escaped(block)}\\s*\\)`,
      ).test(body)
    )
      return [];
    const start = index + whole.search(new RegExp(`(?<=[+*=]\\s*)${escaped(block)}\\b`));
    const right = `${block} // ${group.size}`;
    const newText = /\*/.test(whole) ? `(${right})` : right;
    const message = `${name} counts groups of ${group.size} elements, and goes on by ${block} of them: a block has ${right}`;
    const span = { start, end: start + block.length };
    return [{ span, message, fixes: [{ title: `Take ${newText}`, span, newText }] }];
  });
}
