// Tensors of CuTe DSL in tensor memory, and the columns that they take of what their allocator gives:
// `cute.make_tensor(pointer + 256, layout)`, where a loop over known rounds counts, in each round.

import { Pointer, Tensor, type Value } from '../../../../evaluate/model/value.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { namesOf } from '../../../../frontends/common/expression-parts.ts';
import { numberIn, settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt, operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { OPERATORS } from '../../../document/written/number-operators.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';
import { writtenAt } from './allocations.ts';
import { columnsOfLayout, leastColumns } from './columns.ts';

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 8;
/** How many rounds of a loop are looked at. */
const MAXIMUM_ROUNDS = 32;

export interface PlacedTensor {
  /** The call of `make_tensor`. */
  readonly site: Site;
  readonly layout: Site;
  /** The allocator, as it is written. */
  readonly base: string;
  /** Its first column; of a loop's counter, that in each round. */
  readonly firsts: readonly number[];
  /** The counter that decides, if one does. */
  readonly counter: string | null;
  readonly columns: number;
  /** Whether it may take more of them. */
  readonly isLeast: boolean;
}

type Model = RuleContext['model'];

/** A pointer as it is written: where an allocation begins, and what is added to it. */
interface WrittenPointer {
  readonly allocator: Site;
  readonly added: readonly Site[];
}

/** `tmem.retrieve_ptr(cutlass.Float32) + n`, a name for it, and the `iterator` of a tensor that is made there. */
function pointerAt(model: Model, site: Site, depth = 0): WrittenPointer | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const next = (to: Site): WrittenPointer | null => pointerAt(model, to, depth + 1);
  const given = initialiserOf(site);
  if (given !== null) return next(given);
  const sum = operandsAt(site);
  if (sum?.operator === '+') {
    const before = next(sum.left);
    return before === null ? null : { ...before, added: [...before.added, sum.right] };
  }
  const member = memberAt(site);
  if (member?.name === 'iterator') {
    const made = writtenCall(initialiserOf(member.object) ?? member.object);
    const iterator = made?.name === 'make_tensor' ? argumentAt(made, 0, 'iterator') : undefined;
    return iterator === undefined ? null : next(iterator);
  }
  const call = writtenCall(site);
  if (call?.name !== 'retrieve_ptr' || call.object === null) return null;
  const pointer = settledValueOf(model, site);
  const isOfColumns =
    pointer instanceof Pointer && pointer.engine.space === 'tmem' && pointer.engine.bits === 32;
  return isOfColumns ? { allocator: call.object, added: [] } : null;
}

/** A number that may rest on a counter, of which the value is given. */
function numberWith(model: Model, site: Site, counter: string, value: number, depth = 0): number | undefined {
  const known = settledNumberAt(model, site);
  if (known !== undefined || depth > MAXIMUM_DEPTH) return known;
  const of = (part: Site): number | undefined => numberWith(model, part, counter, value, depth + 1);
  if (nameAt(site) === counter) return value;
  const given = initialiserOf(site);
  if (given !== null) return of(given);
  const call = writtenCall(site);
  if (call?.name === '[]' && call.args.length === 1) {
    const [items, at] = [settledValueOf(model, call.callee), of(call.args[0]!)];
    if (!Array.isArray(items) || at === undefined || at < 0) return undefined;
    return numberIn((items[at] as Value | undefined) ?? null);
  }
  const operands = operandsAt(site);
  const [left, right] = operands === null ? [] : [of(operands.left), of(operands.right)];
  return left === undefined || right === undefined ? undefined : resultOf(operands!.operator, left, right);
}

/** What is an integer in Python; of numbers below zero C++ and Python have different remainders. */
function resultOf(operator: string, left: number, right: number): number | undefined {
  if (!/^(?:[-+*%]|\/\/)$/.test(operator) || (operator === '%' && left < 0)) return undefined;
  const result = OPERATORS[operator]?.(left, right);
  return Number.isInteger(result) ? result : undefined;
}

const exprAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

function nameAt(site: Site): string | null {
  const expr = exprAt(site);
  return expr?.kind === 'name' ? expr.name : null;
}

interface Firsts {
  readonly firsts: readonly number[];
  readonly counter: string | null;
}

/** The sum of what is added to a pointer; null where it is not known, or rests on several counters. */
function firstColumns(model: Model, added: readonly Site[]): Firsts | null {
  const numbers = added.map((site) => settledNumberAt(model, site));
  if (!numbers.includes(undefined))
    return { firsts: [(numbers as number[]).reduce((a, b) => a + b, 0)], counter: null };
  const [rounds, ...others] = countersOf(model, added);
  if (rounds === undefined || others.length > 0) return null;
  const { first, last, step, counter } = rounds;
  if ((last - first) / step >= MAXIMUM_ROUNDS) return null;
  const firsts: number[] = [];
  for (let value = first; value <= last; value += step) {
    const terms = added.map((site) => numberWith(model, site, counter, value));
    if (terms.includes(undefined)) return null;
    firsts.push((terms as number[]).reduce((a, b) => a + b, 0));
  }
  return { firsts, counter };
}

/** The counters of loops that some numbers name, also by what they were given. */
function countersOf(model: Model, added: readonly Site[]) {
  const found = new Map<string, NonNullable<ReturnType<typeof roundsAt>>>();
  const search = (site: Site, depth: number): void => {
    const expr = exprAt(site);
    if (!(site instanceof PlacedSite) || expr === null || depth > MAXIMUM_DEPTH) return;
    for (const name of namesOf(expr)) {
      const at = siteOf(site, name);
      const rounds = roundsAt(model, at);
      if (rounds !== null) found.set(rounds.counter, rounds);
      const given = rounds === null && settledNumberAt(model, at) === undefined ? initialiserOf(at) : null;
      if (given !== null) search(given, depth + 1);
    }
  };
  for (const site of added) search(site, 0);
  return [...found.values()];
}

/** The tensors of a document whose place and size are known. */
export function placedTensors(context: RuleContext): readonly PlacedTensor[] {
  const { model, text } = context;
  return callsOf(model, 'make_tensor').flatMap(({ site, call }) => {
    const [iterator, layout] = [argumentAt(call, 0, 'iterator'), argumentAt(call, 1, 'layout')];
    if (iterator === undefined || layout === undefined) return [];
    const pointer = pointerAt(model, iterator);
    const at = pointer === null ? null : firstColumns(model, pointer.added);
    if (pointer === null || at === null || at.firsts.some((first) => first < 0)) return [];
    const tensor = settledValueOf(model, site);
    const known = tensor instanceof Tensor ? columnsOfLayout(tensor.layout) : undefined;
    const columns = known ?? leastColumns(context, layout, pointer.allocator);
    if (columns === undefined) return [];
    const base = writtenAt(pointer.allocator, text);
    return [{ site, layout, base, ...at, columns, isLeast: known === undefined }];
  });
}
