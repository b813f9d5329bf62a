// Tensors in registers that no thread has room for.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { cosize, size } from '../../../algebra/layout/measure.ts';
import { filterZeros } from '../../../algebra/operation/filter.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { functionNameAt } from '../../document/written/around.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** Registers of 32 bits that a thread has at most, on all GPUs (CUDA C++ Programming Guide, technical specifications). */
const MOST = 255;
const REGISTER_BITS = 32;

const OWNS =
  /^(?:make_tensor(?:_like)?|make_rmem_tensor(?:_like)?|make_fragment(?:_like|_C)?|partition_fragment_C)$/;

/** What stands before an operand that is asked for its type or size alone. */
const UNEVALUATED = /\b(?:sizeof|decltype)\s*\([^;{}()]*$/;

/** Whether the function is one of a GPU: on the host a tensor may own as many elements as it likes. */
function isOfDevice({ site }: EvaluatedSite, text: string): boolean {
  if (site.dialect === 'python') return true;
  const name = functionNameAt(site);
  const before = text.slice(0, site.span.start);
  const head = Math.max(before.lastIndexOf('__global__'), before.lastIndexOf('__device__'));
  return name !== null && head >= 0 && new RegExp(`^[^;{]*\\b${name}\\s*\\(`).test(before.slice(head));
}

/** Elements that have a place: of those between them that no coordinate names the compiler keeps none. */
function elementsOf(layout: Layout): number | undefined {
  const [apart, extent] = [filterZeros(layout), cosize(layout)];
  if (isFailure(apart) || !(apart instanceof Layout) || isFailure(extent)) return undefined;
  const [named, within] = [sizeOf(apart), knownNumber(extent)];
  return named === undefined || within === undefined ? undefined : Math.min(named, within);
}

function sizeOf(layout: Layout): number | undefined {
  const elements = size(layout);
  return isFailure(elements) ? undefined : knownNumber(elements);
}

function checkSite(evaluated: EvaluatedSite, { text }: RuleContext): readonly RuleFinding[] {
  const { site, evaluation } = evaluated;
  const { origin, value } = evaluation;
  if (origin === null || !OWNS.test(operationName(origin))) return [];
  if (!(value instanceof Tensor) || value.engine.space !== 'rmem' || value.engine.bits === null) return [];
  const elements = elementsOf(innermostLayout(value.layout));
  if (elements === undefined) return [];
  const registers = Math.ceil((elements * value.engine.bits) / REGISTER_BITS);
  if (registers <= MOST || !isOfDevice(evaluated, text)) return [];
  if (UNEVALUATED.test(text.slice(0, site.span.start))) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `each thread holds ${registers} registers of ${REGISTER_BITS} bits here, and has ${MOST}: the others lie in local memory`,
    },
  ];
}

export const registerCount: Rule = {
  id: 'register-count',
  severity: 'information',
  title: 'More registers than a thread has',
  checkSite,
};
