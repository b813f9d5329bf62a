// The compiled functions of a file that its kernels call, with the calls of them: what tiles these hand over.

import { scopePath, type UnitMemo } from '../../evaluate/model/environment.ts';
import { pythonCalls } from '../../evaluate/python/plain/calls.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { tie } from '../document/written/tie.ts';
import type { DocumentModel } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { pathText } from './reaching.ts';

interface Helper {
  readonly scope: Scope;
  /** A place of the unit. */
  readonly site: PlacedSite;
}

/** A call of a helper, with a place of the unit that it stands in. */
interface HelperCall {
  readonly site: PlacedSite;
  readonly call: CallExpr;
}

/** More calls of one function are not compared. */
const MAXIMUM_CALLS = 8;

const isCompiled = ({ decorators = [] }: Declaration): boolean =>
  decorators.some((e) => /(?:^|\.)jit$/.test(pathText(e.kind === 'call' ? e.callee : e) ?? ''));

export class Helpers {
  readonly #model: DocumentModel;
  readonly #calls = new Map<string, readonly HelperCall[] | null>();
  #named: ReadonlyMap<string, Helper | null> | null = null;
  #units: readonly PlacedSite[] | null = null;

  constructor(model: DocumentModel) {
    this.#model = model;
  }

  /** The only function of a name, whose body the unit then depends on; null where there is none, or several. */
  named(name: string, asked: UnitMemo): Helper | null {
    this.#named ??= this.#all();
    const helper = this.#named.get(name) ?? null;
    if (helper !== null) tie(asked, helper.site.memo, name);
    return helper;
  }

  #all(): ReadonlyMap<string, Helper | null> {
    const named = new Map<string, Helper | null>();
    for (const site of this.#placesOfUnits())
      for (const d of site.memo.placed.unit.scope.declarations) {
        if (d.kind !== 'function' || d.bodyScope === null) continue;
        const isOnly = isCompiled(d) && !named.has(d.name);
        named.set(d.name, isOnly ? { scope: d.bodyScope, site } : null);
      }
    return named;
  }

  /** A place of each unit of Python. */
  #placesOfUnits(): readonly PlacedSite[] {
    this.#units ??= this.#model.sitesByUnit.flatMap(({ parts }) => {
      const site = parts.find(({ sites }) => sites.length > 0)?.sites[0];
      return site instanceof PlacedSite && site.dialect === 'python' ? [site] : [];
    });
    return this.#units;
  }

  /** The calls of a function of the file in its compiled functions; null where there are none, or one cannot be told. */
  callsOf(scope: Scope, asked: UnitMemo): readonly HelperCall[] | null {
    const { name } = scope;
    if (name === null || this.named(name, asked)?.scope !== scope) return null;
    asked.useDependencies.add(name);
    let calls = this.#calls.get(name);
    if (calls === undefined) {
      const found = this.#placesOfUnits().flatMap((site) =>
        (pythonCalls(site.memo.placed.unit).get(name) ?? []).map(({ call }) => ({ site, call })),
      );
      calls = found.length > 0 && found.length <= MAXIMUM_CALLS ? found : null;
      this.#calls.set(name, calls);
    }
    for (const { site } of calls ?? []) tie(asked, site.memo, name);
    return calls;
  }

  /** The names of the functions that call one. */
  callersOf(scope: Scope, asked: UnitMemo): readonly string[] {
    const names = (this.callsOf(scope, asked) ?? []).flatMap(({ site, call }) => {
      const path = scopePath(site.memo.placed.unit.scope, call.span.start);
      return path.findLast(({ kind }) => kind === 'function')?.name ?? [];
    });
    return [...new Set(names)];
  }
}

/** What a call gives a parameter of a function; null: it cannot be told. */
export function handedTo({ args, keywords }: CallExpr, scope: Scope, parameter: Declaration): Expr | null {
  const parameters = scope.declarations.filter(({ kind }) => kind === 'parameter');
  const isOpen =
    parameters.some(({ isPack }) => isPack === true) ||
    args.some((arg) => arg.kind === 'unary' && arg.operator === '*') ||
    keywords.some(({ name }) => name === '**');
  if (isOpen) return null;
  const named = keywords.find(({ name }) => name === parameter.name)?.value;
  return named ?? args[parameters.indexOf(parameter)] ?? null;
}

/** Everything that a function returns. */
export const returnsOf = ({ returns = [], children }: Scope): readonly Expr[] => [
  ...returns,
  ...children.flatMap(returnsOf),
];
