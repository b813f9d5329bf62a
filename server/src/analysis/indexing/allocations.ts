// Memory that a function of C++ has allocated itself, and how many bytes of it: `cudaMalloc(&p, bytes)`, `malloc(bytes)`.

import type { BinaryExpr, Expr, UnaryExpr } from '../../frontends/common/expression.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../document/extents.ts';
import { functionAround } from '../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../document/written/call.ts';
import { declarationsOf } from '../document/written/declarations.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { functionCodeAt } from './text/function-code.ts';
import { pointerOf } from './text/pointers.ts';

interface AllocationContext {
  readonly model: DocumentModel;
  readonly text: string;
}

interface Allocation {
  /** The variable that points to its beginning. */
  readonly name: string;
  readonly bytes: number;
}

/** Functions that write the address where their first argument points to; the second one is how many bytes. */
const BY_ADDRESS = ['cudaMalloc', 'cudaMallocAsync', 'cudaMallocManaged', 'cudaMallocHost'];

/** Whether the runtime's function is called: no member, and none that the file declares itself. */
function isOfLibrary({ name, callee, object }: WrittenCall, text: string): boolean {
  const own = new RegExp(`(?!\\b(?:return|else|throw)\\b)\\b[A-Za-z_]\\w*\\b[\\s*&]*[\\s*&]${name}\\s*\\(`);
  const of = expressionAt(callee);
  const isNamed = of?.kind === 'name' || (of?.kind === 'qualified' && isStandard(of.scope));
  return object === null && isNamed && !own.test(codeOf(text, 'cpp'));
}

const isStandard = (scope: Expr | null): boolean =>
  scope === null || (scope.kind === 'name' && scope.name === 'std');

const expressionAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

/** The variable of `&p`, also behind a cast, `(void**)&p`, which is read as `*` of something and a mask. */
function addressedBy(site: Site): string | null {
  const expr = expressionAt(site);
  const isCast = expr?.kind === 'binary' && expr.left.kind === 'unary' && expr.left.operator === '*';
  const of = expr?.kind === 'unary' ? expr.operand : isCast ? expr.right : null;
  return of?.kind === 'name' && (expr as UnaryExpr | BinaryExpr).operator === '&' ? of.name : null;
}

const CASTS: ReadonlySet<string> = new Set(['reinterpret_cast', 'static_cast', 'const_cast']);
const POINTER_MAKERS: ReadonlySet<string> = new Set(['make_gmem_ptr', 'make_smem_ptr', 'recast_ptr']);

/** What stands there without casts, as `p` of `make_gmem_ptr(reinterpret_cast<half_t*>(p))`. */
function uncast(site: Site): Site {
  const expr = expressionAt(site);
  if (!(site instanceof PlacedSite) || expr === null) return site;
  const call = writtenCall(site);
  if (call === null || call.args.length !== 1 || call.name === '[]') return site;
  // `(half_t*)p` is a call of a type.
  const callee = expressionAt(call.callee);
  const isCast = callee?.kind === 'unary' && callee.operator === '*';
  return isCast || CASTS.has(call.name) || POINTER_MAKERS.has(call.name) ? uncast(call.args[0]!) : site;
}

function numberAt(model: DocumentModel, site: Site | undefined): number | null {
  return settledNumberAt(model, site) ?? null;
}

/** Whether a pointer is given nothing but what one call writes to its address, as far as the code of the function tells. */
function isWrittenOnce(code: string, name: string, isInitialised: boolean): boolean {
  const count = (pattern: string): number => code.match(new RegExp(pattern, 'g'))?.length ?? 0;
  const moved = `(?:\\+\\+|--)\\s*${name}\\b|(?<![\\w.>])${name}\\s*(?:\\+\\+|--)|\\b(?:swap|exchange|tie)\\s*\\([^;]*\\b${name}\\b`;
  const referred = `&\\s*\\w+\\s*(?:=|\\(|\\{)\\s*${name}\\b`;
  return (
    count(moved) === 0 &&
    count(referred) === 0 &&
    count(`(?<![\\w.>])${name}\\s*(?:[-+]\\s*)?=(?!=)`) <= (isInitialised ? 1 : 0) &&
    count(`&\\s*${name}\\b(?!\\s*\\[)`) === 1
  );
}

/** Functions of the file that may put another pointer into the variable that they are handed, `void grow(float*& p)`. */
const TAKES_REFERENCE = /\b(\w+)\s*\((?:[^()]*,)?[^(),]*\*\s*(?:const\s*)?&{1,2}\s*\w+[^()]*\)/g;

const isHandedAsReference = (code: string, name: string, fileCode: string): boolean =>
  [...fileCode.matchAll(TAKES_REFERENCE)].some(([, callee]) =>
    new RegExp(`\\b${callee}\\s*(?:<[^;{}()]*>)?\\s*\\([^;{}]*\\b${name}\\b`).test(code),
  );

const callsByAddress = ({ sitesByUnit }: DocumentModel, code: string): readonly Site[] =>
  BY_ADDRESS.filter((name) => code.includes(name)).flatMap((name) =>
    sitesByUnit.flatMap(({ parts }) => parts.flatMap(({ callsBy }) => callsBy(name))),
  );

/** The call that writes the address of the memory to a variable of the same function. */
function allocatedByAddress(
  { model, text }: AllocationContext,
  site: PlacedSite,
  name: string,
): number | null {
  const around = functionAround(site);
  const [declared, ...others] = declarationsOf(site, name);
  if (around === null || declared?.kind !== 'value' || declared.isReference || others.length > 0) return null;
  const { start } = declared.nameSpan;
  if (start < around.span.start || start >= around.span.end) return null;
  const code = functionCodeAt(site, text)?.code;
  if (code === undefined || !isWrittenOnce(code, name, declared.init !== null)) return null;
  if (isHandedAsReference(code, name, codeOf(text, 'cpp'))) return null;
  for (const at of callsByAddress(model, code)) {
    const call = writtenCall(at);
    const [target, bytes] = call?.args ?? [];
    if (call === null || target === undefined || addressedBy(uncast(target)) !== name) continue;
    if (functionAround(at) !== around || !(at instanceof PlacedSite)) continue;
    // Another variable of the name may be meant.
    if (declarationsOf(at, name)[0] !== declared || !isOfLibrary(call, text)) return null;
    return numberAt(model, bytes);
  }
  return null;
}

/** What `malloc` is given where a pointer is declared. */
function allocatedAtOnce({ model, text }: AllocationContext, site: Site): number | null {
  const given = pointerOf(site, text);
  const made = given === null ? null : uncast(given);
  const call = made === null ? null : writtenCall(made);
  return call?.name === 'malloc' && call.args.length === 1 && isOfLibrary(call, text)
    ? numberAt(model, call.args[0])
    : null;
}

/** The memory at whose beginning a pointer stands; null where it is not known how much of it there is. */
export function allocationAt(context: AllocationContext, pointer: Site): Allocation | null {
  const site = uncast(pointer);
  const expr = expressionAt(site);
  if (!(site instanceof PlacedSite) || site.dialect !== 'cpp' || expr?.kind !== 'name') return null;
  const { name } = expr;
  const bytes = allocatedByAddress(context, site, name) ?? allocatedAtOnce(context, site);
  return bytes === null ? null : { name, bytes };
}
