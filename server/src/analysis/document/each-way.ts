// The values of a site in each of the ways in which it is compiled: in instantiations, and in the rounds of loops that are
// known before the program runs.

import { isCompiledAt } from '../../evaluate/cpp/instances/discarded.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { hasOpenRoom } from '../../evaluate/values/room.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { restsOnDefault } from '../values/default-arguments.ts';
import { instancesOf } from '../values/instance-values.ts';
import { differingArguments, interleaved, isFullyKnown, plainInstantiation } from '../values/instances.ts';
import type { Instance, LabelledEvaluation, ShownInstantiation, SiteEvaluation } from '../values/model.ts';
import type { PlacedSite } from '../values/placed-site.ts';
import { type CodeNode, isText } from '../values/sites.ts';
import type { Instantiations } from './instantiations.ts';
import type { NodeValues } from './node-values.ts';
import { countedByRound, inRounds, isOpenInRounds } from './rounds.ts';

/** Whether a value is the same in every instantiation: others may have another argument than a default. */
export const isOfAll = ({ value, parameters }: SiteEvaluation): boolean =>
  isFullyKnown(value) && !restsOnDefault(parameters);

const writtenAt = (node: CodeNode): Expr | null =>
  node.kind === 'declaration' ? node.declaration.init : node.expr;

export class EachWay {
  readonly #evaluator: Evaluation;
  readonly #instantiations: Instantiations;
  readonly #values: NodeValues;

  constructor(evaluator: Evaluation, instantiations: Instantiations, values: NodeValues) {
    this.#evaluator = evaluator;
    this.#instantiations = instantiations;
    this.#values = values;
  }

  /** `general`: the value in the template itself; it alone, where it is known there. */
  evaluations(site: PlacedSite, general: () => SiteEvaluation): readonly LabelledEvaluation[] {
    const { node, memo } = site;
    const isTemplate = !isText(node) && this.#instantiations.ofTemplate(memo, node.start).length > 0;
    const shown = isTemplate ? this.#instantiations.compiled(memo, node.start) : [];
    if (isTemplate && shown.length === 0) return [];
    const only = { evaluation: general(), label: null };
    if (isText(node)) return [only];
    if (shown.length === 0) return this.#byRounds(node, only, plainInstantiation(this.#evaluator, memo));
    if (isOfAll(only.evaluation) && !hasOpenRoom(only.evaluation.value)) return [only];
    if (this.#instantiations.at(memo, node.start).length === 1) return this.#byRounds(node, only, shown[0]!);
    const compiled = shown.filter((i) => isCompiledAt(i.evaluator, node.start, i.env));
    return this.#inEach(node, compiled, shown);
  }

  /** In some of the ways in which a place is compiled, each with what tells it from all others. */
  #inEach(
    node: CodeNode,
    ways: readonly ShownInstantiation[],
    all: readonly ShownInstantiation[],
  ): readonly LabelledEvaluation[] {
    return ways.map((own) => ({
      evaluation: this.#values.within(node, own.env, own, own.evaluator),
      label: differingArguments(
        own,
        all.filter((other) => other !== own),
      ),
    }));
  }

  /** In the rounds of the loops around, where it is these without which a value is not known. */
  #byRounds(
    node: CodeNode,
    only: LabelledEvaluation,
    way: ShownInstantiation,
  ): readonly LabelledEvaluation[] {
    const { value } = only.evaluation;
    const written = writtenAt(node);
    if (written === null || !(value instanceof Unknown) || !isOpenInRounds(written, value, way.env.root))
      return [only];
    const rounds = inRounds(written, way);
    return rounds.length === 0 ? [only] : this.#inEach(node, rounds, rounds);
  }

  /** The different values in the rounds of the loops around. */
  rounds({ node, memo }: PlacedSite): readonly Instance[] {
    if (isText(node)) return [];
    const written = writtenAt(node);
    if (written === null) return [];
    const ways = this.#instantiations.at(memo, node.start);
    const all = ways.length > 0 ? ways : [plainInstantiation(this.#evaluator, memo)];
    const values = all.map((way) =>
      this.#values.valuesIn(node, inRounds(written, way)).map((value) => countedByRound(value, way)),
    );
    return instancesOf(interleaved(values));
  }
}
