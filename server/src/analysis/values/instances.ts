// What a template holds in its instantiations: those that the file shows, and those of the files that
// include it.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { InstantiationContext } from '../../evaluate/cpp/instances/instantiation-contexts.ts';
import { instantiationContextsAt, isComplete } from '../../evaluate/cpp/instances/instantiations.ts';
import { ARGUMENT_SOURCE } from '../../evaluate/model/entity.ts';
import { type Environment, type Result, scopePath, type UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Instantiation } from '../../evaluate/model/lookup-result.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import { argumentText } from '../../evaluate/values/argument-text.ts';
import { namesOf } from '../../frontends/common/expression-parts.ts';
import { fileOffset } from '../../frontends/common/gap-map.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { lineName } from '../../syntax/text/notebook.ts';
import type { IncludingEvaluator } from './includer-analyses.ts';
import { shortened } from './instance-values.ts';
import type { ShownInstantiation, SiteEvaluation } from './model.ts';
import { givenParameters, instantiationLabel, instantiationsIn, leftBy } from './parameters.ts';
import { hasUnknownInteger } from './unknown.ts';

export interface IncludingFiles {
  /** The files that include the document and instantiate the template with that name. */
  readonly naming: (name: string) => readonly IncludingEvaluator[];
  /** The document as it is with macros that branches with one of the names ask for. */
  readonly otherwise: (names: ReadonlySet<string>) => readonly IncludingEvaluator[];
}

/** The different instantiations of a template of a unit. */
export function shownInstantiations(
  own: Evaluation,
  memo: UnitMemo,
  template: Declaration,
  including: IncludingFiles,
  text: string,
): readonly ShownInstantiation[] {
  const all = allInstantiations(own, memo, template, including, text);
  if (all.length === 0) return all;
  const given = givenParameters(own, template, memo);
  if (given.size === 0) return all;
  return leftBy(given, all).map((i) => ({
    ...i,
    parameters: i.parameters.map((p) => ({ ...p, source: given.get(p.name)?.source ?? p.source })),
  }));
}

/** The different instantiations of a template of a unit, whatever is assumed of its parameters. */
export function allInstantiations(
  own: Evaluation,
  memo: UnitMemo,
  template: Declaration,
  including: IncludingFiles,
  text: string,
): readonly ShownInstantiation[] {
  const here = instantiationsIn(own, template, memo).map((i) =>
    shownOf(template, i, { evaluator: own, uri: i.uri ?? i.memo.file.uri, supposed: null }, text),
  );
  if (here.some((i) => isComplete(i, template))) return here;
  const files = including.naming(template.name);
  const found = interleaved([here, ...files.map((file) => instantiationsBy(file, template, text))]);
  let complete = found.filter((i) => isComplete(i, template));
  if (complete.length === 0) complete = supposedInstantiations(own, template, including, files, text);
  const keys = new Set<string>();
  const different = (complete.length > 0 ? complete : found).filter((i) => {
    const key = i.arguments.map((a) => `${a.name}=${argumentText(a.value)}`).join(';');
    return !keys.has(key) && keys.add(key);
  });
  return different.slice(0, MAXIMUM_FOUND);
}

/** Those that one file makes. */
function instantiationsBy(
  file: IncludingEvaluator,
  template: Declaration,
  text: string,
): readonly ShownInstantiation[] {
  const { evaluator } = file;
  const there = evaluator.db.memoOf(template);
  if (there === null) return [];
  return instantiationsIn(evaluator, template, there).map((i) =>
    shownOf(template, i, { ...file, uri: i.memo.file.uri ?? file.uri }, text),
  );
}

/** Whether a file gives every parameter of a template an argument. */
export function isInstantiatedBy({ evaluator }: IncludingEvaluator, template: Declaration): boolean {
  const there = evaluator.db.memoOf(template);
  return there !== null && instantiationsIn(evaluator, template, there).some((i) => isComplete(i, template));
}

