// Every rule, by id.

import { beyondCute } from './beyond-cute.ts';
import { coordinateMismatch } from './coordinate-mismatch.ts';
import { dynamicComplement } from './dynamic-complement.ts';
import { inadmissible } from './inadmissible.ts';
import { indivisible } from './indivisible.ts';
import { malformedDirective } from './malformed-directive.ts';
import { malformedNotation } from './malformed-notation.ts';
import { nonInjectiveComplement } from './non-injective-complement.ts';
import { notCongruent } from './not-congruent.ts';
import { notInvertible } from './not-invertible.ts';
import { outOfDomain } from './out-of-domain.ts';
import { outOfRange } from './out-of-range.ts';
import { overTiling } from './over-tiling.ts';
import { overflow } from './overflow.ts';
import { rankMismatch } from './rank-mismatch.ts';
import type { Rule } from './rule.ts';
import { annotatedExtents, shapeAnnotation } from './shape-annotation.ts';
import { shapeDivisibility } from './shape-divisibility.ts';
import { strideDivisibility } from './stride-divisibility.ts';
import { unmetExpectation } from './unmet-expectation.ts';
import { unsupported } from './unsupported.ts';
import { wrongComposition } from './wrong-composition.ts';
import { wrongKind } from './wrong-kind.ts';

export const rules: readonly Rule[] = [
  strideDivisibility,
  shapeDivisibility,
  inadmissible,
  nonInjectiveComplement,
  dynamicComplement,
  notInvertible,
  notCongruent,
  rankMismatch,
  coordinateMismatch,
  outOfRange,
  indivisible,
  unsupported,
  wrongKind,
  overflow,
  wrongComposition,
  outOfDomain,
  overTiling,
  beyondCute,
  unmetExpectation,
  shapeAnnotation,
  annotatedExtents,
  malformedNotation,
  malformedDirective,
];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
export const ruleOf = (id: string): Rule | undefined => byId.get(id);
