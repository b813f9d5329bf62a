// What the copies of a document cost in shared memory, for comparing it with one in which an atom is another one.

import { innermostLayout } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { atomOf } from '../../evaluate/cute/algorithms/copying.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { canBeMade } from '../../hardware/memory/accesses.ts';
import { elementsOf } from '../../hardware/memory/share.ts';
import type { DocumentModel, SiteEvaluation } from '../values/model.ts';
import { type Access, accessesOf } from './access.ts';
import { costsOf } from './shared.ts';

export interface CopyCost {
  /** Wavefronts of all accesses to shared memory, in the widest instructions that a compiler may make of them. */
  readonly total: number;
  readonly hasConflict: boolean;
  /** Whether every access certainly finds its values together and aligned, in global memory and in registers, too. */
  readonly canBeMade: boolean;
  /** The atom of each of its evaluations. */
  readonly atoms: string;
}

/** By where they begin. */
export type CopyCosts = ReadonlyMap<number, CopyCost>;

/** Whether the first values of a tensor in registers follow one another. */
function isTogether({ layout }: Tensor, values: number): boolean {
  const inner = innermostLayout(layout);
  for (let i = 1; i < values; i++) {
    const offset = evaluate(inner, i);
    if (isFailure(offset) || !isInt(offset) || knownValue(offset) !== i) return false;
  }
  return true;
}

function isMade(access: Access): boolean {
  const elements = elementsOf(access.share);
  return !isFailure(elements) && canBeMade(elements, access.instruction, access.elementBits);
}

function costOf(evaluation: SiteEvaluation): CopyCost {
  const accesses = accessesOf(evaluation).filter(({ argument }) => argument !== null);
  const args = (evaluation.origin?.args ?? []).map(({ value }) => (isFailure(value) ? undefined : value));
  const atoms = `${atomOf(args[0])?.operation.name ?? ''};`;
  const tensors = args.filter((value) => value instanceof Tensor);
  const values = Math.max(...accesses.map(({ instruction }) => instruction.values));
  const inRegisters = tensors.filter(({ engine }) => engine.space === 'rmem');
  const canBeMade =
    tensors.length === 2 &&
    accesses.length > 0 &&
    accesses.length + inRegisters.length === 2 &&
    inRegisters.every((tensor) => isTogether(tensor, values)) &&
    accesses.every(isMade);
  let [total, hasConflict] = [0, false];
  for (const access of accesses) {
    const costs = access.space === 'smem' ? costsOf(access) : [];
    if (isFailure(costs)) return { total, hasConflict, canBeMade: false, atoms };
    const [own] = costs;
    if (own === undefined) continue;
    total += Math.min(...costs.map((cost) => cost.total));
    hasConflict ||= own.worst !== null;
  }
  return { total, hasConflict, canBeMade, atoms };
}

export function copyCosts(model: DocumentModel, text: string): CopyCosts {
  const found = new Map<number, CopyCost>();
  for (const site of model.sites) {
    if (site.role !== 'expression' || !site.isOperation) continue;
    const { start } = site.valueSpan ?? site.span;
    if (!/^[\w:.]*\b(?:autovec_)?copy(?:_if)?\s*\(/.test(text.slice(start, start + LONGEST_NAME))) continue;
    for (const { evaluation } of model.evaluations(site)) {
      const [cost, before] = [costOf(evaluation), found.get(start)];
      found.set(start, {
        total: cost.total + (before?.total ?? 0),
        hasConflict: cost.hasConflict || before?.hasConflict === true,
        canBeMade: cost.canBeMade && before?.canBeMade !== false,
        atoms: `${before?.atoms ?? ''}${cost.atoms}`,
      });
    }
  }
  return found;
}

const LONGEST_NAME = 80;

/**
 * What the copy of a place costs in the other document, where that is less, and every other copy that it changes can be made; null
 * otherwise.
 * @param moved where what begins at an offset begins in the other document
 */
export function relieved(
  before: CopyCosts,
  after: CopyCosts,
  place: number,
  moved: (offset: number) => number,
): CopyCost | null {
  for (const [start, cost] of before) {
    const now = after.get(moved(start));
    if (now === undefined || (!now.canBeMade && (cost.canBeMade || now.atoms !== cost.atoms))) return null;
  }
  const [was, is] = [before.get(place), after.get(moved(place))];
  if (was === undefined || is?.canBeMade !== true || is.total > was.total) return null;
  return is.total < was.total || (was.hasConflict && !is.hasConflict) ? is : null;
}
