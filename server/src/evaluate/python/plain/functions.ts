// What the decorators and annotations of a Python function say of it.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { scopePath } from '../../model/environment.ts';

/** `jit` of `cute.jit` and `cute.jit(…)`. */
export function lastName(e: Expr): string {
  if (e.kind === 'call') return lastName(e.callee);
  if (e.kind === 'member') return e.name.name;
  return e.kind === 'name' ? e.name : '';
}

/** `@name`, also of a module and with arguments. */
export const isDecorated = (d: Declaration, name: string): boolean =>
  d.decorators?.some((decorator) => lastName(decorator) === name) === true;

/** How CuTe DSL compiles a function; null: it is plain Python. */
export function compiledAs(d: Declaration): 'jit' | 'kernel' | null {
  if (isDecorated(d, 'kernel')) return 'kernel';
  return isDecorated(d, 'jit') || isDecorated(d, 'dsl_user_op') ? 'jit' : null;
}

/** What a function of a class takes first: the object, the class, or nothing of the kind. */
export function methodKind(d: Declaration): 'method' | 'class' | 'static' {
  if (isDecorated(d, 'staticmethod')) return 'static';
  return isDecorated(d, 'classmethod') ? 'class' : 'method';
}

/** What CuTe DSL and Triton call it. */
const CONSTEXPR: ReadonlySet<string> = new Set(['Constexpr', 'constexpr']);

/** `cutlass.Constexpr`, `gl.constexpr`, `Optional[Constexpr[int]]`: the parameter is fixed when the function is compiled. */
export function isConstexpr(type: Expr): boolean {
  if (type.kind === 'name') return CONSTEXPR.has(type.name);
  if (type.kind === 'member' && CONSTEXPR.has(type.name.name)) return true;
  return partsOf(type).some(isConstexpr);
}

/** Annotations of CuTe DSL by which tuples keep their static integers. */
const ALGEBRA = new Set(['IntTuple', 'Shape', 'Stride', 'Coord', 'Tile']);

/** `cute.Shape`, `cute.Tile` */
export const keepsStatic = (type: Expr): boolean => ALGEBRA.has(lastName(type));

/** Whether an offset stands in a function that is compiled. */
export function isTraced(root: Scope, offset: number): boolean {
  const path = scopePath(root, offset);
  return path.some((scope, i) => {
    const d = path[i - 1]?.declarations.find((o) => o.bodyScope === scope);
    return d !== undefined && compiledAs(d) !== null;
  });
}
