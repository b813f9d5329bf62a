// Calls of what an expression stands for: functions, types, objects and what the library defines.

import type { Failure } from '../../algebra/integer/failure.ts';
import { CALL_OPERATOR } from '../../frontends/common/references.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  Closure,
  type Entity,
  isHostOnly,
  OverloadSet,
  QualifiedName,
  reasonOf,
  TemplateEntity,
} from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { NO_KEYWORDS } from '../values/outcome.ts';
import { Partial } from '../values/partial.ts';
import { callFunction } from './functions.ts';
import { memberOfClass } from './members.ts';
import { construct } from './objects.ts';

export function callEntity(
  ev: Evaluation,
  target: Entity,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value> = NO_KEYWORDS,
): Entity | Failure {
  if (target instanceof Unknown) return target;
  if (target instanceof OverloadSet || target instanceof Closure)
    return callFunction(ev, target, template, args, keywords);
  if (target instanceof QualifiedName) return callPath(ev, target, template, args, keywords);
  if (target instanceof Partial) {
    const all = new Map([...target.keywords, ...keywords]);
    return callEntity(ev, target.target, [], [...target.args, ...args], all);
  }
  if (target instanceof ClassType) return ev.language.calls.object(ev, target, args, keywords);
  if (target instanceof ClassObject) {
    const operator = memberOfClass(ev, target.type, CALL_OPERATOR, target.env);
    return operator instanceof OverloadSet
      ? callFunction(ev, operator, template, args, keywords)
      : asValue(target);
  }
  if (target instanceof TemplateEntity) return construct(ev, target, args);
  if (isHostOnly(target)) return asValue(target);
  return ev.language.declarations.valuelessObject(target) ?? callValue(ev, target, template, args, keywords);
}

const CASTS: ReadonlySet<string> = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast']);

/** A function of the library, or a template of it whose arguments are deduced. */
function callPath(
  ev: Evaluation,
  target: QualifiedName,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure {
  const { calls, templates } = ev.language;
  const taken = calls.higherOrder(ev, target, args, keywords);
  if (taken !== null) return taken;
  const builtin = ev.rules.builtin(target.path);
  const name = target.path.at(-1) ?? '';
  const [type] = template;
  // `reinterpret_cast<Storage&>(smem)`
  if (CASTS.has(name) && type instanceof ClassType) return new ClassObject(type);
  if (builtin === undefined) {
    // `Layout(shape, stride)`: the arguments of the template are deduced.
    const deduced = ev.rules.template(target.path, []);
    if (deduced instanceof TypeValue) return construct(ev, deduced, args);
    return new Unknown('missing-name', `${target.path.join('::')} is not known here`, [], name);
  }
  const given = templates.asLibraryTakes(ev, target.path, args);
  if (given instanceof Unknown) return given;
  return callBuiltin(ev, builtin, name, template, given, keywords);
}

/** A type or a value that is called: `int(x)`, `L(1, 2)`. */
function callValue(
  ev: Evaluation,
  target: Value,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Value | Failure {
  const values = args.map(asValue);
  const unknown = values.find((v) => v instanceof Unknown);
  // `int(a / b)` of Python makes something of what is none itself.
  const isAccepted = target instanceof TypeValue && ev.rules.acceptsUnknown(target.name);
  if (unknown instanceof Unknown && !isAccepted) return reasonOf(unknown);
  if (target instanceof TypeValue)
    return keywords.size === 0
      ? ev.rules.construct(target, values)
      : new Unknown('unsupported', `${target.name} of arguments by name is not computed`);
  const call: BuiltinCall = { name: '()', args: values, keywords, template: template.map(asValue) };
  return ev.run((c) => ev.rules.call(target, c), call);
}

/** Runs a function of the library, where what it is given is known as far as it needs to be. */
export function callBuiltin(
  ev: Evaluation,
  builtin: Builtin,
  name: string,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Value | Failure {
  const call: BuiltinCall = { name, args: args.map(asValue), keywords, template: template.map(asValue) };
  if (!ev.rules.acceptsUnknown(name)) {
    for (const v of call.args) if (v instanceof Unknown) return reasonOf(v);
    for (const v of keywords.values()) if (v instanceof Unknown) return reasonOf(v);
    for (const v of call.template) if (v instanceof Unknown) return reasonOf(v);
  }
  return ev.run(builtin, call);
}
