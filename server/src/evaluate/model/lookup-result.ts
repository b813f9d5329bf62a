// What was found: a name's declarations, and a template's instantiations.

import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { Entity } from './entity.ts';
import type { Environment, UnitMemo } from './environment.ts';

/** Where a name is declared. Several declarations: overloads, or a template with its specialisations. */
export interface LookupResult {
  readonly declarations: readonly Declaration[];
  /** The scope that declares it, and the environment that the scope is in. */
  readonly scope: Scope;
  readonly env: Environment;
  /** Whether several declarations stand under different conditions of the preprocessor. */
  readonly isAmbiguous: boolean;
  /** Why it cannot be told which of several is meant. */
  readonly reason?: string;
}

/** A template with arguments. */
export interface Instantiation {
  /** An environment over the template's scope, or the function's, with the parameters bound. */
  readonly env: Environment;
  /** The parameters that got a value: `kBlockM = 128`. */
  readonly arguments: readonly { readonly name: string; readonly value: Entity }[];
  /** Where it is named. */
  readonly memo: UnitMemo;
  readonly expr: Expr;
  /** The file that names it, where that is one that imports the file. */
  readonly uri?: string | null;
}
