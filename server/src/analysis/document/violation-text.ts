// What a finding says of an operation without a value: the cause, and the values that the operation was given.

import { isFailure, type Violation } from '../../algebra/integer/failure.ts';
import { isInt } from '../../algebra/layout/kinds.ts';
import type { Result } from '../../evaluate/model/environment.ts';
import { OneOf, Tensor, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { PLAIN, styleOf, valueText } from '../../render/text/text.ts';
import { cutAt } from '../values/truncate.ts';
import { operationKind } from '../values/verdicts.ts';

/** An argument of an operation, with the words that stand for it in the code. */
export interface Given {
  readonly written: string;
  readonly value: Value;
  /** What messages call it: the A or B of a composition, the tiler of a division. */
  readonly role?: string;
}

/** What an operation was given, the object of a member function or of a call first. */
export function givenTo(
  made: Result['provenance'],
  expr: Expr,
  text: (e: Expr) => string,
  valueAt: (e: Expr) => Value | null,
): readonly Given[] {
  if (made === null) return [];
  const written = expr.kind === 'compose' ? expr.operands : expr.kind === 'call' ? argumentsOf(expr) : [];
  const { name, args, keywords } = made.call;
  const all = [...args, ...keywords.values()];
  const roles = rolesOf(name, all);
  // What is no side of an operation says little by itself.
  const given = (roles.length > 0 ? all : args).map((value, i) => {
    const role = roles[i];
    return { written: written[i] ? text(written[i]) : '', value, ...(role === undefined ? {} : { role }) };
  });
  if (expr.kind !== 'call') return given;
  const { callee } = expr;
  const object = callee.kind === 'member' ? callee.object : made.call.name === '()' ? callee : null;
  const value = object === null ? null : valueAt(object);
  return object === null || value === null ? given : [{ written: text(object), value }, ...given];
}

/** Those by their places, then those by name. */
const argumentsOf = ({ args, keywords }: CallExpr): readonly Expr[] => [
  ...args,
  ...keywords.map(({ value }) => value),
];

/**
 * The compositions that a division or product comes down to have other sides than its arguments, and so has a
 * composition mode by mode.
 */
function rolesOf(name: string, args: readonly Value[]): readonly string[] {
  const kind = args.length === 2 ? operationKind({ operation: name }) : null;
  if (kind === null) return [];
  const layout = kind === 'product' ? 'block' : 'layout';
  return kind === 'composition' && !Array.isArray(args[1]) ? ['A', 'B'] : [layout, 'tiler'];
}

/** Longer ones say more than anybody reads. */
const MAXIMUM_VALUE = 80;
const NAME = /^[A-Za-z_][\w.:]*$/;
/** The sides of a composition, where a message speaks of them. */
const SIDES = /\b(?:A|B)\b/;

const alternativesOf = (value: Value): readonly Value[] =>
  value instanceof OneOf ? value.alternatives : [value];

/** The message, with the values that it does not show already. */
export function violationText(
  { message, code }: Pick<Violation, 'message' | 'code'>,
  values: readonly Given[],
  dialect: Dialect,
): string {
  const saysSides = SIDES.test(message) && values.some(({ role }) => role !== undefined);
  // Beside a layout a number says little.
  const isAboutKinds = code === 'wrong-kind';
  const telling = !isAboutKinds && values.some(({ value }) => typeof value === 'object' && !isInt(value));
  const isOfTensors = values.some(({ value }) => alternativesOf(value).some((v) => v instanceof Tensor));
  const named = values.flatMap(({ written, value, role }) => {
    // Which tiling it was is said by the tensors that it gave.
    if (isOfTensors && alternativesOf(value).every(isHardwareValue)) return [];
    if (isFailure(value) || value instanceof Unknown || typeof value === 'string') return [];
    if (!saysSides && telling && isInt(value)) return [];
    const side = saysSides ? role : undefined;
    const shown = valueText(value, styleOf(dialect));
    // Of a tuple or number that the message has already nothing is left to say.
    if (side === undefined && !isAboutKinds && message.includes(valueText(value, PLAIN))) return [];
    const names = new Set([side, NAME.test(written) && written !== shown ? written : undefined]);
    return [[...names, cutAt(shown, MAXIMUM_VALUE)].filter((n) => n !== undefined).join(' = ')];
  });
  if (named.length === 0) return message;
  const given = saysSides ? '' : named.length === 1 && !isAboutKinds ? 'in ' : 'given ';
  return `${message}; ${given}${named.join(', ')}`;
}
