// `local_tile` of an operand with the Step of another one.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import type { Origin } from '../../values/model.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

/** The mode of (M,N,K) that each operand lacks. */
const LACKS: Readonly<Record<string, number>> = { A: 1, B: 0, C: 2, D: 2 };
const MODES = ['M', 'N', 'K'];

/** `mA`, `gB_nkl`, `tensor_C`, `A`: the operand that a tensor is, by its name. */
const operandNamed = (text: string): string | null =>
  /^(?:.*[.>])?(?:[mgst]|[mgst]?tensor_?|t_)?([ABCD])(?:_[a-z]+)?$/.exec(text)?.[1] ?? null;

function projectionOf({ args, keywords }: Origin): readonly Value[] | null {
  const value = args[3]?.value ?? keywords.get('proj');
  return value === undefined || isFailure(value) || !Array.isArray(value) || value.length !== 3
    ? null
    : (value as readonly Value[]);
}

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !/^local_(?:tile|partition)$/.test(operationName(origin))) return [];
  const operand = operandNamed(origin.args[0]?.text ?? '');
  const projection = projectionOf(origin);
  if (operand === null || projection === null) return [];
  const missing = projection.flatMap((v, i) => (v instanceof Underscore ? [i] : []));
  const [left] = missing;
  const lacks = LACKS[operand]!;
  if (left === undefined || missing.length > 1 || left === lacks) return [];
  const taken = MODES.filter((_, i) => i !== left).join(' and ');
  const own = MODES.filter((_, i) => i !== lacks).join(' and ');
  const written = origin.args[3];
  const right =
    site.dialect === 'python'
      ? `(${MODES.map((_, i) => (i === lacks ? 'None' : '1')).join(', ')})`
      : `Step<${MODES.map((_, i) => (i === lacks ? 'X' : '_1')).join(', ')}>{}`;
  return [
    {
      span: written?.span ?? site.valueSpan ?? site.span,
      message: `${origin.args[0]!.text} is tiled by ${taken}, where ${operand} has ${own}: ${right}`,
      ...(written?.span ? { fixes: [{ title: `Write ${right}`, span: written.span, newText: right }] } : {}),
    },
  ];
}

export const operandProjection: Rule = {
  id: 'operand-projection',
  severity: 'warning',
  title: 'The Step of another operand',
  description:
    'The last argument of `local_tile` chooses the modes of a tiler (M,N,K) and of its coordinate: A is tiled by M and K, `Step<_1, X, _1>`, B by N and K, `Step<X, _1, _1>`, C by M and N, `Step<_1, _1, X>`. A tensor that is named after one operand is tiled as another one.',
  checkSite,
};
