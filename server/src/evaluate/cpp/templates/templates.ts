// Templates with arguments: classes, aliases and variables that the file defines, and their specialisations.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { plainClass } from '../../core/objects.ts';
import {
  ClassObject,
  ClassType,
  type Entity,
  Pack,
  type TemplateArguments,
  TemplateEntity,
} from '../../model/entity.ts';
import { Environment, scopePath, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { templateKey } from '../../model/template-key.ts';
import { StaticConstant, Unknown } from '../../model/value.ts';
import { argumentText } from '../../values/argument-text.ts';
import { TypedInteger, untyped } from '../../values/integer-types.ts';
import { entityKey } from '../../values/key.ts';
import { asOperand } from '../../values/outcome.ts';
import { heldByConstant } from '../../values/static-constants.ts';
import { selectSpecialisation } from './specialisations.ts';

/**
 * A class, alias or variable with template arguments. The parameters that get no argument take their
 * defaults.
 */
export function instantiate(
  ev: Evaluation,
  declared: Declaration | readonly Declaration[],
  written: readonly Entity[],
  env: Environment,
): Entity | Failure {
  const declarations = Array.isArray(declared)
    ? (declared as readonly Declaration[])
    : [declared as Declaration];
  // A template and its specialisations may stand in several units.
  const homeOf = (d: Declaration): Environment =>
    declarations.length === 1 || env.parent !== null ? env : (ev.db.environmentOf(d) ?? env);
  const primary = primaryOf(declarations);
  const specializations = declarations.filter((d) => d.specialization !== undefined);
  const args = asParameterTypes(primary, written);
  if (primary.template == null && specializations.length === 0) return plainClass(primary, homeOf(primary));
  const definingEnv = homeOf(primary);
  const bindings = bound(primary, args);
  if (specializations.length > 0 || primary.kind === 'class') {
    const given = argumentsOf(ev, primary, args, bindings, definingEnv);
    if (specializations.length > 0) {
      const chosen = selectSpecialisation(ev, primary, specializations, given(), homeOf);
      if (chosen instanceof Unknown) return chosen;
      if (chosen !== null) {
        const { declaration: d } = chosen;
        return made(ev, d, chosen.bindings, args, homeOf(d), { name: primary.name, given, definingEnv });
      }
    }
    if (primary.specialization !== undefined)
      return new Unknown('missing-name', `${primary.name} is not declared here`, [], primary.name);
    for (const p of primary.template?.declarations ?? []) {
      if (bindings.has(p) || p.init !== null) continue;
      bindings.set(
        p,
        p.isPack === true
          ? new Pack([])
          : new Unknown('template-parameter', `${primary.name} needs an argument for ${p.name}`, [], p.name),
      );
    }
    return made(ev, primary, bindings, args, definingEnv, { name: primary.name, given, definingEnv });
  }
  return made(ev, primary, bindings, args, definingEnv, null);
}

/**
 * The primary template: the one that is defined, or else only declared. Of several declarations one has the defaults of
 * its parameters.
 */
function primaryOf(declarations: readonly Declaration[]): Declaration {
  const primaries = declarations.filter((d) => d.specialization === undefined);
  const defined = primaries.find((d) => d.bodyScope !== null || d.kind !== 'class');
  return defined ?? primaries.find(hasDefaults) ?? primaries[0] ?? declarations[0]!;
}

const hasDefaults = ({ template }: Declaration): boolean =>
  template?.declarations.some((p) => p.init !== null) === true;

/** Of which type a constant is says the parameter that takes it, unless that is `auto`. */
function asParameterTypes(primary: Declaration, args: readonly Entity[]): readonly Entity[] {
  const parameters = primary.template?.declarations ?? [];
  return args.map((arg, i) => {
    const p = parameters[Math.min(i, parameters.length - 1)];
    if (p?.kind !== 'value-parameter') return arg;
    const held = arg instanceof StaticConstant ? heldByConstant(arg) : arg;
    return p.type !== null && held instanceof TypedInteger ? untyped(held) : held;
  });
}

/** The primary template's parameters with the arguments that they are given; a pack takes the rest. */
function bound(primary: Declaration, args: readonly Entity[]): Map<Declaration, Entity> {
  const bindings = new Map<Declaration, Entity>();
  for (const [i, p] of (primary.template?.declarations ?? []).entries()) {
    if (p.isPack === true) {
      bindings.set(p, new Pack(args.slice(i)));
      break;
    }
    const arg = args[i];
    if (arg !== undefined) bindings.set(p, arg);
    else if (p.init === null && primary.kind !== 'class')
      bindings.set(
        p,
        new Unknown('template-parameter', `${primary.name} needs an argument for ${p.name}`, [], p.name),
      );
  }
  return bindings;
}

/** The arguments with the defaults of those that are not given, worked out when somebody asks. */
function argumentsOf(
  ev: Evaluation,
  primary: Declaration,
  args: readonly Entity[],
  bindings: ReadonlyMap<Declaration, Entity>,
  definingEnv: Environment,
): () => readonly Entity[] {
  let known: readonly Entity[] | null = null;
  return () => {
    if (known !== null) return known;
    const all = [...args];
    const parameters = primary.template?.declarations ?? [];
    const complete = new Map(bindings);
    for (const p of parameters.slice(args.length)) {
      if (p.init === null || p.isPack === true) break;
      const env = new Environment(
        definingEnv.unit,
        primary.template!,
        around(definingEnv, primary),
        complete,
      );
      const value = ev.evaluate(p.init, env);
      const arg = isFailure(value) ? asOperand(value) : value;
      complete.set(p, arg);
      all.push(arg);
    }
    known = all;
    return known;
  };
}

const around = (
  definingEnv: Environment,
  d: Declaration,
): { readonly env: Environment; readonly position: number } => ({
  env: definingEnv,
  position: (d.template ?? d.bodyScope!).span.start,
});

interface Source {
  readonly name: string;
  readonly given: () => readonly Entity[];
  readonly definingEnv: Environment;
}

/** The class, or what the alias or variable stands for, with the parameters bound. */
function made(
  ev: Evaluation,
  d: Declaration,
  bindings: Map<Declaration, Entity>,
  args: readonly Entity[],
  definingEnv: Environment,
  source: Source | null,
): Entity | Failure {
  if (d.kind === 'class') {
    if (d.bodyScope === null)
      return new Unknown('missing-name', `${d.name} is only declared here`, [], d.name);
    const template =
      source === null || args.length + (d.template?.declarations.length ?? 0) === 0
        ? null
        : {
            template: templateKey(new TemplateEntity(source.name, [d], source.definingEnv, d.span.start)),
            get args() {
              return source.given();
            },
          };
    return classOf(d, bindings, args, definingEnv, template);
  }
  const innerEnv = instance(d, bindings, keyOf(args), definingEnv);
  return ev.declaration(d, d.template!, innerEnv).value;
}

const keyOf = (args: readonly Entity[]): string => args.map(entityKey).join(';');

/** The environment of a template with arguments, one for equal arguments. */
function instance(
  d: Declaration,
  bindings: Map<Declaration, Entity>,
  key: string,
  env: Environment,
): Environment {
  const root = d.template ?? d.bodyScope!;
  // What the instance says depends on the classes that it is made with.
  for (const bound of bindings.values()) dependOn(env.unit, bound);
  const make = (): Environment =>
    new Environment(env.unit, root, { env, position: root.span.start }, bindings);
  // Inside another instantiation the same key means something else.
  if (env !== env.unit.env) {
    const known = env.instances.get(d)?.get(key);
    if (known !== undefined) return known;
    const made = make();
    remember(env.instances, d, key, made);
    return made;
  }
  const known = env.unit.instances.get(d)?.get(key) as Environment | undefined;
  if (known !== undefined) return known;
  const made = make();
  remember(env.unit.instances as Map<Declaration, Map<string, Environment>>, d, key, made);
  return made;
}

function dependOn(unit: UnitMemo, bound: Entity): void {
  const type = bound instanceof ClassObject ? bound.type : bound;
  if (!(type instanceof ClassType) || type.env.unit === unit) return;
  for (const d of type.env.unit.placed.unit.scope.declarations) unit.nameDependencies.add(d.name);
}

function remember(
  map: Map<Declaration, Map<string, Environment>>,
  d: Declaration,
  key: string,
  env: Environment,
): void {
  const known = map.get(d);
  if (known === undefined) map.set(d, new Map([[key, env]]));
  else known.set(key, env);
}

/** The class that an environment of a template's instance is of. */
const instanceTypes = new WeakMap<Environment, ClassType>();

/** The class that an environment is of, where it is one of a template's. */
export const classOfEnvironment = (env: Environment): ClassType | null => instanceTypes.get(env) ?? null;

/** Inside of a class template its name without arguments is the class itself ([temp.local]); null elsewhere. */
export function injectedClassName(
  found: LookupResult,
  name: string,
  position: number,
  env: Environment,
): ClassType | null {
  if (found.isAmbiguous || found.declarations[0]?.kind !== 'class') return null;
  if (!found.declarations.some((d) => d.template != null)) return null;
  for (let at: Environment['parent'] = { env, position }; at !== null; at = at.env.parent) {
    for (const scope of scopePath(at.env.root, at.position)) {
      if (scope.kind !== 'class' || scope.name !== name) continue;
      const declaration = found.declarations.find((d) => d.bodyScope === scope);
      if (declaration?.template == null) continue;
      return instanceTypes.get(at.env) ?? new ClassType(name, declaration, at.env, scope);
    }
  }
  return null;
}

function classOf(
  d: Declaration,
  bindings: Map<Declaration, Entity>,
  args: readonly Entity[],
  env: Environment,
  template: TemplateArguments | null,
): Entity {
  // Without arguments to tell instantiations apart a class lives in the environment that declares it.
  const innerEnv = d.template == null ? env : instance(d, bindings, keyOf(args), env);
  const name = args.length === 0 ? d.name : `${d.name}<${args.map(argumentText).join(', ')}>`;
  const type = new ClassType(name, d, innerEnv, d.bodyScope!, template);
  if (d.template != null) instanceTypes.set(innerEnv, type);
  return type;
}
