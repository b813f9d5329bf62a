// Operand A of a product in tensor memory, which begins as many of its own elements behind a pointer as what is stored for
// it begins columns: `tOrP.iterator + OFFSET`, where another tensor is put at `pointer + OFFSET`.

import { Pointer, TypeValue } from '../../../../evaluate/model/value.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt, operandsAt } from '../../../document/written/expressions.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { writtenAt } from './allocations.ts';
import { fragmentAt } from './columns.ts';
import { givenAt } from './given.ts';

/** How many names are followed. */
const MAXIMUM_DEPTH = 8;
/** Of a column. */
const BITS = 32;

/** What a name stands for, as far as it is given. */
function meantBy(site: Site, depth = 0): Site {
  const given = depth > MAXIMUM_DEPTH ? null : givenAt(site);
  return given === null ? site : meantBy(given, depth + 1);
}

/** The call that makes a tensor, or what it is a slice of. */
function makerOf(site: Site, depth = 0): WrittenCall | null {
  const call = writtenCall(meantBy(site));
  return call?.name === '[]' && depth < MAXIMUM_DEPTH ? makerOf(call.callee, depth + 1) : call;
}

/** `x` of `x.iterator` */
function iteratedAt(site: Site | undefined): Site | null {
  const member = site === undefined ? null : memberAt(meantBy(site));
  return member?.name === 'iterator' ? member.object : null;
}

/** A tensor that is made at a pointer which is no other tensor's. */
interface PutTensor {
  readonly site: Site;
  /** What the pointer stands for. */
  readonly root: Site;
  /** What is added to it; null: nothing. */
  readonly by: Site | null;
  readonly layout: Site;
}

function putTensor(site: Site, call: WrittenCall): PutTensor | null {
  const [iterator, layout] = [argumentAt(call, 0, 'iterator'), argumentAt(call, 1, 'layout')];
  if (call.name !== 'make_tensor' || iterator === undefined || layout === undefined) return null;
  const sum = operandsAt(meantBy(iterator));
  if (sum !== null && sum.operator !== '+') return null;
  const root = meantBy(sum?.left ?? iterator);
  return memberAt(root)?.name === 'iterator' ? null : { site, root, by: sum?.right ?? null, layout };
}

interface Operand {
  readonly mma: Site;
  /** Of an element. */
  readonly type: TypeValue;
  /** What it begins at the start of. */
  readonly at: PutTensor;
}

/** `mma.make_fragment_A(cute.make_tensor(accumulator.iterator, make_smem_layout_a(mma, tile, type, 1).outer))` */
function operandOf({ model, text }: RuleContext, site: Site): Operand | null {
  const fragment = makerOf(site);
  const [given] = fragment?.args ?? [];
  if (fragment?.name !== 'make_fragment_A' || fragment.object === null || given === undefined) return null;
  const made = makerOf(given);
  const layout = made?.name === 'make_tensor' ? argumentAt(made, 1, 'layout') : undefined;
  const accumulator = iteratedAt(made === null ? undefined : argumentAt(made, 0, 'iterator'));
  const outer = layout === undefined ? null : memberAt(meantBy(layout));
  const staged = outer?.name === 'outer' ? makerOf(outer.object) : null;
  if (accumulator === null || staged?.name !== 'make_smem_layout_a') return null;
  const [mma, type] = [
    argumentAt(staged, 0, 'tiled_mma'),
    settledValueOf(model, argumentAt(staged, 2, 'a_dtype')),
  ];
  const isOfIt = mma !== undefined && writtenAt(mma, text) === writtenAt(fragment.object, text);
  const its = makerOf(accumulator);
  const at = its === null ? null : putTensor(accumulator, its);
  if (!isOfIt || !(type instanceof TypeValue) || at === null || fragmentAt(at.layout) === null) return null;
  return { mma, type, at };
}

/** Whether a pointer counts columns: it is of 32 bits, as are the accumulators of an MMA that multiplies bfloat16. */
function countsColumns({ model, text }: RuleContext, { mma, type, at }: Operand, all: readonly PutTensor[]) {
  const pointer = settledValueOf(model, at.root);
  if (pointer instanceof Pointer && pointer.engine.bits !== null)
    return pointer.engine.space === 'tmem' && pointer.engine.bits === BITS;
  return (
    type.name === 'BFloat16' &&
    all.some(({ layout }) => {
      const fragment = fragmentAt(layout);
      const by = fragment === null ? null : (writtenCall(fragment)?.object ?? null);
      return by !== null && writtenAt(by, text) === writtenAt(mma, text);
    })
  );
}

/** Findings of `tmem-columns` about operands in tensor memory. */
export function checkOperands(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect !== 'python' || !mentions(text, 'make_smem_layout_a')) return [];
  const made = callsOf(model, 'make_tensor');
  const put = made.flatMap(({ site, call }) => putTensor(site, call) ?? []);
  return made.flatMap(({ site, call }): readonly RuleFinding[] => {
    const sum = operandsAt(argumentAt(call, 0, 'iterator') ?? site);
    const of = sum?.operator === '+' ? iteratedAt(sum.left) : null;
    const operand = of === null ? null : operandOf(context, of);
    const count = operand === null ? undefined : settledNumberAt(model, sum!.right);
    if (operand === null || count === undefined || count <= 0 || model.neverRuns(site)) return [];
    const root = writtenAt(operand.at.root, text);
    const beside = put.filter(
      (each) => writtenAt(each.root, text) === root && functionAround(each.site) === functionAround(site),
    );
    const columns = beside.map(({ by }) => (by === null ? 0 : settledNumberAt(model, by)));
    const first = operand.at.by === null ? 0 : settledNumberAt(model, operand.at.by);
    const { bits } = operand.type;
    if (first !== 0 || bits === null || bits >= BITS || !countsColumns(context, operand, beside)) return [];
    const begins = (count * bits) / BITS;
    // Where something is put at its place it may be meant.
    if (columns.includes(undefined) || columns.includes(begins)) return [];
    const written = writtenAt(sum!.right, text);
    const isStored = beside.some(
      ({ by, layout }) => by !== null && writtenAt(by, text) === written && fragmentAt(layout) === null,
    );
    if (!isStored || !/^[\w.]+$/.test(written)) return [];
    const message = `the operand begins at column ${begins} of tensor memory, and what is put at ${written} at column ${count}: its iterator counts elements of ${bits} bits`;
    const fix = { span: sum!.right.span, newText: `${written} * ${BITS / bits}` };
    return [{ span: sum!.right.span, message, fixes: [{ title: 'Count elements', ...fix }] }];
  });
}
