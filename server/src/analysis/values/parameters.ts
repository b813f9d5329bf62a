// The templates of a document with their parameters and instantiations, and what a comment assumes of them.

import { assumedText, assumption, setting } from '../../evaluate/core/assumptions.ts';
import type { UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Instantiation } from '../../evaluate/model/lookup-result.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { argumentText } from '../../evaluate/values/argument-text.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { fileOffset, fileSpan, fileText } from '../../frontends/common/gap-map.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { ShownInstantiation, TemplateInstantiation, TemplateParameter, TemplateSite } from './model.ts';

/** Instantiations regardless of what is assumed. */
type FindInstantiations = (memo: UnitMemo, template: Declaration) => readonly ShownInstantiation[];

/** The parameters of a template, or what a class or function of Python is made with. */
const templateParametersOf = (ev: Evaluation, d: Declaration): readonly Declaration[] =>
  ev.language.units.parametersOf(d);

/** The template that an offset of a unit stands in. */
export const templateAround = (ev: Evaluation, memo: UnitMemo, offset: number): Declaration | null =>
  ev.language.units.templateAt(memo.placed.unit.scope, offset);

export const instantiationsIn = (ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] =>
  ev.withSearchBudget(() => ev.language.units.instantiations(ev, d, memo));

interface TemplateDeclaration {
  readonly memo: UnitMemo;
  readonly declaration: Declaration;
  /** Whether it stands in no class or function: of others no instantiations are listed. */
  readonly isOutermost: boolean;
}

/** The templates of units, outer before inner. */
export function templateDeclarations(
  ev: Evaluation,
  memos: readonly UnitMemo[],
): readonly TemplateDeclaration[] {
  const found: TemplateDeclaration[] = [];
  for (const memo of memos) {
    const visit = (scope: Scope, isOutermost: boolean): void => {
      for (const declaration of scope.declarations) {
        if (declaration.bodyScope === null || templateParametersOf(ev, declaration).length === 0) continue;
        found.push({ memo, declaration, isOutermost });
      }
      for (const child of scope.children)
        visit(child, isOutermost && (child.kind === 'namespace' || child.kind === 'file'));
    };
    visit(memo.placed.unit.scope, true);
  }
  return found;
}

export const templatesOf = (
  ev: Evaluation,
  memos: readonly UnitMemo[],
  find: FindInstantiations,
): readonly TemplateSite[] =>
  templateDeclarations(ev, memos).map(({ memo, declaration, isOutermost }) =>
    templateSite(ev, memo, declaration, isOutermost ? find(memo, declaration) : []),
  );

function templateSite(
  ev: Evaluation,
  memo: UnitMemo,
  d: Declaration,
  instantiations: readonly ShownInstantiation[],
): TemplateSite {
  const node = (span: Span): Span => fileSpan(memo.placed, span);
  const head = Math.min(d.span.start, d.template?.span.start ?? d.span.start);
  const left = leftBy(givenParameters(ev, d, memo), instantiations);
  return {
    name: d.name,
    span: node(d.span),
    nameSpan: node(d.nameSpan),
    head: fileOffset(memo.placed, head),
    parameters: templateParametersOf(ev, d)
      .filter((p) => p.name !== '' && p.isPack !== true)
      .map((p) => {
        const assumed = assumption(ev, p, memo.env);
        return {
          name: p.name,
          kind: kindOf(ev, p, memo),
          fallback: p.init === null ? null : fileText(memo.placed, p.init.span),
          assumed: assumed === null ? assumedText(ev, p, memo.env) : argumentText(assumed),
        };
      }),
    instantiations: instantiations.map((i) => ({
      ...templateInstantiation(ev, d, i),
      isLeft: left.includes(i),
    })),
  };
}

function kindOf(ev: Evaluation, p: Declaration, memo: UnitMemo): TemplateParameter['kind'] {
  if (p.kind === 'type-parameter') return 'type';
  if (p.kind === 'parameter' && /tile|shape|layout/i.test(p.name)) return 'type';
  if (p.type?.kind === 'name' && p.type.name === 'bool') return 'flag';
  const type = p.type === null ? null : ev.evaluate(p.type, memo.env);
  return type instanceof TypeValue && type.name === 'bool' ? 'flag' : 'number';
}

function templateInstantiation(
  ev: Evaluation,
  d: Declaration,
  i: ShownInstantiation,
): Omit<TemplateInstantiation, 'isLeft'> {
  return {
    label: instantiationLabel(ev, d, i),
    arguments: i.arguments.map(({ name, value }) => ({ name, text: argumentText(value) })),
    span: fileSpan(i.memo.placed, i.expr.span),
    uri: i.uri,
    caller: i.caller,
  };
}

/** `<half_t,128>`: the arguments in the order of the parameters; `(tile=64)` in Python. */
export function instantiationLabel(
  ev: Evaluation,
  d: Declaration,
  i: Pick<Instantiation, 'arguments'>,
): string {
  const known = new Map(i.arguments.map(({ name, value }) => [name, argumentText(value)]));
  return ev.language.units.label(d, known);
}

/** What directives and settings say of a parameter. */
interface Given {
  readonly text: string;
  /** `assumed here` */
  readonly source: string;
  /** Whether it means something in the file itself, not only where the template is used. */
  readonly isValue: boolean;
}

/** Whether two arguments are written alike, but for spaces. */
export const sameText = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '');

/** Whether an instantiation is one of those that is left by what is given. */
const agrees = (i: Pick<Instantiation, 'arguments'>, given: ReadonlyMap<string, Given>): boolean =>
  i.arguments.every(({ name, value }) => {
    const wanted = given.get(name);
    return wanted === undefined || sameText(wanted.text, argumentText(value));
  });

/** What directives and settings say of a template's parameters, by name. */
export function givenParameters(
  ev: Evaluation,
  template: Declaration,
  memo: UnitMemo,
): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const p of templateParametersOf(ev, template)) {
    const assumed = assumption(ev, p, memo.env);
    const value = assumed ?? setting(ev, p, memo.env);
    const source = assumed === null && value !== null ? 'setting' : 'assumed here';
    const text = value === null ? assumedText(ev, p, memo.env) : argumentText(value);
    if (text !== null) given.set(p.name, { text, source, isValue: value !== null });
  }
  return given;
}

/** The instantiations that are left by what is given: what the user says goes before what files show. */
export function leftBy(
  given: ReadonlyMap<string, Given>,
  all: readonly ShownInstantiation[],
): readonly ShownInstantiation[] {
  if (given.size === 0) return all;
  const agreeing = all.filter((i) => agrees(i, given));
  // What means nothing in this file only chooses among the instantiations of others.
  return agreeing.length > 0 || ![...given.values()].some((g) => !g.isValue)
    ? agreeing
    : all.filter((i) => agrees(i, new Map([...given].filter(([, g]) => g.isValue))));
}
