// Positions and indices that are made of names: of a chain whose sizes are names, or at an index that is one.

import { openIndex, openPosition } from '../../algebra/indexing/open/chain.ts';
import { asFailure, type Failure, isFailure, refuse } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import type { LegoLayout } from '../../algebra/lego/lego.ts';
import { type Condition, conditionText, OpenChain, openedChain } from '../../algebra/lego/open.ts';
import { constantTerm, subtractTerms, termConstant } from '../../algebra/term/operations.ts';
import { mayBeNegative, signRange } from '../../algebra/term/sign.ts';
import { suppose } from '../../algebra/term/suppositions.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Value } from '../model/value.ts';

const ZERO = constantTerm(0);

const integerFor = (t: Term): Value => termConstant(t) ?? new Dynamic(t);

/** Supposes that a coordinate is within its dimension, unless that is known. Violation: out-of-range. */
function supposeWithin(at: Term, extent: Term, what: string): void {
  const outOfRange = (): never => refuse('out-of-range', `${what} ${at.text}, of ${extent.text}`);
  const known = termConstant(at);
  const beyond = termConstant(subtractTerms(extent, at));
  if ((known !== undefined && known < 0) || (beyond !== undefined && beyond <= 0)) outOfRange();
  const conditions: Condition[] = [];
  if (known === undefined && (mayBeNegative(at) || signRange(at) === 'any'))
    conditions.push({ relation: 'most', left: ZERO, right: at });
  // 0 is within every dimension.
  if (beyond === undefined && known !== 0) conditions.push({ relation: 'below', left: at, right: extent });
  for (const condition of conditions) suppose(conditionText(condition));
}

const openOf = (layout: LegoLayout | OpenChain): OpenChain => {
  const open = layout instanceof OpenChain ? layout : openedChain(layout);
  if (isFailure(open)) throw open;
  return open as OpenChain;
};

/** The position of an index. Where it has one under conditions on coordinates alone, it is not known. */
export function openPositionAt(layout: LegoLayout | OpenChain, index: readonly Term[]): Value | Failure {
  try {
    const chain = openOf(layout);
    if (index.length !== chain.dims.length)
      refuse(
        'coordinate-mismatch',
        `the view has ${chain.dims.length} dimensions, the index ${index.length}`,
      );
    for (const [k, at] of index.entries()) supposeWithin(at, chain.dims[k]!, `index of dimension ${k}:`);
    const made = openPosition(chain, index);
    if (isFailure(made)) return made;
    const { position, tests } = made as Exclude<typeof made, Failure>;
    for (const { of, bound } of tests) {
      const rest = termConstant(subtractTerms(bound, of));
      if (rest !== undefined && rest <= 0) return -1;
      if (rest === undefined) suppose(conditionText({ relation: 'below', left: of, right: bound }));
    }
    return integerFor(position);
  } catch (e) {
    return asFailure(e);
  }
}

/** The index at a position. */
export function openIndexAt(layout: LegoLayout | OpenChain, position: Term): Value | Failure {
  try {
    const chain = openOf(layout);
    supposeWithin(position, chain.positions, 'position');
    const index = openIndex(chain, position);
    if (isFailure(index)) return index;
    const coordinates = (index as readonly Term[]).map(integerFor);
    return coordinates.length === 1 ? coordinates[0]! : coordinates;
  } catch (e) {
    return asFailure(e);
  }
}
