// Operands of a product whose last tile along K is copied in part, by cp.async that leaves what it does not copy as it was.

import { atomOf } from '../../../evaluate/cute/algorithms/copying.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsBy } from '../../indexing/callers.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';

const COPIES_ALONE = /^SM80_CP_ASYNC_CACHE(?:ALWAYS|GLOBAL)$/;

/** What a coordinate is compared with along K: its second mode, or all modes of one that is compared as a whole. */
const ALONG_K = /\bget\s*<\s*1\s*>\s*\(|\belem_less\s*\((?!\s*(?:cute::)?get\s*<)/;

/** The tensor of `part(_, _, 0)`. */
const rootOf = (written: string): string | null => /^\s*(\w+)\s*(?:\(|$)/.exec(written)?.[1] ?? null;

/** What a name is given, where that is once. */
function givenOnce(code: string, name: string): string | null {
  const given = [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}\\s*=(?!=)\\s*([^;]+);`, 'g'))];
  return given.length === 1 ? given[0]![1]! : null;
}

const isFragmentC = (code: string, name: string): boolean =>
  /\b(?:partition_fragment_C|make_fragment_C)\s*\(/.test(givenOnce(code, name) ?? '');

/** Whether nothing but accumulators is cleared, and neither the tile nor its array is written one element after the other. */
function isNeverCleared(code: string, written: readonly string[]): boolean {
  const cleared = [...code.matchAll(/\b(?:clear|fill\w*|\w*memset\w*)\s*\(\s*&?([^),]*)/g)];
  if (!cleared.every(([, given]) => isFragmentC(code, rootOf(given!) ?? ''))) return false;
  return !written.some((name) =>
    new RegExp(`(?<![\\w.>])${escaped(name)}\\s*(?:\\([^;=]*\\)|\\[[^;=]*\\])\\s*=(?!=)`).test(code),
  );
}

/** The flags of a copy say of each element whether K reaches so far. */
function isAlongK(code: string, flags: string): boolean {
  const given = code.matchAll(
    new RegExp(`(?<![\\w.>])${escaped(flags)}\\s*\\([^;=]*\\)\\s*=(?!=)([^;]+);`, 'g'),
  );
  return [...given].some(([, condition]) => ALONG_K.test(condition!));
}

function checkCopy(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const [atom, flags, , to] = writtenCall(site)?.args ?? [];
  const around = functionCodeAt(site, text);
  if (atom === undefined || flags === undefined || to === undefined || around === null) return [];
  const { code } = around;
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const [by, part] = [rootOf(written(flags)), rootOf(written(to))];
  if (by === null || part === null || !isAlongK(code, by)) return [];
  const tile = /\bpartition_D\s*\(\s*(\w+)/.exec(givenOnce(code, part) ?? '')?.[1];
  if (tile === undefined) return [];
  const [, operand] =
    new RegExp(`\\b(?:partition|partition_fragment|make_fragment)_([AB])\\s*\\(\\s*${escaped(tile)}\\b`).exec(
      code,
    ) ?? [];
  const array = /\bmake_smem_ptr\s*\(\s*(?:&\s*)?([\w.]*\w)/.exec(givenOnce(code, tile) ?? '')?.[1];
  if (operand === undefined || !isNeverCleared(code, [part, tile, ...(array === undefined ? [] : [array])]))
    return [];
  const value = knownValueOf(model, atom);
  const name = value === null ? undefined : atomOf(value)?.operation.name.replace(/^.*::|<.*$/gs, '');
  if (name === undefined || !COPIES_ALONE.test(name) || model.neverRuns(site)) return [];
  const message = `elements of ${part} beyond K are not copied, and nothing clears ${tile}: the product takes what was there for ${operand}. ${name}_ZFILL writes zeros, as clear(${part}) does before the first tile`;
  return [{ span: to.span, message }];
}

export const unclearedResidue: Rule = {
  id: 'uncleared-residue',
  severity: 'warning',
  title: 'What lies beyond K is not zero',
  checkDocument: (context) =>
    context.model.dialect === 'cpp' && mentions(context.text, 'copy_if')
      ? callsBy(context.model, 'copy_if').flatMap((site) => checkCopy(site, context))
      : [],
};
