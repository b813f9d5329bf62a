// The warps of the partitions of a Gluon kernel: `gl.warp_specialize([(default, args), (worker, args)], [4], [24])`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { itemsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { pythonCallsBy } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';

const itemsOf = (site: Site | undefined): readonly Site[] | null =>
  site === undefined ? null : itemsAt(initialiserOf(site) ?? site);

/** How many warps run a function that is a worker's alone, wherever it stands; null where nobody says, or it runs elsewhere. */
export function partitionWarps(context: RuleContext, name: string): number | null {
  const { model, text } = context;
  const counts: (number | undefined)[] = [];
  let mentions = 1;
  for (const site of pythonCallsBy(model, 'warp_specialize')) {
    const call = writtenCall(site);
    const partitions = call && itemsOf(argumentAt(call, 0, 'functions_and_args'));
    const warps = call && itemsOf(argumentAt(call, 1, 'worker_num_warps'));
    if (!partitions || !warps || warps.length !== partitions.length - 1) return null;
    for (const [i, partition] of partitions.entries()) {
      const [worker] = itemsOf(partition) ?? [];
      if (worker === undefined) return null;
      if (text.slice(worker.span.start, worker.span.end) !== name) continue;
      mentions++;
      counts.push(i === 0 ? undefined : settledNumberAt(model, warps[i - 1]));
    }
  }
  const [first] = counts;
  // It is defined, and named as a partition, and nowhere else.
  const all = codeOf(text, 'python').match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
  return first === undefined || counts.some((n) => n !== first) || all !== mentions ? null : first;
}
