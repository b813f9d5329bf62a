// The hint behind a copy to or from shared memory: whether it has bank conflicts.

import { isFailure } from '../../algebra/integer/failure.ts';
import { accessesOf, isByLane } from '../../analysis/accesses/access.ts';
import { costText, sharedCostOf } from '../../analysis/accesses/shared.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { instructionText } from '../../hardware/memory/instruction.ts';

interface AccessHint {
  readonly label: string;
  readonly tooltip: string;
}

/** Null where no copy is called, or nothing certain is known of its accesses to shared memory. */
export function accessHint({ dialect }: Site, evaluation: SiteEvaluation): AccessHint | null {
  if (evaluation.value instanceof Tensor) return null;
  const costs = accessesOf(evaluation).flatMap((access) => {
    const cost = access.space === 'smem' && isByLane(access.share, dialect) ? sharedCostOf(access) : null;
    return cost === null || isFailure(cost) ? [] : [cost];
  });
  if (costs.length === 0) return null;
  const tooltip = costs.map((cost) => `${instructionText(cost.instruction)}: ${costText(cost)}`).join('\n');
  const worst = costs.reduce((a, b) => (b.total * a.ideal > a.total * b.ideal ? b : a));
  if (worst.worst === null) return { label: ' no bank conflict', tooltip };
  const { wavefronts, ideal } = worst.worst;
  return { label: ` ${wavefronts} wavefronts, ${ideal} without bank conflicts`, tooltip };
}
