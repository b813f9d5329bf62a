// What a function of the file returns whose body is one statement: `return row * kPitch + column;`.

import type { Expr } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { WrittenCall } from '../document/written/call.ts';
import { declarationsOf } from '../document/written/declarations.ts';
import { siteOf } from '../document/written/expressions.ts';
import { plainFunction, type WrittenFunction } from '../document/written/functions.ts';
import { tie } from '../document/written/tie.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

interface Context {
  readonly model: Pick<DocumentModel, 'sitesByUnit'>;
  readonly text: string;
}

interface Returned {
  readonly site: PlacedSite;
  readonly expr: Expr;
  /** The arguments by the names of the parameters. */
  readonly given: ReadonlyMap<string, Site>;
}

/** Integers that hold the numbers of elements of any array in shared memory. */
const WIDE = /^(?:(?:unsigned |signed )?(?:int|long|long long)|unsigned|auto|u?int(?:32|64)_t|size_t)$/;

const isWide = (type: Expr | null): boolean =>
  type === null || (type.kind === 'name' && WIDE.test(type.name));

/** So much of the text before the name of a function has what it returns. */
const NEAR = 120;

const RETURNS_WIDE =
  /\b(?:int|long|unsigned|auto|size_t|u?int(?:32|64)_t)\s+(?:(?:__\w+__|inline|static|constexpr)\s+)*\w+$/;

/** Whether a function returns an integer that is wide enough, as the words before its name say. */
function returnsWide({ scope, place }: WrittenFunction, text: string): boolean {
  const { start } = fileSpan(place.memo.placed, scope.span);
  const before = codeOf(text, 'cpp').slice(Math.max(0, start - NEAR), start);
  const [head] = /[^;{}]*$/.exec(before.trimEnd())!;
  return RETURNS_WIDE.test(head) && !/\b(?:short|char)\s/.test(head);
}

/** The one expression that a function returns, where nothing else is in its body but what describes it. */
function onlyReturn({ returns = [], expressions, children, assigned }: Scope): Expr | null {
  const [only] = returns;
  const others = expressions.filter(({ kind }) => kind !== 'string');
  const isAlone = returns.length === 1 && others.length === 1 && children.length === 0;
  return only !== undefined && isAlone && (assigned?.size ?? 0) === 0 ? only : null;
}

/** What a function of Python returns behind statements that only give its names values, and branches of such. */
const lastReturn = ({ returns = [], children }: Scope): Expr | null =>
  returns.length === 1 && children.every(isPlainBranch) ? returns[0]! : null;

const isPlainBranch = ({ kind, guard, returns = [], jumps = [], children }: Scope): boolean =>
  kind === 'block' &&
  guard != null &&
  returns.length === 0 &&
  jumps.length === 0 &&
  children.every(isPlainBranch);

/**
 * What a call of a function of Python returns whose body gives names values first, also parameters: whoever asks follows
 * what each name was given last.
 */
export const returnedBehind = (context: Context, site: Site, call: WrittenCall): Returned | null =>
  site.dialect === 'python' ? returned(context, site, call, 'numbers', lastReturn) : null;

/**
 * What a call of such a function returns, with what it is given; null for other calls.
 * @param of functions of numbers, or of `anything`
 */
export const returnedFor = (
  context: Context,
  site: Site,
  call: WrittenCall,
  of: 'numbers' | 'anything' = 'numbers',
): Returned | null => returned(context, site, call, of, onlyReturn);

function returned(
  context: Context,
  site: Site,
  { name, object, args }: WrittenCall,
  of: 'numbers' | 'anything',
  returnOf: (scope: Scope) => Expr | null,
): Returned | null {
  if (!(site instanceof PlacedSite) || object !== null || args.length === 0) return null;
  // A lambda, or an object that is called.
  if (declarationsOf(site, name).some(({ kind }) => kind !== 'function')) return null;
  const found = plainFunction(context.model, name);
  if (found === null || new RegExp(`#[ \\t]*define[ \\t]+${name}\\b`).test(context.text)) return null;
  const parameters = found.scope.declarations.filter(isParameter);
  const isOfNumbers = (): boolean => parameters.every(isNumber) && returnsWide(found, context.text);
  const isWanted = of === 'anything' || site.dialect === 'python' || isOfNumbers();
  if (!isWanted || parameters.length !== args.length) return null;
  const expr = returnOf(found.scope);
  if (expr === null) return null;
  tie(site.memo, found.place.memo, name);
  const given = new Map(parameters.map((parameter, i) => [parameter.name, args[i]!]));
  return { site: siteOf(found.place, expr), expr, given };
}

/** Whether a name is that of one function of the file, which takes numbers alone, and these by value. */
export function takesNumbers(model: Context['model'], name: string): boolean {
  const parameters = plainFunction(model, name)?.scope.declarations.filter(isParameter);
  return parameters?.every(isNumber) === true;
}

const isParameter = ({ kind }: Declaration): boolean => kind === 'parameter';
const isNumber = ({ type, isPack, isReference }: Declaration): boolean =>
  isWide(type) && isPack !== true && isReference !== true;
