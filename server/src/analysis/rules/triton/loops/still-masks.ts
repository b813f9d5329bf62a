// Masks of Triton that stay where they are while a loop moves the pointer on: `mask=offs_k[None, :] < K` of a pointer that
// goes on by BLOCK_K in each round asks in all of them what holds in the first.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { givenBefore } from './pointer-steps.ts';

const LOOP = /^([ \t]*)for\s+(\w+)\s+in\s+(?:tl\.)?range\(([^\n]*)\)\s*:[ \t]*$/gm;
const LOAD = /\b(?:tl\.)?(?:load|store)\(\s*(\w+)\s*,([^\n]*)/g;
/** `offs_k[None, :] < K`, and no difference. */
const LIMIT =
  /(?<=[=(&]\s*)\b(\w+)\s*(\[\s*(?:None\s*,\s*:|:\s*,\s*None)\s*\])?\s*<\s*(\w+)\s*(?=[),&\n]|$)/g;

interface Loop {
  readonly counter: string;
  readonly range: string;
  /** Where its body begins in the text, and the body. */
  readonly start: number;
  readonly body: string;
}

/** The lines behind the head of a loop that stand further in. */
function bodyAt(code: string, start: number, indent: number): string {
  let end = start;
  for (const line of code.slice(start).split(/(?<=\n)/)) {
    if (line.trim() !== '' && line.length - line.trimStart().length <= indent) break;
    end += line.length;
  }
  return code.slice(start, end);
}

const loopsIn = (code: string): readonly Loop[] =>
  [...code.matchAll(LOOP)].map(({ 0: head, 1: indent, 2: counter, 3: range, index }) => {
    const start = index + head.length + 1;
    return { counter: counter!, range: range!, start, body: bodyAt(code, start, indent!.length) };
  });

const isNamedIn = (code: string, name: string): boolean => new RegExp(`\\b${escaped(name)}\\b`).test(code);

/** The block by which a body moves a pointer on, of those that the range of the loop names. */
function stepOf(body: string, pointer: string): string | null {
  const name = escaped(pointer);
  const moves = [
    ...body.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*(?:\\+=|=[ \\t]*${name}[ \\t]*\\+)([^\\n]*)$`, 'gm')),
  ];
  return moves.length === 1 ? moves[0]![1]! : null;
}

function checkLoop(code: string, { counter, range, start, body }: Loop): readonly RuleFinding[] {
  const given = (name: string): string => givenBefore(code, name, start)?.trim() ?? '';
  const found = [...body.matchAll(LOAD)].flatMap(({ 1: pointer, 2: rest, index, 0: all }) => {
    const step = stepOf(body, pointer!);
    if (step === null) return [];
    const from = start + index + all.length - rest!.length;
    return [...rest!.matchAll(LIMIT)].flatMap((limit): readonly RuleFinding[] => {
      const [written, lanes, , by] = limit;
      const block = /^(?:tl\.)?arange\(\s*0\s*,\s*(\w+)\s*\)$/.exec(given(lanes!))?.[1];
      const isMoved = new RegExp(`^[ \\t]*${escaped(lanes!)}[ \\t]*[-+*]?=(?!=)`, 'm').test(body);
      if (block === undefined || isMoved || !isNamedIn(step, block)) return [];
      if (!isNamedIn(range, block) || !mentions(range, by!)) return [];
      // Where the rest is asked for, there may be none.
      if (new RegExp(`%\\s*${escaped(block)}\\b`).test(code)) return [];
      const isOfElements = new RegExp(`^\\s*0\\s*,\\s*${escaped(by!)}\\s*,\\s*${escaped(block)}\\s*$`).test(
        range,
      );
      const right = `${by} - ${counter}${isOfElements ? '' : ` * ${block}`}`;
      const at = from + limit.index;
      const end = at + written.trimEnd().length;
      const message = `${written.trim()} is the same in each round, and ${pointer} goes on by ${block}: the last rounds are within ${right}`;
      const span = { start: end - by!.length, end };
      return [{ span, message, fixes: [{ title: `Take ${right}`, span, newText: right }] }];
    });
  });
  return found;
}

/** Findings of `missing-mask` about masks that do not go on with their pointers. */
export function checkStillMasks({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, /\btriton\b/) || !mentions(text, 'mask')) return [];
  const code = codeOf(text, 'python');
  const starts = definitionsIn(code);
  return starts.flatMap((start, i) => {
    const kernel = code.slice(start, starts[i + 1]);
    return loopsIn(kernel)
      .flatMap((loop) => checkLoop(kernel, loop))
      .map(({ span, fixes, ...rest }) => {
        const moved = (s: typeof span) => ({ start: s.start + start, end: s.end + start });
        return {
          ...rest,
          span: moved(span),
          fixes: fixes!.map((fix) => ({ ...fix, span: moved(fix.span) })),
        };
      });
  });
}
