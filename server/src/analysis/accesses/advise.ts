// Advice about a buffer in shared memory: everything in the file that accesses it, and the layouts without conflicts.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import { dataLayout } from '../../evaluate/cute/engine.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { entityKey } from '../../evaluate/values/key.ts';
import type { TileCost } from '../../hardware/memory/accesses.ts';
import { type Advice, adviceFor } from '../../hardware/memory/advice.ts';
import { instructionText } from '../../hardware/memory/instruction.ts';
import type { DocumentModel, Site, SiteEvaluation } from '../values/model.ts';
import { type Access, accessesOf } from './access.ts';
import { sharedCostOf } from './shared.ts';

export interface BufferAccess {
  readonly site: Site;
  readonly access: Access;
  /** Null where the rule of the instruction is not known. */
  readonly cost: TileCost | null;
}

export interface BufferAdvice {
  readonly data: AnyLayout;
  readonly accesses: readonly BufferAccess[];
  readonly advice: readonly Advice[];
  /** Where tensors of the layout are made. */
  readonly made: readonly Site[];
}

/** The layouts in shared memory that a value is about: of a tensor there, of a part of one, or of what a copy accesses. */
function layoutsOf(evaluation: SiteEvaluation): readonly AnyLayout[] {
  const { value } = evaluation;
  if (value instanceof Tensor) {
    if (value.engine.space !== 'smem') return [];
    const data = value.share?.data ?? dataLayout(value);
    return data === null ? [] : [data];
  }
  return accessesOf(evaluation).flatMap(({ space, share }) => (space === 'smem' ? [share.data] : []));
}

/** The layout by which a whole tensor in shared memory is made. */
const madeLayout = ({ value }: SiteEvaluation): AnyLayout | null =>
  value instanceof Tensor && value.share === null && value.engine.space === 'smem' ? dataLayout(value) : null;

/** A layout that is asked about, and the function in which its tensor is used. */
interface Asked {
  readonly data: AnyLayout;
  readonly within: Site['within'];
}

/** Null where nothing in shared memory stands at the offset, or nothing is known to access it. */
export function adviceAt(model: DocumentModel, offset: number): BufferAdvice | null {
  for (const site of model.sitesAt(offset)) {
    const { within } = site;
    const layouts = model.evaluations(site).flatMap(({ evaluation }) => layoutsOf(evaluation));
    const all = layouts.map((data) => adviceOn(model, { data, within }));
    const best = all.find(({ advice }) => advice.length > 0) ?? all[0];
    if (best !== undefined) return best.accesses.length === 0 ? null : best;
  }
  return null;
}

/** The copies of the function that access tensors of the layout; in a template those of the instances that have it. */
function accessesTo(model: DocumentModel, key: string, site: Site): readonly BufferAccess[] {
  const found = new Map<string, BufferAccess>();
  for (const { evaluation } of model.evaluations(site))
    for (const access of accessesOf(evaluation)) {
      if (access.argument === null || access.space !== 'smem' || entityKey(access.share.data) !== key)
        continue;
      const cost = sharedCostOf(access);
      const known = isFailure(cost) ? null : cost;
      found.set(`${access.argument} ${instructionText(access.instruction)}`, { site, access, cost: known });
    }
  return [...found.values()];
}

function adviceOn(model: DocumentModel, { data, within }: Asked): BufferAdvice {
  const key = entityKey(data);
  const isOf = (evaluation: SiteEvaluation): boolean => {
    const own = madeLayout(evaluation);
    return own !== null && entityKey(own) === key;
  };
  const sites = model.sites.filter((site) => site.within === within && !model.neverRuns(site));
  const made = sites.filter(
    (site) =>
      site.role === 'declaration' && model.evaluations(site).some(({ evaluation }) => isOf(evaluation)),
  );
  const copies = sites.filter((site) => site.role === 'expression' && site.isOperation);
  const all = copies.flatMap((site) => accessesTo(model, key, site));
  // Elements of another width make another buffer of it.
  const accesses = all.filter(({ access }) => access.elementBits === all[0]!.access.elementBits);
  return {
    data,
    accesses,
    made,
    advice: adviceFor(
      data,
      accesses.map(({ access }) => access),
    ),
  };
}
