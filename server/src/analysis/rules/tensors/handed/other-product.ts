// Operands of `gemm` that another TiledMMA hands out than the one that multiplies, in templates that leave both open:
// `gemm(mma_qk, rQ, rK, acc_o)`, where acc_o is a fragment of mma_pv, and no product takes that of mma_qk.

import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { spacedAt } from '../../../document/written/source-text.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { type Handed, handedOut, isOpen, tilingOf } from './handed-out.ts';

const OPERANDS = ['A', 'B', 'C'] as const;

const operandOf = ({ name }: Handed): string | undefined =>
  /^partition_(?:fragment_)?([ABC])$/.exec(name)?.[1];

/** A name of a function for a fragment that a tiling hands out. */
interface Named {
  readonly name: string;
  readonly handed: Handed;
}

/** The names of a function for what is handed out. */
export function namesIn(around: Scope, some: PlacedSite, code: string): readonly Named[] {
  const names: Named[] = [];
  const walk = (scope: Scope): void => {
    for (const { name, init } of scope.declarations) {
      const handed = init === null ? null : handedOut(siteOf(some, init), code);
      if (handed !== null) names.push({ name, handed });
    }
    scope.children.forEach(walk);
  };
  walk(around);
  return names;
}

/** Whether a name stands in a statement of the function that calls something by one of some names. */
export function isTakenBy(
  calls: string,
  name: string,
  around: Scope,
  some: PlacedSite,
  code: string,
): boolean {
  const { start, end } = fileSpan(some.memo.placed, around.span);
  const called = new RegExp(`\\b\\w*(?:${calls})\\w*\\s*[<(]`, 'i');
  const named = new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`);
  return code
    .slice(start, end)
    .split(/[;{}]/)
    .some((statement) => called.test(statement) && named.test(statement));
}

function checkCall({ site, call }: CalledSite, { model }: RuleContext, code: string): readonly RuleFinding[] {
  const [by, ...tensors] = call.args;
  if (by === undefined || call.object !== null || tensors.length < 3 || tensors.length > 4) return [];
  const around = functionAround(site);
  const mma = tilingOf(by, code);
  if (mma === null || around === null || !(site instanceof PlacedSite)) return [];
  const operands = tensors.slice(-3);
  const handed = operands.map((tensor) => handedOut(tensor, code));
  const isOwn = (each: Handed | null): boolean => each?.by.key === mma.key;
  // It is one that multiplies, then.
  if (!handed.some(isOwn)) return [];
  return OPERANDS.flatMap((operand, i) => {
    const other = handed[i]!;
    if (other === null || operandOf(other) !== operand || isOwn(other)) return [];
    if (!isOpen(model, mma.site, other.by.site)) return [];
    const right = namesIn(around, site, code).find(
      (each) => each.handed.by.key === mma.key && operandOf(each.handed) === operand,
    );
    if (right === undefined || isTakenBy('gemm|mma', right.name, around, site, code)) return [];
    if (model.neverRuns(site)) return [];
    const { span } = operands[i]!;
    const given = spacedAt(operands[i]!, code);
    const message = `${given} is what ${other.by.name} gives a thread of ${operand}, and ${mma.name} multiplies: no product takes ${right.name}, which ${mma.name} gives`;
    return [{ span, message }];
  });
}

/** Findings of `operand-partition` about products of templates. */
export function checkOtherProducts(context: RuleContext, code: string): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'gemm(') || !mentions(text, 'partition_')) return [];
  return callsBy(model, 'gemm').flatMap((site) => {
    const call = site.dialect === 'cpp' ? writtenCall(site) : null;
    return call === null ? [] : checkCall({ site, call }, context, code);
  });
}
