// Accesses of Triton whose lanes are rows apart, where neighbours are those of other rounds of a loop, or other programs.

import { siteOf } from '../../document/written/expressions.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { type TritonAccess, tritonAccesses } from './accesses.ts';

/** Elements of a byte fill a sector by so many. */
const SECTOR = 32;
/** Fewer lanes are no loss. */
const LANES = 8;

function checkAccess(
  { pointer, site, call, does }: TritonAccess,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const lanes = pointer.filter(({ counted }) => counted.kind === 'lanes');
  const [only] = lanes;
  if (only?.counted.kind !== 'lanes' || lanes.length !== 1 || only.by === null || only.by < SECTOR) return [];
  if (only.counted.extent.size !== null && only.counted.extent.size < LANES) return [];
  const beside = pointer.find(
    ({ counted, by, name }) =>
      by === 1 && name === null && (counted.kind === 'counter' || counted.kind === 'program'),
  );
  if (beside === undefined || model.neverRuns(site)) return [];
  const { counted } = beside;
  const whose =
    counted.kind === 'counter' ? `the next round of the loop over ${counted.name}` : `the next program`;
  const address = siteOf(site, call.args[0] ?? call);
  const written = text.slice(address.span.start, address.span.end);
  const reads = does === 'load' ? 'reading' : 'writing';
  return [
    {
      span: site.span,
      message: `${reads} ${written}, lanes are ${only.by} elements apart, and the elements beside them are those of ${whose}: each lane fetches a sector of its own; let the lanes of a tile go along the rows, too`,
    },
  ];
}

/** Findings of `uncoalesced` about tiles of Triton. */
export const checkTritonLanes = (context: RuleContext): readonly RuleFinding[] =>
  tritonAccesses(context).flatMap((access) => checkAccess(access, context));
