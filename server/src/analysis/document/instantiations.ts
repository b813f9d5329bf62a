// The instantiations that a document's templates are shown in, remembered for as long as its model.

import { genericScopeAt } from '../../evaluate/cpp/instances/instantiation-contexts.ts';
import type { Environment, UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { type Choice, chosenLabel } from '../values/choices.ts';
import {
  type IncludingFiles,
  MAXIMUM_INSTANCES,
  plainInstantiation,
  refusesItself,
  shownInstantiations,
  withDispatchBranches,
} from '../values/instances.ts';
import type { ShownInstantiation } from '../values/model.ts';
import { instantiationLabel, templateAround, templateDeclarations } from '../values/parameters.ts';

const NONE: readonly ShownInstantiation[] = [];

function positionsOf(evaluator: Evaluation): ReadonlyMap<Declaration, number> {
  const counts = new Map<string, number>();
  const positions = new Map<Declaration, number>();
  for (const { declaration } of templateDeclarations(evaluator, evaluator.db.memos)) {
    const nth = counts.get(declaration.name) ?? 0;
    counts.set(declaration.name, nth + 1);
    positions.set(declaration, nth);
  }
  return positions;
}

export class Instantiations {
  readonly #evaluator: Evaluation;
  readonly #including: IncludingFiles;
  readonly #text: string;
  readonly #choices: () => readonly Choice[];
  /** Which of the templates of their names they are. */
  #positions: ReadonlyMap<Declaration, number> | null = null;
  readonly #shown = new Map<UnitMemo, Map<Declaration, readonly ShownInstantiation[]>>();
  /** The same by the scopes of a unit whose inside is compiled in several ways. */
  readonly #chosen = new Map<UnitMemo, Map<Scope, readonly ShownInstantiation[]>>();
  readonly #refused = new Map<Environment, boolean>();

  /** `choices`: what the reader has chosen to see, now. */
  constructor(
    evaluator: Evaluation,
    including: IncludingFiles,
    text: string,
    choices: () => readonly Choice[],
  ) {
    this.#choices = choices;
    this.#evaluator = evaluator;
    this.#including = including;
    this.#text = text;
  }

  /** The ways in which what stands at an offset of a unit is compiled, where there are several or a template's. */
  at(memo: UnitMemo, offset: number): readonly ShownInstantiation[] {
    return this.withChoices(memo, offset, this.ofTemplate(memo, offset));
  }

  /** Of the ways in which an offset is compiled, those of the instantiation that the reader has chosen; none where that is not among them. */
  chosen(memo: UnitMemo, offset: number, all: readonly ShownInstantiation[]): readonly ShownInstantiation[] {
    const choices = this.#choices();
    if (choices.length === 0 || all.length < 2) return NONE;
    const template = templateAround(this.#evaluator, memo, offset);
    if (template === null) return NONE;
    this.#positions ??= positionsOf(this.#evaluator);
    const nth = this.#positions.get(template);
    const label = nth === undefined ? null : chosenLabel(choices, { template: template.name, nth });
    return label === null
      ? NONE
      : all.filter((i) => instantiationLabel(this.#evaluator, template, i) === label);
  }

  /** Those that are looked at for findings: not the ones that the code itself refuses. */
  compiled(memo: UnitMemo, offset: number): readonly ShownInstantiation[] {
    return this.at(memo, offset)
      .slice(0, MAXIMUM_INSTANCES)
      .filter((i) => {
        let refused = this.#refused.get(i.env);
        if (refused === undefined) {
          refused = refusesItself(i);
          this.#refused.set(i.env, refused);
        }
        return !refused;
      });
  }

  /** The same, with the constants that macros choose around the offset. */
  withChoices(
    memo: UnitMemo,
    offset: number,
    ofTemplate: readonly ShownInstantiation[],
  ): readonly ShownInstantiation[] {
    const varying = genericScopeAt(memo.placed.unit.scope, offset);
    if (varying === null) return ofTemplate;
    let known = this.#chosen.get(memo);
    if (known === undefined) {
      known = new Map();
      this.#chosen.set(memo, known);
    }
    let found = known.get(varying);
    if (found === undefined) {
      const all = ofTemplate.length > 0 ? ofTemplate : [plainInstantiation(this.#evaluator, memo)];
      const chosen = withDispatchBranches(all, offset);
      found = chosen.some((c) => !all.includes(c)) ? chosen : ofTemplate;
      known.set(varying, found);
    }
    return found;
  }

  /** The instantiations of the template that an offset of a unit stands in. */
  ofTemplate(memo: UnitMemo, offset: number): readonly ShownInstantiation[] {
    const template = templateAround(this.#evaluator, memo, offset);
    if (template === null) return NONE;
    let ofUnit = this.#shown.get(memo);
    if (ofUnit === undefined) {
      ofUnit = new Map();
      this.#shown.set(memo, ofUnit);
    }
    let shown = ofUnit.get(template);
    if (shown === undefined) {
      shown = shownInstantiations(this.#evaluator, memo, template, this.#including, this.#text);
      ofUnit.set(template, shown);
    }
    return shown;
  }
}
