// What a call or an index says of modes by how it is written, whatever the values are.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { keptModes } from '../../cute/modes/leading.ts';
import { grouped, openModes } from '../../cute/modes/parts.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { BoxedObject } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { WrittenCall } from '../../model/library.ts';
import { type Modes, OPEN, Symbolic } from '../../model/symbolic.ts';
import type { Unknown, Value } from '../../model/value.ts';
import { isTraced } from '../plain/functions.ts';
import { PythonSlice } from '../plain/types.ts';
import { leadingOf } from './leading-modes.ts';

/** Whether two expressions read the same thing: a name, or attributes of one. */
function isSame(a: Expr, b: Expr): boolean {
  if (a.kind === 'name' && b.kind === 'name') return a.name === b.name;
  return (
    a.kind === 'member' && b.kind === 'member' && a.name.name === b.name.name && isSame(a.object, b.object)
  );
}

const isRank = (path: readonly string[] | null): boolean =>
  path !== null && path.at(-1) === 'rank' && /^(?:cutlass\.)?cute\b/.test(path.join('.'));

/** How many modes are behind `cute.rank(x) - 1`: 1; null: it is no such number. */
function behind(end: Expr, of: Expr, { pathOf }: WrittenCall): number | null {
  if (end.kind === 'call') {
    const [x, ...others] = end.args;
    const isOf = x !== undefined && others.length === 0 && end.keywords.length === 0 && isSame(x, of);
    return isOf && isRank(pathOf(end.callee)) ? 0 : null;
  }
  if (end.kind !== 'binary' || end.operator !== '-' || end.right.kind !== 'integer') return null;
  const before = behind(end.left, of, { pathOf, args: [] });
  return before === null || end.right.value < 0 || end.right.value > 4 ? null : before + end.right.value;
}

/** `group_modes(x, 3, cute.rank(x))`: three modes, and one of all others. */
export function groupToEnd(call: BuiltinCall, written: WrittenCall): Modes | null {
  const [x, begin] = call.args;
  const [of, , end] = written.args;
  if (call.args.length !== 3 || written.args.length !== 3 || call.keywords.size > 0) return null;
  if (typeof begin !== 'number' || begin < 0 || begin > 8) return null;
  const more = behind(end!, of!, written);
  if (more === null) return null;
  const known = leadingOf(x);
  if (known?.kind === 'tuple') return null;
  const first = Array.from({ length: begin }, (_, i) => known?.modes[i] ?? OPEN);
  const isExact = known !== null && known.isOpenEnded !== true && known.modes.length - more > begin;
  const group = isExact ? grouped(known.modes.slice(begin, known.modes.length - more)) : OPEN;
  const rest = isExact ? known.modes.slice(known.modes.length - more) : openModes(more);
  return { kind: known?.kind ?? 'layout', modes: [...first, group, ...rest] };
}

/** Reasons for which something is not known that may nevertheless be a tensor. */
const MAY_BE_TENSOR: ReadonlySet<string> = new Set([
  'function-parameter',
  'missing-name',
  'unsupported',
  'run-time',
]);

const hasOwnItems = (ev: Evaluation, env: Environment): boolean => {
  const [own] = ev.db.memberFunctions('__getitem__', env.unit);
  return own !== undefined;
};

/** Triton's tensors take `None` beside `:` and beside itself, a dictionary alone. */
const isOfTensor = (coordinates: readonly Value[]): boolean =>
  coordinates.some((c) => c instanceof Underscore) &&
  coordinates.some((c) => !(c instanceof Underscore)) &&
  !coordinates.some((c) => c instanceof PythonSlice);

/** `x[None, None, k]` in what CuTe DSL compiles: only tensors and layouts take `None` beside another coordinate. */
export function sliceOfOpen(
  ev: Evaluation,
  of: Unknown,
  exprs: readonly Expr[],
  coordinates: readonly Value[],
  env: Environment,
): Symbolic | null {
  const [at] = exprs;
  if (of instanceof BoxedObject || !MAY_BE_TENSOR.has(of.category)) return null;
  if (at === undefined || !isOfTensor(coordinates)) return null;
  const modes = keptModes(null, coordinates);
  if (modes === null || modes.length === 0) return null;
  const { unit } = env.unit.placed;
  // An object of the program may take anything.
  if (!isTraced(unit.scope, at.span.start) || hasOwnItems(ev, env)) return null;
  return new Symbolic(of, { kind: 'tensor', modes });
}
