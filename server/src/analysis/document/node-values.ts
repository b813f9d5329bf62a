// The values of the places of a document, in its templates and in their instantiations.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { consistent } from '../../evaluate/core/results.ts';
import { discardedAt } from '../../evaluate/cpp/instances/discarded.ts';
import type { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import { ARGUMENT_SOURCE, asValue, reasonOf } from '../../evaluate/model/entity.ts';
import type { Environment, Result, UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import { retold } from '../../evaluate/model/symbolic.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { entityKey } from '../../evaluate/values/key.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { InstanceValue } from '../values/instance-values.ts';
import { boundNames, usedArguments, withTakenDefaults } from '../values/instances.ts';
import type { ShownInstantiation, SiteEvaluation } from '../values/model.ts';
import type { CodeNode } from '../values/sites.ts';
import { originOf, writtenFor } from './origin.ts';

const withoutBound = (parameters: Result['assumptions']): Result['assumptions'] =>
  parameters.some((p) => p.source === ARGUMENT_SOURCE)
    ? parameters.filter((p) => p.source !== ARGUMENT_SOURCE)
    : parameters;

/** A tuple of which nothing is known is not known. */
function collapseUnknownTuple(value: Value): Value {
  const leaves = (v: Value): readonly Value[] =>
    Array.isArray(v) ? (v as readonly Value[]).flatMap(leaves) : [v];
  if (!Array.isArray(value) || value.length === 0) return value;
  const all = leaves(value);
  return all.length > 0 && all.every((v) => v instanceof Unknown) ? reasonOf(all[0] as Unknown) : value;
}

export class NodeValues {
  readonly #world: AnalysisDb;
  readonly #evaluator: Evaluation;
  #own: ReadonlySet<UnitMemo> | null = null;

  constructor(db: AnalysisDb, evaluator: Evaluation) {
    this.#world = db;
    this.#evaluator = evaluator;
  }

  /** The value of a declaration or expression in an environment, that of `shown` where it is the only instantiation. */
  within(
    node: CodeNode,
    env: Environment,
    shown: ShownInstantiation | null,
    evaluator: Evaluation = this.#evaluator,
  ): SiteEvaluation {
    const { result, written } = this.#resultOf(node, env, evaluator, shown);
    const evaluation = this.evaluation(result, written?.expr ?? null, written?.env ?? env, evaluator);
    if (shown === null) return evaluation;
    const others = withTakenDefaults(shown, evaluation.parameters);
    return { ...evaluation, parameters: [...usedArguments(shown, result), ...others] };
  }

  /** The value that a place has in all of the instantiations, told with the first one; null where they differ. */
  inAll(node: CodeNode, shown: readonly ShownInstantiation[]): SiteEvaluation | null {
    const [first, ...others] = shown as readonly [ShownInstantiation, ...ShownInstantiation[]];
    const also = `; the same in ${others.length} more`;
    const told = {
      ...first,
      parameters: first.parameters.map((p) => ({ ...p, source: `${p.source}${also}` })),
    };
    const evaluation = this.within(node, first.env, told, first.evaluator);
    if (isFailure(evaluation.value) || evaluation.value instanceof Unknown) return null;
    const key = entityKey(evaluation.value);
    const isSame = (value: Value | Failure): boolean => !isFailure(value) && entityKey(value) === key;
    return others.every((other) => isSame(this.valuesIn(node, [other])[0]!.value)) ? evaluation : null;
  }

  *eachValue(node: CodeNode, shown: readonly ShownInstantiation[]): Iterable<Value | Failure> {
    for (const instantiation of shown) yield this.valuesIn(node, [instantiation])[0]!.value;
  }

  valuesIn(node: CodeNode, shown: readonly ShownInstantiation[]): readonly InstanceValue[] {
    return shown.map((instantiation) => {
      const { env, evaluator } = instantiation;
      const { result } = this.#resultOf(node, env, evaluator, instantiation);
      const { value } = this.evaluation(result, null, env, evaluator);
      return { instantiation, value, used: boundNames(result, env) };
    });
  }

  #resultOf(
    node: CodeNode,
    env: Environment,
    evaluator: Evaluation,
    shown: ShownInstantiation | null,
  ): { readonly result: Result; readonly written: ReturnType<typeof writtenFor> } {
    const isDeclaration = node.kind === 'declaration';
    const plain = isDeclaration
      ? evaluator.declared(node.declaration, node.scope, env)
      : evaluator.result(node.expr, env);
    const written = isDeclaration ? writtenFor(node.declaration, env, evaluator) : { expr: node.expr, env };
    const assumed = shown?.assumed ?? null;
    const result =
      assumed === null ? plain : consistent({ ...plain, assumptions: [assumed, ...plain.assumptions] }, env);
    if (!isFailure(result.value) && !(result.value instanceof Unknown)) return { result, written };
    // What is not compiled is neither wrong nor wanting.
    const discarded = discardedAt(evaluator, node.start, env);
    return {
      result: discarded === null ? result : { ...result, value: discarded, provenance: null },
      written,
    };
  }

  evaluation(result: Result, expr: Expr | null, env: Environment, evaluator: Evaluation): SiteEvaluation {
    const { value } = result;
    return {
      value: isFailure(value) ? value : this.#noting(collapseUnknownTuple(asValue(value))),
      origin: expr === null ? null : originOf(expr, env, evaluator, (unit) => this.#isOwn(unit)),
      parameters: withoutBound(result.assumptions),
    };
  }

  /** A name that nobody declares may be declared in a file that was not found, or not read yet. */
  #noting(value: Value): Value {
    const { imports } = this.#world;
    if (!(value instanceof Unknown) || value.category !== 'missing-name' || imports === null) return value;
    const note = missingNote(imports);
    if (note === null) return value;
    return retold(value, new Unknown(value.category, `${value.reason}; ${note}`, value.chain, value.subject));
  }

  #isOwn(memo: UnitMemo): boolean {
    this.#own ??= new Set(this.#world.memos);
    return this.#own.has(memo);
  }
}

/** How many missing files are named. */
const MAXIMUM_MISSING = 3;

/** What may be behind a missing name; null when every included file was read. */
function missingNote({ missing, refused, isPending }: Imports): string | null {
  if (isPending) return 'the included files are still being read';
  const notes = [
    ...(missing.length === 0 ? [] : [`not found: ${listed(missing)}`]),
    ...(refused.length === 0 ? [] : [`not read, outside of the workspace or no source: ${listed(refused)}`]),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, MAXIMUM_MISSING).map((path) => `"${path}"`);
  const more = paths.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