/** Those in branches of `#if`s that are read with a macro which nobody defines, complete ones only. */
function supposedInstantiations(
  own: Evaluation,
  template: Declaration,
  including: IncludingFiles,
  files: readonly IncludingEvaluator[],
  text: string,
): ShownInstantiation[] {
  const readings = [
    ...including.otherwise(namesLeadingTo(own, template)),
    ...files.flatMap((file) => file.otherwise(namesLeadingTo(file.evaluator, template))),
  ];
  const found = interleaved(readings.map((reading) => instantiationsBy(reading, template, text)));
  return found.filter((i) => isComplete(i, template));
}

/** How many names are followed from one that is named to what names it. */
const MAXIMUM_NAMES = 60;

/** The name of a template, and those of the functions and classes that name it, directly or through others. */
export function namesLeadingTo({ db }: Evaluation, template: Declaration): ReadonlySet<string> {
  const names = new Set([template.name]);
  for (const name of names)
    for (const { memo } of db.referencesTo(name))
      for (const { kind, name: around } of memo.placed.unit.scope.declarations)
        if ((kind === 'function' || kind === 'class') && names.size < MAXIMUM_NAMES) names.add(around);
  return names;
}

function shownOf(
  template: Declaration,
  i: Instantiation,
  { evaluator, uri, supposed }: Pick<IncludingEvaluator, 'evaluator' | 'uri' | 'supposed'>,
  text: string,
): ShownInstantiation {
  const caller = callerOf(i);
  const condition = supposed === null ? null : `${supposed.name} ${supposed.text}`;
  const assumed =
    supposed === null ? null : ({ name: supposed.name, value: supposed.text, source: 'supposed' } as const);
  return {
    ...i,
    evaluator,
    uri,
    caller: condition === null ? caller : `${caller ?? template.name} if ${condition}`,
    parameters: instanceParameters(evaluator, template, i, uri, text),
    assumed,
  };
}

/** The innermost function or class with a name around the place that names an instantiation. */
const callerOf = ({ memo, expr }: Instantiation): string | null =>
  scopePath(memo.placed.unit.scope, expr.span.start).findLast(
    ({ kind, name }) => (kind === 'function' || kind === 'class') && name !== null && name !== '',
  )?.name ?? null;

/** The first of each list, then the second of each, and so on: one file must not hide what others do. */
export const interleaved = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, n) =>
    lists.flatMap((l) => (n < l.length ? [l[n]!] : [])),
  ).flat();

/** How many ways of compiling a place are worked out, over all instantiations of the template around it. */
const MAXIMUM_VARIANTS = 8;

/** The instantiations told apart further by the constants that macros choose around an offset. */
export function withDispatchBranches(
  instantiations: readonly ShownInstantiation[],
  offset: number,
): readonly ShownInstantiation[] {
  // The first choice of each instantiation, then the others.
  return interleaved(
    instantiations.map((i) =>
      instantiationContextsAt(i.evaluator, i.env, offset).map((v) => withChoice(i, v)),
    ),
  ).slice(0, MAXIMUM_VARIANTS);
}

const withChoice = (i: ShownInstantiation, variant: InstantiationContext): ShownInstantiation =>
  variant.call === null
    ? i
    : {
        ...i,
        env: variant.env,
        arguments: [...i.arguments, ...variant.arguments],
        parameters: [
          ...i.parameters,
          ...variant.arguments.map(({ name, value }) => ({
            name,
            value: shortened(argumentText(value)),
            source: 'one of the choices',
          })),
        ],
      };

/** The only way of compiling a place outside of templates, before macros choose. */
export const plainInstantiation = (evaluator: Evaluation, memo: UnitMemo): ShownInstantiation => ({
  evaluator,
  memo,
  env: memo.env,
  arguments: [],
  parameters: [],
  uri: null,
  caller: null,
  assumed: null,
  expr: { kind: 'opaque', span: { start: 0, end: 0 }, reason: 'no instantiation' },
});

/** How many instantiations of a template are looked for in the files that include it. */
export const MAXIMUM_FOUND = 8;

/** Values for how many instantiations of a template are shown. */
export const MAXIMUM_INSTANCES = 4;

