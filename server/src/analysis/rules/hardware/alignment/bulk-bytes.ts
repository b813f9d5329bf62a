// Bulk copies that a program calls itself, `SM90_BULK_COPY_G2S::copy(source, barrier, destination, bytes)`: they move whole
// units of 16 bytes (PTX ISA, cp.async.bulk).

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy } from '../../../indexing/callers.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const UNIT = 16;

/** Instructions, with the place of the argument that says how many bytes they move. */
const BULK = /^(?:cute::)?(SM90_BULK_COPY_(?:G2S|S2G))::copy$/;
const COUNTS: ReadonlyMap<string, number> = new Map([
  ['SM90_BULK_COPY_G2S', 3],
  ['SM90_BULK_COPY_S2G', 2],
]);

/** Findings of `vector-alignment` about bulk copies. */
export function checkBulkBytes({ model, text }: RuleContext): readonly RuleFinding[] {
  if (model.dialect === 'python' || !mentions(text, 'SM90_BULK_COPY_')) return [];
  const code = codeOf(text, 'cpp');
  return callsBy(model, 'copy').flatMap((site): readonly RuleFinding[] => {
    const call = writtenCall(site);
    const callee = call === null ? '' : code.slice(call.callee.span.start, call.callee.span.end);
    const [, name = ''] = BULK.exec(callee) ?? [];
    const count = call?.args[COUNTS.get(name) ?? -1];
    const bytes = count === undefined ? undefined : settledNumberAt(model, count);
    if (bytes === undefined || bytes % UNIT === 0 || model.neverRuns(site)) return [];
    const message = `${name} moves whole units of ${UNIT} bytes, between addresses that are multiples of as many: ${bytes} bytes are none`;
    return [{ span: count!.span, message }];
  });
}
