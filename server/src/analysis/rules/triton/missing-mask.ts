// Accesses of Triton without a mask whose tile is longer than the rows that it goes along, or with the mask of others.

import { isDecided } from '../../indexing/rounds.ts';
import { tritonGrid } from '../../tiles/launches.ts';
import type { Term } from '../../tiles/terms.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { limitsOf, type TritonAccess, tritonAccesses } from './accesses.ts';
import { exchangedLimits } from './exchanged-limits.ts';
import { checkStillMasks } from './loops/still-masks.ts';
import { checkMaskedZeros } from './masks/masked-zeros.ts';

const lanesIn = (terms: readonly Term[]): readonly Term[] =>
  terms.filter(({ counted }) => counted.kind === 'lanes');

/** The numbers of a tile that lie side by side, with the extent of the tile; null where they do not, or are not known. */
function alongRow(terms: readonly Term[]): { readonly start: number; readonly extent: number } | null {
  const lanes = lanesIn(terms).filter(({ by }) => by === 1);
  const counted = lanes[0]?.counted;
  if (counted?.kind !== 'lanes' || lanes.length !== 1 || counted.extent.size === null) return null;
  if (counted.extent.defaults.length > 0) return null;
  return { start: counted.call.span.start, extent: counted.extent.size };
}

/** Rows that are shorter than a tile goes along them. */
const isRow = ({ counted, by }: Term, length: number): boolean => counted.kind !== 'other' && by === length;

/** What another access of the kernel says the rows have, `columns < 1000`, where the tile goes beyond it. */
function limitOf(access: TritonAccess, all: readonly TritonAccess[]): number | null {
  const row = alongRow(access.pointer);
  if (row === null) return null;
  for (const other of all) {
    if (other.kernel !== access.kernel || other.mask === undefined) continue;
    for (const { counted, limit } of limitsOf(other, other.mask)) {
      const compared = counted.length === 1 ? alongRow(counted) : null;
      const length = compared?.start === row.start ? other.terms.numberOf(limit) : null;
      if (length !== null && length < row.extent && access.pointer.some((term) => isRow(term, length)))
        return length;
    }
  }
  return null;
}

/** The distance of what programs write that is shorter than what each of them writes. */
function overlapOf({ does, pointer }: TritonAccess): number | null {
  const row = does === 'store' && lanesIn(pointer).length === 1 ? alongRow(pointer) : null;
  const programs = pointer.filter(({ counted }) => counted.kind === 'program');
  const isOpen = pointer.some(({ counted }) => counted.kind === 'counter');
  const by = programs.length === 1 ? programs[0]!.by : null;
  return row === null || by === null || isOpen || by <= 0 || by >= row.extent ? null : by;
}

/** Whether there may be several programs, where their numbers count. */
const hasPrograms = ({ kernel, pointer }: TritonAccess, context: RuleContext): boolean =>
  pointer.some(
    ({ counted }) =>
      counted.kind === 'program' &&
      kernel.name !== null &&
      tritonGrid(context, kernel.name)[counted.axis as 0 | 1 | 2] !== 1,
  );

function checkAccess(
  access: TritonAccess,
  all: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { mask, call, site, does, pointer } = access;
  if (mask !== undefined || call.keywords.some(({ name }) => name === 'boundary_check' || name === '**'))
    return [];
  const limit = limitOf(access, all);
  const overlap = limit === null && hasPrograms(access, context) ? overlapOf(access) : null;
  const extent = alongRow(pointer)?.extent;
  if ((limit === null && overlap === null) || isDecided(site) || context.model.neverRuns(site)) return [];
  const message =
    limit !== null
      ? `the tile goes along ${extent} elements of rows of ${limit}, as the mask of another access says, and this ${does} has no mask`
      : `each program stores ${extent} elements, and the next one begins ${overlap} behind: they write each other's, without a mask`;
  return [{ span: site.span, message }];
}

export const missingMask: Rule = {
  id: 'missing-mask',
  severity: 'warning',
  title: 'A tile beyond its row, without a mask',
  checkDocument(context) {
    const all = tritonAccesses(context);
    return [
      ...checkStillMasks(context),
      ...checkMaskedZeros(context),
      ...all.flatMap((access) => [
        ...checkAccess(access, all, context),
        ...(context.model.neverRuns(access.site) ? [] : exchangedLimits(access, all, context)),
      ]),
    ];
  },
};
