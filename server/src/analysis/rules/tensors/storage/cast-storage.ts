// Shared memory that is taken for something larger: bytes for an object, `*reinterpret_cast<SharedStorage*>(smem)`, or an
// object for elements, `reinterpret_cast<float*>(&storage)`.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Pointer, Tensor } from '../../../../evaluate/model/value.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import type { Expr, MemberExpr, NameExpr } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { functionNameAt } from '../../../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { addressOf } from '../../../indexing/addresses.ts';
import { isUniform } from '../../../indexing/lanes.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { launchesKernels } from '../../../launches/kernel-names.ts';
import { launchedBytes } from '../../../launches/launches.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** `S` of `reinterpret_cast<S*>(…)` */
function objectType(site: PlacedSite): Expr | null {
  const expr = site.node.kind === 'expression' ? site.node.expr : null;
  const [to] = expr?.kind === 'call' && expr.callee.kind === 'template' ? expr.callee.args : [];
  return to?.kind === 'unary' && to.operator === '*' && to.operand.kind !== 'unary' ? to.operand : null;
}

/** `sizeof(S)`, where the cast stands. */
function sizeAt(model: DocumentModel, site: PlacedSite, operand: Expr): number | undefined {
  const { span } = operand;
  const callee: Expr = { kind: 'name', span, name: 'sizeof' };
  const size = knownValueOf(
    model,
    siteOf(site, { kind: 'call', span, callee, args: [operand], keywords: [] }),
  );
  return size !== null && isInteger(size) ? knownNumber(size) : undefined;
}

interface Memory {
  readonly bytes: number;
  readonly what: string;
}

/** The array that is cast: as long as it is declared, or, of an `extern` one, what every launch of the kernel asks for. */
function memoryAt(context: RuleContext, site: Site, { args }: WrittenCall): Memory | null {
  const { model, text } = context;
  const [given] = args;
  const name = given === undefined ? '' : text.slice(given.span.start, given.span.end);
  if (given === undefined || !/^\w+$/.test(name)) return null;
  const pointer = knownValueOf(model, given);
  const room = pointer instanceof Pointer ? pointer.engine.room : undefined;
  if (room?.elements != null && room.bits !== null)
    return { bytes: (room.elements * room.bits) / 8, what: `${name} has` };
  const kernel = functionNameAt(site);
  const bytes = kernel === null ? undefined : bytesAsked(context, kernel);
  return bytes === undefined || !isExtern(text, name) ? null : { bytes, what: 'the launches ask for' };
}

/** What is said of kernels, each of which the launches are looked for once. */
const asked = new WeakMap<RuleContext, Map<string, number | undefined>>();

/** What every launch of a kernel asks for. */
export function bytesAsked(context: RuleContext, kernel: string): number | undefined {
  if (!launchesKernels(context.text)) return undefined;
  const known = asked.get(context) ?? new Map<string, number | undefined>();
  asked.set(context, known);
  if (!known.has(kernel)) known.set(kernel, launchedBytes(context, kernel));
  return known.get(kernel);
}

/** Whether there is an `extern` array of the name. */
const isExtern = (text: string, name: string): boolean =>
  new RegExp(`\\bextern\\s+__shared__\\s[^;{}]*\\b${name}\\s*\\[\\s*\\]`).test(codeOf(text, 'cpp'));

