import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/** `num_warps` of a launch, `kernel[grid](…)`, or of a configuration: the backends of Triton refuse others. */
function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const given = call.keywords.get('num_warps');
  if (given === undefined || site.dialect !== 'python' || !/^(?:\(\)|Config)$/.test(call.name)) return [];
  if (!mentions(text, 'triton')) return [];
  const { value, parameters } = model.evaluate(given);
  const warps = isFailure(value) || !isInteger(value) ? undefined : knownNumber(value);
  if (warps === undefined || isPowerOfTwo(warps)) return [];
  const defaults = parameters.filter((p) => p.source === 'default' && p.isDefaultTaken !== true);
  const names = defaults.map(({ name }) => name).join(' and ');
  const rests =
    defaults.length === 0
      ? ''
      : `, where ${names} ${defaults.length > 1 ? 'have their defaults' : 'has its default'}`;
  return [
    {
      span: given.span,
      message: `num_warps is ${warps}, which is not a power of two${rests}`,
      ...(defaults.length === 0 ? {} : { severity: 'warning' as const }),
    },
  ];
}

export const notAPowerOfTwo: Rule = {
  id: 'not-a-power-of-two',
  severity: 'error',
  title: 'Not a power of two',
  checkCall,
};
