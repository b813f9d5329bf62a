// Template parameters from the arguments of a call.

import { Dynamic } from '../algebra/integer.ts';
import { ComposedLayout, Layout } from '../algebra/layout.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration } from '../frontends/scope.ts';
import type { Evaluator } from './evaluator.ts';
import { asValue, ClassObject, type Thing } from './thing.ts';
import { Pointer, Tensor, TypeValue, Unknown, type Value } from './value.ts';

/** A template parameter from the arguments: `T` from `T x`, `T const* p`, `Tensor<E, L> t`, `Layout<S, D> l`. */
export function deduced(
  ev: Evaluator,
  t: Declaration,
  parameters: readonly Declaration[],
  bindings: ReadonlyMap<Declaration, Thing>,
): Thing | undefined {
  for (const p of parameters) {
    const arg = bindings.get(p);
    if (p.type === null || arg === undefined) continue;
    const found = matched(ev, p.type, arg, t);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the parameter `t` stands for when a parameter of type `pattern` takes `arg`. */
function matched(ev: Evaluator, pattern: Expr, arg: Thing, t: Declaration): Thing | undefined {
  if (pattern.kind === 'name') {
    if (pattern.name !== t.name || t.kind !== 'type-parameter') return undefined;
    if (arg instanceof ClassObject) return arg.type;
    const value = asValue(arg);
    if (value instanceof Unknown) return value.category === 'template-parameter' ? undefined : value;
    return ev.rules.typeOf(value);
  }
  if (pattern.kind === 'unary' && pattern.operator === '*') {
    if (!(arg instanceof Pointer) || pattern.operand.kind !== 'name' || pattern.operand.name !== t.name)
      return undefined;
    const { element, bits } = arg.engine;
    return element === null ? undefined : (ev.rules.value([element]) ?? new TypeValue(element, null, bits));
  }
  if (pattern.kind !== 'template') return undefined;
  const target = pattern.target.kind === 'qualified' ? pattern.target.name : pattern.target;
  if (target.kind !== 'name') return undefined;
  const parts = partsOfType(ev, target.name, arg);
  if (parts === null) return undefined;
  for (const [i, inner] of pattern.args.entries()) {
    const part = parts[i];
    if (part === undefined) continue;
    if (inner.kind === 'name' && inner.name === t.name) {
      if (t.kind === 'value-parameter') return typeof part === 'number' ? new Dynamic(part) : undefined;
      return part instanceof TypeValue ? part : ev.rules.typeOf(part);
    }
    const found = part instanceof TypeValue ? undefined : matched(ev, inner, part, t);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The template arguments of an object's type, as objects: shape and stride of a Layout. */
function partsOfType(ev: Evaluator, template: string, arg: Thing): readonly Value[] | null {
  if (template === 'Tensor' && arg instanceof Tensor)
    return [new TypeValue('Engine', null, arg.engine.bits), arg.layout];
  if (template === 'Layout' && arg instanceof Layout) return [arg.shape as Value, arg.stride as Value];
  if (template === 'ComposedLayout' && arg instanceof ComposedLayout) {
    return [arg.outer as Value, arg.offset as Value, arg.inner as Value];
  }
  if ((template === 'Int' || template === 'C') && typeof arg === 'number') return [arg];
  if (TUPLES.has(template) && Array.isArray(arg)) return arg as readonly Value[];
  void ev;
  return null;
}

const TUPLES = new Set(['Shape', 'Stride', 'Coord', 'Tile', 'Step', 'tuple']);
