// Members of a union that are in use at once: both are written before the first of them is read.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { closing } from '../../../indexing/text/code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { multiplied } from '../../products/gemm-calls.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { madeBy } from './buffer-views.ts';
import { checkOrder, type Members, type Use } from './union-order.ts';

/** The parts of a block between its semicolons, those of blocks in it left out. */
function statementsIn(body: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const [at, c] of [...body].entries()) {
    if (c === '{') depth++;
    else if (c === '}') depth--;
    else if (c === ';' && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

/** The members that a part of a union declares: those of a struct without a name, or one. */
function membersOf(part: string): readonly string[] {
  const open = part.indexOf('{');
  const named = /(\w+)\s*(?:\[[^[\]]*\]\s*)*$/.exec(
    open < 0 ? part : part.slice(closing(part, open) + 1),
  )?.[1];
  if (named !== undefined) return [named];
  return open < 0 ? [] : statementsIn(part.slice(open + 1, closing(part, open))).flatMap(membersOf);
}

/** Of each member of a union of the file which union it is of, and which part of that; null: several are called so. */
function unionMembers(code: string): Members {
  const found = new Map<string, readonly [number, number] | null>();
  for (const { index, 0: head } of code.matchAll(/\bunion\b[^;{}()]*\{/g)) {
    const open = index + head.length - 1;
    for (const [part, text] of statementsIn(code.slice(open + 1, closing(code, open))).entries())
      for (const name of membersOf(text)) found.set(name, found.has(name) ? null : [index, part]);
  }
  return found;
}

/** The member of `make_smem_ptr(storage.member.data())`, the last of which is one of a union. */
function memberOf(tensor: Site, context: RuleContext, members: Members): string | null {
  const made = madeBy(tensor);
  const call = made === null ? null : writtenCall(made);
  const pointer = call?.name === 'make_tensor' ? call.args[0] : undefined;
  if (pointer === undefined) return null;
  const { start, end } = pointer.span;
  const names = [...context.text.slice(start, end).matchAll(/(?:\.|->)\s*(\w+)/g)].map(([, name]) => name!);
  return names.find((name) => members.get(name) != null) ?? null;
}

/** What a function does with members of unions, in the order of the text. */
function usesIn(context: RuleContext, around: Scope, members: Members): readonly Use[] {
  const uses: Use[] = [];
  const add = (tensor: Site, does: Use['does']): void => {
    const member = memberOf(tensor, context, members);
    if (member !== null) uses.push({ member, does, site: tensor });
  };
  for (const { site, call } of callsOf(context.model, ...COPIES)) {
    if (functionAround(site) !== around) continue;
    const sides = sidesOf(call);
    if (sides === null) continue;
    add(sides.from, 'read');
    add(sides.to, 'write');
  }
  for (const { site, operands } of multiplied(context))
    if (functionAround(site) === around) for (const operand of operands) add(operand, 'read');
  return uses.sort((a, b) => a.site.span.start - b.site.span.start);
}

const blockOf = (site: Site): Scope | null =>
  site instanceof PlacedSite
    ? (scopePath(site.memo.placed.unit.scope, site.node.start).at(-1) ?? null)
    : null;

function overwritten(
  uses: readonly Use[],
  members: Members,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  return uses.flatMap((second, at): readonly RuleFinding[] => {
    const [union, part] = members.get(second.member)!;
    const first = uses.slice(0, at).findLast(({ member, does, site }) => {
      const [otherUnion, otherPart] = members.get(member)!;
      return (
        does === 'write' &&
        otherUnion === union &&
        otherPart !== part &&
        blockOf(site) === blockOf(second.site)
      );
    });
    if (second.does !== 'write' || first === undefined) return [];
    const between = uses.slice(uses.indexOf(first) + 1, at);
    const next = uses.slice(at + 1).find(({ member }) => member === first.member);
    if (between.some(({ member }) => member === first.member) || next?.does !== 'read') return [];
    if (model.neverRuns(second.site)) return [];
    const related = [
      { span: first.site.span, message: `${first.member} is written here` },
      { span: next.site.span, message: `${first.member} is read here` },
    ];
    const name = text.slice(second.site.span.start, second.site.span.end);
    const message = `${name} is in ${second.member}, which is in a union with ${first.member}: what was written to that is read afterwards`;
    return [{ span: second.site.span, message, related }];
  });
}

/** A function's uses of members, and what is assigned to their elements. */
function judged(
  uses: readonly Use[],
  around: Scope,
  members: Members,
  context: RuleContext,
): readonly RuleFinding[] {
  const found = overwritten(uses, members, context);
  if (found.length > 0 || !uses.some(({ does }) => does === 'read')) return found;
  const memberAt = (tensor: Site): string | null => memberOf(tensor, context, members);
  return checkOrder(uses, around, { members, memberAt }, context);
}

/** Findings of `overlapping-buffers` about unions whose members are in use at once. */
export function checkUnions(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, /\bunion\b/) || !mentions(context.text, 'make_tensor')) return [];
  const members = unionMembers(codeOf(context.text, 'cpp'));
  if (members.size === 0) return [];
  const functions = new Set(callsOf(context.model, ...COPIES).map(({ site }) => functionAround(site)));
  return [...functions].flatMap((around) =>
    around === null ? [] : judged(usesIn(context, around, members), around, members, context),
  );
}
