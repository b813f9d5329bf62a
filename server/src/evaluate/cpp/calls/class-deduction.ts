// The arguments of a class template that is written without them, `Params p(a, b)`: what a deduction guide or the class's
// own constructors make of the arguments ([over.match.class.deduct]).

import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { guideName } from '../../../frontends/cpp/declarations/functions.ts';
import { acceptsCount, functionParameters } from '../../core/parameters.ts';
import {
  ClassObject,
  ClassType,
  type Entity,
  OverloadSet,
  Pack,
  type TemplateEntity,
} from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { templateKey } from '../../model/template-key.ts';
import { Unknown } from '../../model/value.ts';
import { shapeOf } from '../templates/partial-ordering.ts';
import { resolveOverload } from './overloads.ts';

type Candidate = ReturnType<typeof resolveOverload>[number];

export function deducedClass(
  ev: Evaluation,
  template: TemplateEntity,
  args: readonly Entity[],
): ClassType | Unknown {
  const primary = template.declarations.find((d) => d.specialization === undefined && d.bodyScope !== null);
  if (primary?.kind !== 'class' || primary.template == null) return open(template, 'what is declared of it');
  // An object of the class is copied.
  const [only] = args;
  if (args.length === 1 && only instanceof ClassObject && isOf(template, only.type)) return only.type;
  const constructors = constructorsOf(primary, args.length);
  if (constructors === null) return open(template, 'which constructor is meant');
  const home = ev.db.environmentOf(primary) ?? template.env;
  const position = primary.template.span.start;
  const implicit = constructors.map((declaration) => ({ declaration, env: home, position }));
  const functions = new OverloadSet(template.name, [...implicit, ...guidesOf(ev, template)]);
  const isOwn = ({ overload }: Candidate): boolean => constructors.includes(overload.declaration);
  const chosen = theBest(resolveOverload(ev, functions, [], args), isOwn);
  if (chosen === null) return open(template, 'which constructor is meant');
  const made = isOwn(chosen) ? instantiated(ev, template, primary, chosen) : guided(ev, chosen);
  return made instanceof ClassType || made instanceof Unknown
    ? made
    : open(template, 'what its guide makes of them');
}

const open = ({ name }: TemplateEntity, what: string): Unknown =>
  new Unknown('unsupported', `the arguments of ${name} are not deduced: ${what} is not worked out`, [], name);

const isOf = (template: TemplateEntity, type: ClassType): boolean =>
  type.template?.template === templateKey(template);

/**
 * The constructors as functions of the class's template parameters; of a class without any, its members are what it is
 * made of. null: one that may be meant has template parameters of its own.
 */
function constructorsOf(primary: Declaration, count: number): readonly Declaration[] | null {
  const scope = primary.bodyScope!;
  const template = primary.template!;
  const own = scope.declarations.filter((d) => d.kind === 'function' && d.name === primary.name);
  if (own.length === 0) {
    const members = scope.declarations.filter((d) => d.kind === 'value' && d.isMember === true);
    const parameters = members.map((d): Declaration => ({ ...d, kind: 'parameter' }));
    const isAggregate = scope.bases.length === 0 && parameters.length === count;
    return isAggregate ? [{ ...primary, template, bodyScope: withParameters(scope, parameters) }] : [];
  }
  const fitting = own.map(defined).filter((d) => d.bodyScope === null || acceptsCount(d.bodyScope, count));
  if (fitting.some((d) => d.template != null || d.bodyScope === null)) return null;
  return fitting.map((d) => ({ ...d, template }));
}

/** A class as a function of what its objects are made of. */
const withParameters = (
  { kind, name, span, children, bases, expressions, assigned, escapes }: Scope,
  declarations: readonly Declaration[],
): Scope => ({ kind, name, span, declarations, children, bases, expressions, assigned, escapes });

function guidesOf(ev: Evaluation, { name, env, position }: TemplateEntity): OverloadSet['overloads'] {
  const found = ev.find(guideName(name), position, env);
  const guides = found === null ? null : ev.found(found, guideName(name));
  if (!(guides instanceof OverloadSet)) return [];
  return guides.overloads.map((o) => ({ ...o, declaration: defined(o.declaration) }));
}

/** As a function with a body: none of these is a declaration of another one. */
const defined = (d: Declaration): Declaration => ({ ...d, bodyScope: d.bodyScope ?? d.head ?? null });

/** The only one, or the guide among those that take the same ([over.match.best]). null: it is not certain. */
function theBest(possible: readonly Candidate[], isOwn: (c: Candidate) => boolean): Candidate | null {
  const [first, ...others] = possible;
  if (first === undefined || others.length === 0) return first ?? null;
  const guides = possible.filter((c) => !isOwn(c));
  const isSame = possible.every((c) => c.viable === 'yes' && taken(c) === taken(first));
  return guides.length === 1 && isSame ? guides[0]! : null;
}

const taken = ({ overload: { declaration: d } }: Candidate): string =>
  functionParameters(d.bodyScope!)
    .map(
      (p) => `${p.type === null ? '' : shapeOf(p.type)} ${p.isReference === true} ${p.isConstant === true}`,
    )
    .join();

function instantiated(
  ev: Evaluation,
  template: TemplateEntity,
  primary: Declaration,
  { deduced }: Candidate,
): unknown {
  const parameters = primary.template!.declarations;
  // Behind the last that is deduced there are defaults alone.
  const count = parameters.findLastIndex((p) => deduced.has(p) || p.init === null) + 1;
  const args = parameters.slice(0, count).flatMap((p): readonly Entity[] => {
    const arg = deduced.get(p) ?? new Unknown('template-parameter', `${p.name} is not deduced`, [], p.name);
    return arg instanceof Pack ? arg.items : [arg];
  });
  return ev.language.templates.instantiate(ev, template.declarations, args, template.env);
}

function guided(
  ev: Evaluation,
  { overload: { declaration: d, env, position }, deduced }: Candidate,
): unknown {
  const root = d.template ?? d.bodyScope;
  if (d.type === null || root == null) return null;
  return ev.evaluate(d.type, new Environment(env.unit, root, { env, position }, deduced));
}
