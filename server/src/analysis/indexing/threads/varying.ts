// Whether an expression may be another number in another thread of a block.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { namesOf, partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { Run } from './by-thread.ts';

/** How many names are followed. */
const MAXIMUM_DEPTH = 12;

/** What they say of a tensor is the same in all threads. */
const OF_ALL = /^(?:size|cosize|shape|rank|depth|sizeof)$/;
const calledName = (e: Expr): string | null => {
  if (e.kind === 'template') return calledName(e.target);
  if (e.kind === 'member' || e.kind === 'qualified') return e.name.name;
  return e.kind === 'name' ? e.name : null;
};

/** What may be another one in another thread besides the numbers of threads and blocks. */
interface Varied {
  /** What the numbers of threads, or of blocks as well, are called. */
  readonly own: RegExp;
  /** A parameter of the function. */
  readonly parameter: (name: string) => boolean;
  /** The result of what is called by a name, whatever it is given. */
  readonly result: (name: string, path: readonly Scope[]) => boolean;
}

const NOTHING: Varied = { own: /^(?:threadIdx|blockIdx)$/, parameter: () => false, result: () => false };

/**
 * Whether an expression may be another number in another thread.
 * @param path the scopes around it
 */
export function varies(e: Expr, path: readonly Scope[], varied: Varied = NOTHING, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind === 'call' && OF_ALL.test(calledName(e.callee) ?? '')) return false;
  // Functions of nothing say which thread it is: `canonical_lane_idx()`.
  if (e.kind === 'call' && e.args.length === 0) return true;
  if (e.kind === 'call' && varied.result(calledName(e.callee) ?? '', path)) return true;
  if (e.kind !== 'name') return partsOf(e).some((part) => varies(part, path, varied, depth));
  if (varied.own.test(e.name)) return true;
  const at = path.findLastIndex(({ declarations }) => declarations.some((d) => d.name === e.name));
  const declared = path[at]?.declarations.filter((d) => d.name === e.name) ?? [];
  return declared.some(({ kind, init }) =>
    kind === 'parameter'
      ? varied.parameter(e.name)
      : init !== null && varies(init, path.slice(0, at + 1), varied, depth + 1),
  );
}

/** What works on numbers alone. */
const OF_NUMBERS =
  /^(?:min|max|ceil_div|cdiv|abs|u?int\w*|U?Int\d*|float|bool|const_expr|make_\w+|range\w*)$/;

/** Whether a name that is called is that of a function, which may ask which thread it is, and not of a tensor. */
const isOfFunction = (name: string, path: readonly Scope[]): boolean =>
  !OF_NUMBERS.test(name) &&
  !path.some(({ declarations }) =>
    declarations.some((d) => d.name === name && (d.kind === 'value' || d.kind === 'parameter')),
  );

/** In one block its number is the same. */
const OF_BLOCK = /^threadIdx$/;

/** Whether a variable is the counter of a loop around that goes on by as much in all threads. */
function isCounter(name: string, path: readonly Scope[], varied: Varied): boolean {
  return path.some(({ loop, inductionVariables }, i) => {
    const around = path.slice(0, i + 1);
    const isSame = (step: Expr): boolean => step.kind === 'binary' && !varies(step.right, around, varied);
    return inductionVariables?.has(name) === true && loop?.steps.every(isSame) === true;
  });
}

/** Whether an expression of a function that is run may be another number in another thread of the block. */
export function mayVary(run: Run, site: PlacedSite): boolean {
  const { memo, node } = site;
  if (node.kind !== 'expression') return true;
  const path = scopePath(memo.placed.unit.scope, node.start);
  const isGivenLater = (name: string): boolean =>
    path.some(({ assigned }) => assigned?.has(name) === true) && !isCounter(name, path, varied);
  const parameter = (name: string): boolean => {
    if (run.call === null) return false;
    const given = run.call.given.get(name);
    return !(given instanceof PlacedSite) || mayVary(run.call.run, given);
  };
  const own = run.grid === null ? NOTHING.own : OF_BLOCK;
  const varied: Varied = { own, parameter, result: isOfFunction };
  // What a variable is given later nobody follows here.
  return namesOf(node.expr).some(({ name }) => isGivenLater(name)) || varies(node.expr, path, varied);
}
