// What names stand for: at a place, behind `::` or a dot, in a namespace or a module.

import type { Failure } from '../../algebra/integer/failure.ts';
import { dottedParts } from '../../frontends/common/expression-parts.ts';
import { fileOffset } from '../../frontends/common/gap-map.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import type { Supposition } from '../../syntax/cpp/preprocessor-condition.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  OverloadSet,
  QualifiedName,
  TemplateEntity,
} from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { LookupResult } from '../model/lookup-result.ts';
import { OneOf, Pointer, Unknown, type Value } from '../model/value.ts';
import { liftOverAlternatives } from '../values/one-of.ts';
import { conditionAt, hidingCondition } from './conditions.ts';
import { inNamespace } from './lookup.ts';
import { memberOfClass } from './members.ts';
import { plainClass } from './objects.ts';

/** A name at a position. */
export function resolveName(
  ev: Evaluation,
  name: string,
  position: number,
  env: Environment,
): Entity | Failure {
  const found = ev.find(name, position, env);
  const hidden = hiddenAt(ev, name, position, env, found);
  if (hidden !== null) return hidden;
  if (found !== null)
    return (
      ev.language.names.injectedClassName(found, name, position, env) ??
      withDefinitionsOf(ev, found, ev.found(found, name))
    );
  const value = ev.rules.value([name]);
  if (value !== undefined) return value;
  return new QualifiedName([name]);
}

/** The functions of a class that one of them names, as they are specialised for its arguments. */
function withDefinitionsOf(ev: Evaluation, found: LookupResult, entity: Entity | Failure): Entity | Failure {
  if (!(entity instanceof OverloadSet) || found.scope.kind !== 'class') return entity;
  return ev.language.names.withOutOfClassDefinitions(ev, entity, found, null);
}

/** Why the name may mean what a branch of an `#if` declares that is not read; null where it does not. */
function hiddenAt(
  ev: Evaluation,
  name: string,
  position: number,
  env: Environment,
  found: LookupResult | null,
): Unknown | null {
  const { unit } = env;
  if (unit.file.conditionals.length === 0 || !ev.language.scopes.readsConditionals) return null;
  const first = found?.declarations[0];
  const isHere = first !== undefined && found!.env.unit.file.uri === unit.file.uri;
  const at = isHere ? fileOffset(found!.env.unit.placed, first.nameSpan.start) : null;
  const { condition, suppositions } = hidingCondition(unit, position, name, at);
  return underCondition(ev, name, condition, suppositions);
}

/** Notes what is supposed of a name's conditions; unknown where they may make it another one. */
export function underCondition(
  ev: Evaluation,
  name: string,
  condition: string | null,
  suppositions: readonly Supposition[],
): Unknown | null {
  for (const { name: macro, text } of suppositions)
    ev.noteAssumption({ name: macro, value: text, source: 'supposed' });
  return condition === null
    ? null
    : new Unknown('conditional', `${name} depends on #if ${condition}`, [], name);
}

/** What the declarations that were found stand for. */
export function foundEntity(ev: Evaluation, found: LookupResult, name: string): Entity | Failure {
  const { declarations, scope, env } = found;
  const first = declarations[0]!;
  if (found.isAmbiguous) {
    if (found.reason !== undefined) return new Unknown('unsupported', found.reason, [], name);
    return new Unknown(
      'conditional',
      `${name} is defined differently under a condition of the preprocessor`,
      [],
      name,
    );
  }
  if (first.kind !== 'function') {
    const offset = fileOffset(env.unit.placed, first.nameSpan.start);
    const { condition, suppositions } = conditionAt(ev.db, env.unit, offset, name);
    const open = underCondition(ev, name, condition, suppositions);
    if (open !== null) return open;
  }
  const used = declarations.filter((d) => d.kind === 'type' && d.init !== null);
  if (used.length > 0 && declarations.some((d) => d.kind === 'function'))
    return ev.language.names.withUsed(ev, functionsOf(ev, found, name), found, used);
  if (first.kind === 'function') return functionsOf(ev, found, name);
  if (first.kind === 'class') {
    if (first.template != null || declarations.some((d) => d.specialization !== undefined)) {
      return new TemplateEntity(name, declarations, env, first.span.start);
    }
    const defined = declarations.filter((d) => d.bodyScope !== null);
    if (defined.length > 1) return new Unknown('conditional', `${name} is defined more than once`, [], name);
    const only = defined[0] ?? first;
    const definingEnv = homeOf(ev, only, found);
    return only.template == null
      ? plainClass(only, definingEnv)
      : ev.language.templates.instantiate(ev, [only], [], definingEnv);
  }
  if (first.kind === 'type' && first.template != null)
    return new TemplateEntity(name, declarations, env, first.span.start);
  if (first.kind === 'value' && first.template != null)
    return new TemplateEntity(name, declarations, env, first.span.start);
  if (first.kind === 'namespace' && first.init === null) return new QualifiedName([name]);
  const distinct = declarations.filter((d) => d.kind !== 'function');
  if (distinct.length > 1 && distinct.some((d) => d.kind !== 'macro')) {
    return new Unknown('conditional', `${name} is declared more than once`, [], name);
  }
  return ev.declaration(distinct.at(-1) ?? first, scope, env).value;
}