/** Known in full: the same in every instantiation. */
export function isFullyKnown(value: Value | Failure): boolean {
  if (isFailure(value) || value instanceof Unknown) return false;
  if (value instanceof TypeValue && value.instance === null) return true;
  return !hasUnknownInteger(value, false);
}

function instanceParameters(
  evaluator: Evaluation,
  template: Declaration,
  instantiation: Instantiation,
  uri: string | null,
  text: string,
): SiteEvaluation['parameters'] {
  const offset = fileOffset(instantiation.memo.placed, instantiation.expr.span.start);
  const file = uri?.replace(/^.*\//, '');
  const where = file === undefined ? lineName(text, offset) : file;
  const label = shortened(`${template.name}${instantiationLabel(evaluator, template, instantiation)}`);
  const source = `from instantiation ${label}, ${where}`;
  return instantiation.arguments.map(({ name, value }) => ({
    name,
    value: shortened(argumentText(value)),
    source,
  }));
}

/**
 * The parameters of templates and functions whose arguments a value has taken. One of a function takes with it those of
 * the template that its type names: `sA` of `Layout sA`.
 */
export function boundNames({ assumptions: parameters }: Result, { root }: Environment): ReadonlySet<string> {
  const names = new Set(parameters.filter((p) => p.source === ARGUMENT_SOURCE).map((p) => p.name));
  const opens = root.kind === 'template' ? root.children.find((s) => s.kind === 'function') : root;
  for (const p of opens?.declarations ?? [])
    if (p.kind === 'parameter' && p.type !== null && names.has(p.name))
      for (const { name } of namesOf(p.type)) names.add(name);
  return names;
}

/**
 * The arguments of an instantiation that a value has taken. Where it took arguments of the function alone, it is said
 * at least which call they are from.
 */
export function usedArguments(
  { parameters, env }: ShownInstantiation,
  result: Result,
): SiteEvaluation['parameters'] {
  const bound = boundNames(result, env);
  const used = parameters.filter((p) => bound.has(p.name));
  const [first] = bound;
  if (used.length > 0 || first === undefined || parameters[0] === undefined) return used;
  return [{ name: first, value: 'its argument', source: parameters[0].source }];
}

/** Tells which defaults an instantiation took for its own parameters. */
export function withTakenDefaults(
  { env }: ShownInstantiation,
  parameters: SiteEvaluation['parameters'],
): SiteEvaluation['parameters'] {
  const own = new Set(env.root.kind === 'template' ? env.root.declarations.map((d) => d.name) : []);
  return parameters.map((p) =>
    p.source === 'default' && own.has(p.name) ? { ...p, isDefaultTaken: true } : p,
  );
}

/** What tells an instantiation from others: `kBlockM = 128, Element = half_t`. */
export const differingArguments = (
  { arguments: own }: ShownInstantiation,
  others: readonly ShownInstantiation[],
): string =>
  own
    .map(({ name, value }) => ({ name, text: argumentText(value) }))
    .filter(({ name, text }) =>
      others.some((o) => !o.arguments.some((a) => a.name === name && argumentText(a.value) === text)),
    )
    .map(({ name, text }) => `${name} = ${shortened(text)}`)
    .join(', ');

/** `, with N = 5; also with N = 6`: in which instantiations something is so, and not in all that are looked at. */
export function withInstances(first: string, others: readonly string[]): string {
  if (first === '') return '';
  const also = [...new Set(others)].filter((label) => label !== '' && label !== first);
  return also.length === 0 ? `, with ${first}` : `, with ${first}; also with ${also.join(' and ')}`;
}

/**
 * Whether the class itself refuses the arguments with a `static_assert`: it is named with them, as one of two that are
 * chosen from, and not compiled.
 */
export const refusesItself = ({ evaluator, env }: ShownInstantiation): boolean =>
  env.root.children.some(
    ({ kind, expressions }) =>
      kind === 'class' && expressions.some((asserted) => evaluator.result(asserted, env).value === false),
  );
