import { knownValueOf } from '../document/extents.ts';
import { memberAt } from '../document/written/expressions.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from './rule.ts';

/** `layout.shape[2]` is an item of a tuple, which Python raises an IndexError for. */
function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== '[]' || call.args.length !== 1) return [];
  if (!/^(?:shape|stride)$/.test(memberAt(call.callee)?.name ?? '')) return [];
  const [of, at] = [knownValueOf(model, call.callee), knownValueOf(model, call.args[0])];
  if (!Array.isArray(of) || typeof at !== 'number' || (at >= -of.length && at < of.length)) return [];
  const name = text.slice(call.callee.span.start, call.callee.span.end);
  const modes = of.length === 1 ? '1 mode' : `${of.length} modes`;
  return [{ span: site.span, message: `${name} has ${modes}: there is no mode ${at}` }];
}

export const outOfRange: Rule = {
  id: 'out-of-range',
  severity: 'error',
  title: 'No such mode',
  checkCall,
};
