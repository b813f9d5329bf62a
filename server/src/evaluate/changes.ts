// Whether a variable may have another value where it is used than the one that it was declared with.

import { Dynamic } from '../algebra/integer.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';
import { Undecided, type Value } from './value.ts';

/** Whether the run-time part of the value of a variable that is not const may have been changed. */
export function mayChange(ev: Evaluator, value: Value, d: Declaration, scope: Scope, frame: Frame): boolean {
  if (scope.assigned?.has(d.name) === true) return true;
  const handed = d.kind === 'value' ? scope.handedTo?.get(d.name) : undefined;
  // Through a reference to it or to a part of it.
  for (const to of handed ?? [])
    if (to.startsWith('&') && scope.assigned?.has(to.slice(1)) === true) return true;
  // Layouts are only changed by assignments to them; numbers also by functions that take them by reference.
  const isNumber = value instanceof Dynamic || value instanceof Undecided;
  if (!isNumber && !(typeof value === 'boolean' && isWrittenBool(d))) return false;
  // Anybody may assign to a variable of the file, or to a static member.
  const isGlobal = scope.kind === 'file' || scope.kind === 'namespace' || scope.kind === 'class';
  if (d.kind === 'value' && isGlobal && ev.rules.name === 'cpp' && d.type !== null) return true;
  for (const name of handed ?? []) {
    if (name.startsWith('&')) {
      if (scope.handedTo!.has(name.slice(1))) return true;
    } else if (!ev.rules.takesByValue(name) && !takesByValue(ev, name, d, frame)) return true;
  }
  return false;
}

/** A variable that is a bool by how it is written: a `true_type` has the same value. */
const isWrittenBool = ({ type, init }: Declaration): boolean =>
  type === null ? init?.kind === 'boolean' : type.kind === 'name' && type.name === 'bool';

/** Whether `T const& r = x` stands for something that changes. */
export function refersToChanging(d: Declaration, scope: Scope): boolean {
  if (d.isReference !== true || d.init === null) return false;
  const changes = (e: Expr): boolean => {
    if (e.kind === 'name') return scope.assigned?.has(e.name) === true;
    if (e.kind === 'member' || e.kind === 'index') return changes(e.object);
    return e.kind === 'call' && e.args.some(changes);
  };
  return changes(d.init);
}

const TENSORS: ReadonlySet<string> = new Set(['Tensor', 'Layout', 'ComposedLayout']);

/** Whether a variable is a tensor or layout by how it is written: it takes coordinates by value. */
function isTensor(ev: Evaluator, d: Declaration): boolean {
  if (d.kind !== 'value' && d.kind !== 'parameter') return false;
  const type = d.type?.kind === 'template' ? d.type.target : d.type;
  if (type?.kind === 'name') return TENSORS.has(type.name);
  if (type != null || d.init?.kind !== 'call') return false;
  const callee = d.init.callee.kind === 'template' ? d.init.callee.target : d.init.callee;
  return callee.kind === 'name' && ev.rules.takesByValue(callee.name);
}

/** Whether the file's functions of that name take everything by value or by reference to const. */
function takesByValue(ev: Evaluator, name: string, d: Declaration, frame: Frame): boolean {
  const found = ev.find(name, d.nameSpan.end, frame);
  if (found === null) return false;
  return found.declarations.every((f) => {
    if (f.kind === 'class' || f.kind === 'type' || isTensor(ev, f)) return true;
    if (f.kind !== 'function' || f.opens === null) return false;
    return f.opens.declarations.every(
      (p) => p.kind !== 'parameter' || p.isReference !== true || p.isConstant === true,
    );
  });
}
