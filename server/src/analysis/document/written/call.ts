// A call as it is written, whether or not anything is known of its value: rules about arguments ask for it.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { textAt } from '../../values/sites.ts';
import { siteOf } from './expressions.ts';

export interface WrittenCall {
  /** The name of the function or type without what it is a member of; `[]` of `x[i]`, `()` of a call of something else. */
  readonly name: string;
  /** What is called, or what is indexed: the whole of `cute.copy` and `x.partition_A`. */
  readonly callee: Site;
  /** What it is a member of, what is called or what is indexed; null: a plain name is called. */
  readonly object: Site | null;
  readonly args: readonly Site[];
  readonly keywords: ReadonlyMap<string, Site>;
  /** What stands in the angles of `kernel<<<grid, block>>>(…)`; null for what is no launch. */
  readonly launch: readonly Site[] | null;
}

/** The runtime's own launches: `cudaLaunchKernel((void const*)&kernel, grid, block, arguments, bytes, stream)`. */
export const LAUNCHES_KERNEL = /^cudaLaunch(?:Cooperative)?Kernel$/;

const NO_KEYWORDS: ReadonlyMap<string, Site> = new Map();

export const ofHost = (site: Site): PlacedSite | null =>
  site instanceof PlacedSite && textAt(site.node) === null ? site : null;

/** The name of a call that stands there, as `WrittenCall` has it; null for what is no call. */
export function calledName(site: Site): string | null {
  const node = ofHost(site)?.node;
  const expr = node?.kind === 'expression' ? node.expr : null;
  if (expr?.kind === 'index') return '[]';
  return expr?.kind === 'call' ? nameOf(expr.callee) : null;
}

/** Null where no call of the host's code stands. */
export function writtenCall(site: Site): WrittenCall | null {
  const placed = ofHost(site);
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (placed === null || (expr?.kind !== 'index' && expr?.kind !== 'call')) return null;
  const at = (e: Expr): Site => siteOf(placed, e);
  const args = expr.args.map(at);
  if (expr.kind === 'index')
    return {
      name: '[]',
      callee: at(expr.object),
      object: at(expr.object),
      args,
      keywords: NO_KEYWORDS,
      launch: null,
    };
  const { callee } = expr;
  const keywords = new Map(expr.keywords.map(({ name, value }) => [name, at(value)]));
  const launch = expr.launch?.map(at) ?? null;
  return { name: nameOf(callee), callee: at(callee), object: objectOf(callee, at), args, keywords, launch };
}

export function nameOf(callee: Expr): string {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind === 'qualified' || callee.kind === 'member') return callee.name.name;
  return callee.kind === 'template' ? nameOf(callee.target) : '()';
}

function objectOf(callee: Expr, at: (e: Expr) => Site): Site | null {
  if (callee.kind === 'name' || callee.kind === 'qualified') return null;
  if (callee.kind === 'member') return at(callee.object);
  return callee.kind === 'template' ? objectOf(callee.target, at) : at(callee);
}

/** An argument by its place, or by its name in Python. */
export const argumentAt = ({ args, keywords }: WrittenCall, i: number, name: string): Site | undefined =>
  args[i] ?? keywords.get(name);

const OBJECTS: ReadonlySet<string> = new Set(['self', 'cls']);

/** The parameters that a call gives arguments to: a method is given its object before them. */
export const givenParameters = ({ object }: WrittenCall, parameters: readonly string[]): readonly string[] =>
  object !== null && OBJECTS.has(parameters[0] ?? '') ? parameters.slice(1) : parameters;

/** What a call gives a parameter of the function that it calls. */
export function argumentFor(
  call: WrittenCall,
  parameters: readonly string[],
  name: string,
): Site | undefined {
  const at = givenParameters(call, parameters).indexOf(name);
  return at < 0 ? undefined : argumentAt(call, at, name);
}

/** The one template argument of `get<2>(x)`; null where there is none, or more than one. */
export function templateArgument({ callee }: WrittenCall): Site | null {
  const expr = callee instanceof PlacedSite && callee.node.kind === 'expression' ? callee.node.expr : null;
  if (expr?.kind !== 'template' || expr.args.length !== 1) return null;
  return siteOf(callee as PlacedSite, expr.args[0]!);
}
