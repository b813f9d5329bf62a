// Templates with arguments: classes, aliases and variables that the file defines, and their specialisations.

import { type Failure, isFailure } from '../algebra/failure.ts';
import type { Declaration } from '../frontends/scope.ts';
import type { Evaluator } from './evaluator.ts';
import { Frame, type UnitState } from './frame.ts';
import { thingKey } from './key.ts';
import { isVague } from './shapes-of-values.ts';
import { ClassObject, ClassType, isHostOnly, type Thing } from './thing.ts';
import { Unknown } from './value.ts';

/**
 * A class, alias or variable with template arguments. The parameters that get no argument take their
 * defaults.
 */
export function instantiate(
  ev: Evaluator,
  declared: Declaration | readonly Declaration[],
  args: readonly Thing[],
  frame: Frame,
): Thing | Failure {
  const declarations = Array.isArray(declared)
    ? (declared as readonly Declaration[])
    : [declared as Declaration];
  // A template and its specialisations may stand in several units.
  const homeOf = (d: Declaration): Frame =>
    declarations.length === 1 || frame.parent !== null ? frame : (ev.world.frameOf(d) ?? frame);
  const primary =
    declarations.find((d) => d.specialization === undefined && (d.opens !== null || d.kind !== 'class')) ??
    declarations[0]!;
  const specializations = declarations.filter((d) => d.specialization !== undefined);
  if (primary.template == null && specializations.length === 0) {
    if (primary.opens === null)
      return new Unknown('missing-name', `${primary.name} is only declared here`, [], primary.name);
    return classOf(ev, primary, new Map(), '', homeOf(primary));
  }
  const unknown = args.find((a) => a instanceof Unknown);
  if (specializations.length > 0) {
    if (unknown instanceof Unknown) return unknown;
    const chosen = specialized(ev, specializations, args, frame);
    if (chosen instanceof Unknown) return chosen;
    if (chosen !== null) return classOf(ev, chosen, new Map(), keyOf(args), homeOf(chosen));
  }
  const bindings = new Map<Declaration, Thing>();
  const parameters = primary.template?.declarations ?? [];
  for (const [i, p] of parameters.entries()) {
    if (p.isPack === true) {
      bindings.set(p, new Unknown('template-parameter', `${p.name} is a parameter pack`, [], p.name));
      break;
    }
    const arg = args[i];
    if (arg !== undefined) bindings.set(p, arg);
    else if (p.init === null)
      bindings.set(
        p,
        new Unknown('template-parameter', `${primary.name} needs an argument for ${p.name}`, [], p.name),
      );
  }
  if (primary.kind === 'class') {
    if (primary.opens === null)
      return new Unknown('missing-name', `${primary.name} is only declared here`, [], primary.name);
    return classOf(ev, primary, bindings, keyOf(args), homeOf(primary));
  }
  const inner = instance(ev, primary, bindings, keyOf(args), homeOf(primary)) as Frame;
  return ev.declaration(primary, primary.template!, inner).value;
}

const keyOf = (args: readonly Thing[]): string => args.map(thingKey).join(';');

/** The frame of a template with arguments, one for equal arguments. */
function instance(
  ev: Evaluator,
  d: Declaration,
  bindings: Map<Declaration, Thing>,
  key: string,
  frame: Frame,
): Frame {
  void ev;
  const root = d.template ?? d.opens!;
  // What the instance says depends on the classes that it is made with.
  for (const bound of bindings.values()) dependOn(frame.unit, bound);
  const make = (): Frame =>
    new Frame(frame.unit, root, { frame, position: root.span.start }, defaulted(bindings));
  // Inside another instantiation the same key means something else.
  if (frame !== frame.unit.frame) {
    const known = frame.instances.get(d)?.get(key);
    if (known !== undefined) return known;
    const made = make();
    remember(frame.instances, d, key, made);
    return made;
  }
  const known = frame.unit.instances.get(d)?.get(key) as Frame | undefined;
  if (known !== undefined) return known;
  const made = make();
  remember(frame.unit.instances as Map<Declaration, Map<string, Frame>>, d, key, made);
  return made;
}

function dependOn(unit: UnitState, bound: Thing): void {
  const type = bound instanceof ClassObject ? bound.type : bound;
  if (!(type instanceof ClassType) || type.frame.unit === unit) return;
  for (const d of type.frame.unit.placed.unit.scope.declarations) unit.lookedUp.add(d.name);
}

function remember(
  map: Map<Declaration, Map<string, Frame>>,
  d: Declaration,
  key: string,
  frame: Frame,
): void {
  const known = map.get(d);
  if (known === undefined) map.set(d, new Map([[key, frame]]));
  else known.set(key, frame);
}

const defaulted = (bindings: Map<Declaration, Thing>): ReadonlyMap<Declaration, Thing> => bindings;

function classOf(
  ev: Evaluator,
  d: Declaration,
  bindings: Map<Declaration, Thing>,
  key: string,
  frame: Frame,
): Thing {
  // Without arguments to tell instantiations apart a class lives in the frame that declares it.
  const inner = d.template == null ? frame : instance(ev, d, bindings, key, frame);
  const name =
    key === ''
      ? d.name
      : `${d.name}<${key
          .replaceAll(/class ([^@]*)@\d+\.\d+/g, '$1')
          .replaceAll(/type ([^:;]*):[^:;]*:\d*/g, '$1')
          .replaceAll(';', ', ')}>`;
  return new ClassType(name, d, inner, d.opens!);
}

/** The specialisation for the arguments; null: none matches; Unknown: it cannot be told. */
function specialized(
  ev: Evaluator,
  candidates: readonly Declaration[],
  args: readonly Thing[],
  frame: Frame,
): Declaration | Unknown | null {
  const key = keyOf(args);
  let undecided: Declaration | null = null;
  for (const d of candidates) {
    if (args.some((a) => !isHostOnly(a) && isVague(a))) {
      undecided = d;
      continue;
    }
    if ((d.template?.declarations.length ?? 0) > 0) {
      undecided = d;
      continue;
    }
    const wanted = d.specialization!.map((e) => ev.evaluate(e, frame));
    if (wanted.some((w) => isFailure(w) || w instanceof Unknown)) {
      undecided = d;
      continue;
    }
    if (wanted.map((w) => thingKey(w as Thing)).join(';') === key) return d.opens === null ? null : d;
  }
  if (undecided === null) return null;
  return new Unknown(
    'unsupported',
    `which partial specialisation of ${undecided.name} is meant is not worked out`,
    [],
    undecided.name,
  );
}
