// What everything that takes part in evaluation may ask of it. The evaluator of evaluate/core is the one that answers.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import type { Entity, UsedAssumption } from './entity.ts';
import type { Environment, Result } from './environment.ts';
import type { FileView } from './file.ts';
import type { Language } from './language.ts';
import type { Library } from './library.ts';
import type { LookupResult } from './lookup-result.ts';
import type { Value } from './value.ts';

export interface Evaluation {
  /** That of the text that is evaluated. */
  readonly language: Language;
  /** Its library, for values that are one of several too. */
  readonly rules: Library;
  /** The file that is evaluated. */
  readonly db: FileView;
  /** Whether no steps are left, so that something was not worked out. */
  readonly isOverBudget: boolean;
  /** The result of an expression; the entry for everyone outside. */
  result(expr: Expr, env: Environment): Result;
  /** The result of a declaration's name; the entry for everyone outside. */
  declared(declaration: Declaration, scope: Scope, env: Environment): Result;
  /** What a declared name stands for in an environment, worked out once. */
  declaration(declaration: Declaration, scope: Scope, env: Environment): Result;
  evaluate(expr: Expr, env: Environment): Entity | Failure;
  /** An expression as a value: failures and what only the host has are unknown to whoever needs a value. */
  value(expr: Expr, env: Environment): Value;
  /** Where a name is declared, seen from a position. */
  find(name: string, position: number, env: Environment): LookupResult | null;
  /** What the declarations that were found stand for. */
  found(found: LookupResult, name: string): Entity | Failure;
  /** `scope::name`, `object.name`. */
  memberOf(scope: Entity, name: string, env: Environment): Entity | Failure;
  /** What stands before `<`: inside of a class its own name is the template's there. */
  templateNamed(expr: Expr, env: Environment): Entity | Failure;
  /** Whether a directive or a setting gives the template parameter a value. */
  isGiven(d: Declaration, env: Environment): boolean;
  /** Notes that a parameter was given a value. */
  noteAssumption(parameter: UsedAssumption): void;
  /** What a body gives, and what was given a value meanwhile: whoever uses it notes that. */
  noting<T>(body: () => T): { readonly value: T; readonly parameters: readonly UsedAssumption[] };
  /** Runs an operation of the library, remembering it for its explanation. */
  run(builtin: Builtin, call: BuiltinCall): Value | Failure;
  /** Notes what the algebra supposes of symbols meanwhile: `kBlockM ≠ 1`. */
  collectSuppositions<T>(body: () => T): T;
  /** Runs a search over many expressions with steps of its own. */
  withSearchBudget<T>(body: () => T): T;
  /** Works out what others will be told who stand elsewhere: it depends on all that it looks at. */
  forOthers<T>(body: () => T): T;
  /** Runs a part of a search with so many of its steps at most. */
  withStepLimit<T>(steps: number, body: () => T): T;
}