/** The functions among the declarations that were found. */
function functionsOf(ev: Evaluation, found: LookupResult, name: string): OverloadSet {
  const functions = found.declarations.filter((d) => d.kind === 'function');
  const position = functions[0]!.span.start;
  return new OverloadSet(
    name,
    functions.map((declaration) => ({ declaration, env: homeOf(ev, declaration, found), position })),
  );
}

/** Overloads and specialisations of one name may stand in several units. */
function homeOf(ev: Evaluation, declaration: Declaration, { declarations, env }: LookupResult): Environment {
  return declarations.length === 1 || env.parent !== null ? env : (ev.db.environmentOf(declaration) ?? env);
}

/** `scope::name`, `object.name`. */
export function memberOf(ev: Evaluation, scope: Entity, name: string, env: Environment): Entity | Failure {
  if (scope instanceof Unknown) return scope;
  if (scope instanceof OneOf)
    return liftOverAlternatives([scope as Value], ([s]) => ev.memberOf(s!, name, env), ev.rules.isRefused);
  if (scope instanceof QualifiedName) return inPath(ev, scope.path, name, env);
  if (scope instanceof ClassType) return memberOfClass(ev, scope, name);
  if (scope instanceof ClassObject) return memberOfClass(ev, scope.type, name, scope.env, scope.path);
  if (isHostOnly(scope)) return asValue(scope);
  // `storage->smem`
  if (scope instanceof Pointer && scope.pointee instanceof ClassType)
    return memberOfClass(ev, scope.pointee, name);
  const member = ev.rules.member(scope, name);
  if (member !== undefined) return member;
  return new Unknown('unsupported', `the member ${name} is not known`, [], name);
}

function inPath(ev: Evaluation, path: readonly string[], name: string, env: Environment): Entity | Failure {
  const { rules, db, language } = ev;
  const full = [...path, name];
  if (path.length > 0 || language.scopes.namesFileScope) {
    const found =
      path.length === 0 ? ev.find(name, 0, env.unit.env) : inNamespace(db, path.join('::'), name, env);
    const isLibrary =
      (rules.namespaces.has(full[0]!) && rules.builtin(full) !== undefined) ||
      (found !== null && path.length > 0 && language.names.isDefinedByLibrary(ev, found, name, null));
    if (found !== null && !isLibrary) return ev.found(found, name);
  }
  return inModule(ev, full, env) ?? rules.value(full) ?? new QualifiedName(full);
}

/** A name of a module of Python, or a module in a package; null where the path leads to none of the workspace. */
function inModule(ev: Evaluation, path: readonly string[], env: Environment): Entity | Failure | null {
  const { imports } = ev.db;
  if (imports?.moduleAt === undefined) return null;
  const { uri } = env.unit.file;
  const around = imports.moduleAt(path.slice(0, -1), uri);
  const inner = imports.moduleAt(path, uri);
  const found = around === null ? null : inNamespace(ev.db, around, path.at(-1)!, env);
  const init = found?.declarations[0]?.kind === 'import' ? found.declarations[0].init : null;
  // `from . import x` in the package itself names the module.
  const isItself =
    inner !== null && init != null && imports.moduleAt(dottedParts(init), found!.env.unit.file.uri) === inner;
  if (found !== null && !isItself) return ev.found(found, path.at(-1)!);
  return inner === null ? null : new QualifiedName([inner]);
}