export function checkCast({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (call.name !== 'reinterpret_cast' || !(site instanceof PlacedSite)) return [];
  const type = objectType(site);
  const size = type === null ? undefined : sizeAt(context.model, site, type);
  const memory = size === undefined ? null : memoryAt(context, site, call);
  if (type === null || memory === null || size === undefined || size <= memory.bytes) return [];
  if (context.model.neverRuns(site)) return [];
  const { start, end } = siteOf(site, type).span;
  const message = `${context.text.slice(start, end)} takes ${size} bytes, and ${memory.what} ${memory.bytes}`;
  return [{ span: site.span, message, data: { needed: size, has: memory.bytes } }];
}

const POINTER_MAKERS: ReadonlySet<string> = new Set(['make_smem_ptr', 'make_gmem_ptr']);

/** `object`, or `object.member`, in `make_smem_ptr(reinterpret_cast<T*>(&object))`, as expressions there. */
interface Behind {
  readonly cast: PlacedSite;
  readonly object: NameExpr;
  readonly member: MemberExpr | null;
}

function objectBehind(pointer: Site): Behind | null {
  const call = writtenCall(pointer);
  const [given] = call?.args ?? [];
  if (call === null || given === undefined) return null;
  if (POINTER_MAKERS.has(call.name)) return objectBehind(given);
  if (call.name !== 'reinterpret_cast' || !(given instanceof PlacedSite)) return null;
  const expr = given.node.kind === 'expression' ? given.node.expr : null;
  const of = expr?.kind === 'unary' && expr.operator === '&' ? expr.operand : null;
  if (of?.kind === 'member' && of.object.kind === 'name')
    return { cast: given, object: of.object, member: of };
  return of?.kind === 'name' ? { cast: given, object: of, member: null } : null;
}

/** How many bytes an object in shared memory has, or the launches leave it; undefined where there may be more behind it. */
function bytesFrom(site: Site, { cast, object }: Behind, context: RuleContext): number | undefined {
  const code = codeOf(context.text, 'cpp');
  const { name } = object;
  // An element of an array has others behind it.
  const isWhole = new RegExp(`\\b__shared__\\s(?:[^;{}()&*]|\\([^()]*\\))*\\b${name}\\s*;`);
  if (isWhole.test(code)) return sizeAt(context.model, cast, object);
  const referred = new RegExp(
    `\\b(\\w+)\\s*&\\s*${name}\\s*=\\s*\\*\\s*reinterpret_cast<\\s*\\1\\s*\\*\\s*>\\s*\\(\\s*(\\w+)\\s*\\)`,
  );
  const around = functionCodeAt(site, context.text)?.code ?? '';
  const [, , memory] = referred.exec(around) ?? [];
  const kernel = memory !== undefined && isExtern(context.text, memory) ? functionNameAt(site) : null;
  return kernel === null ? undefined : bytesAsked(context, kernel);
}

/** `make_tensor(make_smem_ptr(reinterpret_cast<T*>(&storage)), layout)`, also of a member of it, to the end of the whole. */
export function checkObject({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const [pointer] = call.args;
  if (call.name !== 'make_tensor' || pointer === undefined || site.dialect !== 'cpp') return [];
  const behind = objectBehind(pointer);
  const value = behind === null ? null : knownValueOf(model, site);
  if (behind === null || !(value instanceof Tensor) || value.engine.bits === null) return [];
  const last = farthestOffset(value.layout);
  const bytes = last === null ? undefined : bytesFrom(site, behind, context);
  if (bytes === undefined || last === null) return [];
  const { cast, object, member } = behind;
  const before = member === null ? 0 : model.memberPlace(siteOf(cast, member))?.offset;
  const needed = Math.ceil(((last + 1) * value.engine.bits) / 8);
  if (before === undefined || needed <= bytes - before || model.neverRuns(site)) return [];
  const shown = valueText(value.layout, styleOf(site.dialect));
  const written = (e: Expr): string => {
    const { start, end } = siteOf(cast, e).span;
    return text.slice(start, end);
  };
  const has =
    member === null
      ? `${object.name} has ${bytes}`
      : `from ${written(member)} to the end of ${object.name} there are ${bytes - before}`;
  const message = `${shown} of ${value.engine.bits} bits takes ${needed} bytes, and ${has}`;
  return [{ span: site.span, message, data: { needed, has: bytes - before } }];
}

/** A tensor in the `extern` array that the launches give its bytes. */
export function checkDynamic({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const [pointer] = call.args;
  const kernel = functionNameAt(site);
  if (pointer === undefined || kernel === null || site.dialect !== 'cpp' || model.neverRuns(site)) return [];
  const has = bytesAsked(context, kernel);
  const from = has === undefined ? null : addressOf({ model, text, block: null }, pointer);
  if (from === null || from.array === null || from.array.extents.length > 0 || from.bytes.isMoved) return [];
  const value = isUniform(from.bytes) ? knownValueOf(model, site) : null;
  if (!(value instanceof Tensor) || value.engine.bits === null) return [];
  const last = farthestOffset(value.layout);
  if (last === null || has === undefined) return [];
  const needed = from.bytes.of(0) + Math.ceil(((last + 1) * value.engine.bits) / 8);
  if (needed <= has) return [];
  const shown = valueText(value.layout, styleOf(site.dialect));
  const message = `${shown} of ${value.engine.bits} bits ends ${needed} bytes behind the start of ${from.array.name}, and the launches ask for ${has}`;
  return [{ span: site.span, message, data: { needed, has } }];
}
