// The same of CuTe DSL, `cp_async_wait_group(n)` behind `cp_async_commit_group()`: in its first round a wait leaves as many
// groups under way as are closed before it.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { pythonCallsBy } from '../../../indexing/callers.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { type Count, countOf, countText } from './counts.ts';
import { type HeadedBlock, headedBlocks } from './tiles/blocks.ts';

const COMMITS = /\bcp_async_commit_group\s*\(\s*\)/g;
/** A loop of so many rounds. */
const ROUNDS =
  /^for\s+\w+\s+in\s+(?:\w+\.)?range(?:_constexpr)?\(\s*([^,()]+?)\s*(?:,\s*unroll\w*\s*=[^,()]*)*\)\s*:/;
/** What may close groups elsewhere. */
const HELPERS =
  /(?<!\bcute\.)(?<!\bdef\s)\b(?!cp_async_\w+\b)(?!make_|get_)\w*(?:load|produce|prefetch|issue|commit|copy)\w*\((?!\s*\))/i;

/** The body of a function of the file by its name; null where it has none of the name, or more than one. */
function bodyOf(name: string, text: string): string | null {
  const [head, ...others] = [...text.matchAll(new RegExp(`^([ \\t]*)def ${escaped(name)}\\(`, 'gm'))];
  if (head === undefined || others.length > 0) return null;
  const [begin] = /:[ \t]*(?:#[^\n]*)?\n/.exec(text.slice(head.index)) ?? [];
  if (begin === undefined) return null;
  const behind = text.slice(text.indexOf(begin, head.index) + begin.length - 1);
  const end = new RegExp(`\\n(?!${head[1]}[ \\t])[ \\t]*\\S`).exec(behind);
  return behind.slice(0, end?.index);
}

/** Whether code calls something that may close groups: a helper of the file is looked into, as far as it calls no other. */
const mayClose = (code: string, text: string): boolean =>
  [...code.matchAll(new RegExp(HELPERS, 'gi'))].some(({ 0: called }) => {
    const body = bodyOf(called.slice(0, -1), text);
    return body === null || /commit|\basm\b|pipeline/i.test(body) || HELPERS.test(body);
  });

/** How many groups are closed at most before the wait is come to for the first time; null where that is not counted. */
function closedBefore(code: string, at: number, around: readonly HeadedBlock[]): Count | null {
  const commits = [...code.slice(0, at).matchAll(COMMITS)];
  if (commits.length === 0) return null;
  let [name, plus] = ['', 0];
  for (const { index } of commits) {
    const own = headedBlocks(code, index).filter(({ start }) =>
      around.every((block) => block.start !== start),
    );
    const loops = own.filter(({ head }) => !/^(?:if|elif|else|with)\b/.test(head));
    const rounds =
      loops.length === 0 ? { name: '', plus: 1 } : countOf(ROUNDS.exec(loops[0]!.head)?.[1] ?? '?');
    if (loops.length > 1 || rounds === null || (rounds.name !== '' && name !== '')) return null;
    name ||= rounds.name;
    plus += rounds.plus;
  }
  return { name, plus };
}

/**
 * What the one assignment in the file gives an attribute, `self.left = stages - 1`, by the attribute that holds the same name
 * where there is one: `self.stages = stages`. The text itself where it is no such attribute.
 */
function attributeGiven(written: string, text: string): string {
  if (!/^self\.\w+$/.test(written)) return written;
  const code = codeOf(text, 'python');
  const [given, ...others] = code.matchAll(new RegExp(`\\b${escaped(written)}\\s*=(?!=)\\s*([^\\n]+)`, 'g'));
  const [, name, rest] = /^(\w+)(\s*[-+]\s*\d+)?\s*$/.exec(given?.[1] ?? '') ?? [];
  if (name === undefined || others.length > 0) return written;
  const isHeld = new RegExp(`\\bself\\.${name}\\s*=\\s*${name}\\s*$`, 'm').test(code);
  return isHeld ? `self.${name}${rest ?? ''}` : written;
}

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const function_ = functionCodeAt(site, text);
  const given = writtenCall(site);
  const [count] = given === null ? [] : [...given.args, ...given.keywords.values()];
  if (function_ === null || count === undefined) return [];
  const { code, start } = function_;
  const at = site.span.start - start;
  const left = countOf(attributeGiven(text.slice(count.span.start, count.span.end), text));
  const before = code.slice(0, at);
  if (left === null || mayClose(before, text) || /\bcp_async_wait_(?:group|all)\b/.test(before)) return [];
  const around = headedBlocks(code, at);
  // A branch may be for the rounds in which more is under way.
  if (around.some(({ head }) => !/^(?:for\b|[()])/.test(head))) return [];
  const loop = around.findLast(({ head }) => head.startsWith('for'));
  const counter = /^for\s+(\w+)/.exec(loop?.head ?? '')?.[1];
  if (counter !== undefined && new RegExp(`\\bif\\b.*\\b${counter}\\s*(?:>|!=)`).test(code)) return [];
  const closed = closedBefore(code, at, around);
  if (closed === null || closed.name !== left.name || left.plus < closed.plus || model.neverRuns(site))
    return [];
  // What is read is behind a barrier.
  if (!/^[^\n]*\n\s*(?:[\w.]+\.)?(?:sync_threads|barrier|sync_warp)\(/.test(code.slice(at))) return [];
  const one = closed.name === '' && closed.plus === 1;
  const message = `it waits until no more than ${countText(left)} of the groups are left, of which ${countText(closed)} ${one ? 'is' : 'are'} closed before${loop === undefined ? '' : ' its first round'}: it waits for none`;
  return [{ span: site.span, message }];
}

/** Findings of `unordered-access` about groups of cp.async of CuTe DSL. */
export const checkDslGroups = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'python' && mentions(context.text, 'cp_async_commit_group')
    ? pythonCallsBy(context.model, 'cp_async_wait_group').flatMap((site) => checkWait(site, context))
    : [];
