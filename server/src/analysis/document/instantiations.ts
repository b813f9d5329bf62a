// The instantiations that a document's templates are shown in, remembered for as long as its model.

import { varyingAt } from '../../evaluate/cpp/instances/variants.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Frame, UnitState } from '../../evaluate/model/frame.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import {
  type IncludingFiles,
  MAXIMUM_INSTANCES,
  plainInstantiation,
  refusesItself,
  shownInstantiations,
  withChoices,
} from '../values/instances.ts';
import type { ShownInstantiation } from '../values/model.ts';
import { templateAround } from '../values/parameters.ts';

const NONE: readonly ShownInstantiation[] = [];

export class Instantiations {
  readonly #evaluator: Evaluation;
  readonly #including: IncludingFiles;
  readonly #text: string;
  readonly #shown = new Map<UnitState, Map<Declaration, readonly ShownInstantiation[]>>();
  /** The same by the scopes of a unit whose inside is compiled in several ways. */
  readonly #chosen = new Map<UnitState, Map<Scope, readonly ShownInstantiation[]>>();
  readonly #refused = new Map<Frame, boolean>();

  constructor(evaluator: Evaluation, including: IncludingFiles, text: string) {
    this.#evaluator = evaluator;
    this.#including = including;
    this.#text = text;
  }

  /** The ways in which what stands at an offset of a unit is compiled, where there are several or a template's. */
  at(state: UnitState, offset: number): readonly ShownInstantiation[] {
    return this.withChoices(state, offset, this.ofTemplate(state, offset));
  }

  /** Those that are looked at for findings: not the ones that the code itself refuses. */
  compiled(state: UnitState, offset: number): readonly ShownInstantiation[] {
    return this.at(state, offset)
      .slice(0, MAXIMUM_INSTANCES)
      .filter((i) => {
        let refused = this.#refused.get(i.frame);
        if (refused === undefined) {
          refused = refusesItself(i);
          this.#refused.set(i.frame, refused);
        }
        return !refused;
      });
  }

  /** The same, with the constants that macros choose around the offset. */
  withChoices(
    state: UnitState,
    offset: number,
    ofTemplate: readonly ShownInstantiation[],
  ): readonly ShownInstantiation[] {
    const varying = varyingAt(state.placed.unit.scope, offset);
    if (varying === null) return ofTemplate;
    let known = this.#chosen.get(state);
    if (known === undefined) {
      known = new Map();
      this.#chosen.set(state, known);
    }
    let found = known.get(varying);
    if (found === undefined) {
      const all = ofTemplate.length > 0 ? ofTemplate : [plainInstantiation(this.#evaluator, state)];
      const chosen = withChoices(all, offset);
      found = chosen.some((c) => !all.includes(c)) ? chosen : ofTemplate;
      known.set(varying, found);
    }
    return found;
  }

  /** The instantiations of the template that an offset of a unit stands in. */
  ofTemplate(state: UnitState, offset: number): readonly ShownInstantiation[] {
    const template = templateAround(this.#evaluator, state, offset);
    if (template === null) return NONE;
    let ofUnit = this.#shown.get(state);
    if (ofUnit === undefined) {
      ofUnit = new Map();
      this.#shown.set(state, ofUnit);
    }
    let shown = ofUnit.get(template);
    if (shown === undefined) {
      shown = shownInstantiations(this.#evaluator, state, template, this.#including, this.#text);
      ofUnit.set(template, shown);
    }
    return shown;
  }
}
