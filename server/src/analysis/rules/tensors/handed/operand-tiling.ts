// Operands of `gemm` in C++ that another TiledMMA than the one it is given has handed out, or the same for the other
// operand, where their shapes fit.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { TypeValue, type Value } from '../../../../evaluate/model/value.ts';
import { elementsOf } from '../../../../hardware/memory/share.ts';
import type { Operand } from '../../../../hardware/mma/mma-atom.ts';
import { ThrMma, TiledMma, tileSizeMnk } from '../../../../hardware/mma/tiled-mma.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { handingCall } from './following.ts';
import { waysOf } from './handed-out.ts';

const OPERANDS: readonly Operand[] = ['A', 'B', 'C'];
/** Which of (M,N,K) the modes of an operand are. */
const MODES: Readonly<Record<Operand, readonly [0 | 1 | 2, 0 | 1 | 2]>> = { A: [0, 2], B: [1, 2], C: [0, 1] };

const PARTITION = /^partition_(?:fragment_|shape_)?([ABC])$/;

interface Handed {
  readonly by: Site;
  readonly mma: TiledMma;
  readonly part: Operand;
}

export function tiledOf(value: Value | null): TiledMma | null {
  if (value instanceof TypeValue) return value.instance === null ? null : tiledOf(value.instance);
  if (value instanceof ThrMma) return value.tiled;
  return value instanceof TiledMma ? value : null;
}

/** What handed out a fragment, or what it is a slice of; null where that is not known. */
export function handedBy({ model, text }: RuleContext, tensor: Site): Handed | null {
  const call = handingCall(tensor, waysOf(text, PARTITION))?.call;
  const part = PARTITION.exec(call?.name ?? '')?.[1] as Operand | undefined;
  const by = call?.object ?? call?.args[0];
  const mma = by === undefined ? null : tiledOf(knownValueOf(model, by));
  return part === undefined || mma === null ? null : { by: by!, mma, part };
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Whether the threads have the same elements of an operand by both; null where that is not known. */
export function isShared(one: TiledMma, other: TiledMma, operand: Operand): boolean | null {
  if ([one, other].some(({ atom }) => atom.homes[operand].kind !== 'registers')) return null;
  const extents = MODES[operand].map((mode) => {
    const [a, b] = [one, other].map((mma) => knownNumber(tileSizeMnk(mma, mode)));
    return a === undefined || b === undefined ? null : (a / divisor(a, b)) * b;
  });
  const [rows, columns] = extents;
  if (rows == null || columns == null) return null;
  const data = new Layout([rows, columns], [1, rows]);
  const [own, has] = [one, other].map((by) => elementsOf({ data, by, part: operand, thread: 0 }));
  if (isFailure(own!) || isFailure(has!)) return null;
  return own!.threads.join() === has!.threads.join() && own!.values.join() === has!.values.join();
}

/** Fragments of A and B in each other's place: where M and N are equal, the product is that of B and A. */
function exchanged([a, b]: readonly Site[], text: string): RuleFinding {
  const [first, second] = [a!, b!].map(({ span: { start, end } }) => text.slice(start, end));
  const span = { start: a!.span.start, end: b!.span.end };
  return {
    span,
    message: `${first} is a fragment of B and ${second} one of A: gemm takes A before B`,
    fixes: [{ title: 'Exchange the operands', span, newText: `${second}, ${first}` }],
  };
}

/** Accumulators may be the A of a product that follows. */
const isOfOther = (part: Operand, operand: Operand): boolean =>
  part !== operand && part !== 'C' && operand !== 'C';

function ofOther({ span }: Site, part: Operand, operand: Operand, text: string): RuleFinding {
  const name = text.slice(span.start, span.end);
  const message = `${name} is operand ${operand} of gemm, and partition_${part} gave it: a thread has other elements of ${operand}`;
  return { span, message };
}

function checkCall({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const [by, ...tensors] = call.args;
  if (by === undefined || call.object !== null || tensors.length < 3 || tensors.length > 4) return [];
  const handed = tensors.slice(-3).map((tensor) => handedBy(context, tensor));
  if (handed.every((each) => each === null)) return [];
  const mma = tiledOf(knownValueOf(model, by));
  // What does not fit is told already.
  if (mma === null || model.neverRuns(site) || isFailure(model.evaluate(site).value)) return [];
  if (handed[0]?.part === 'B' && handed[1]?.part === 'A') return [exchanged(tensors.slice(-3), text)];
  for (const [i, operand] of OPERANDS.entries()) {
    const other = handed[i]!;
    if (other === null) continue;
    if (isOfOther(other.part, operand)) return [ofOther(tensors.slice(-3)[i]!, other.part, operand, text)];
    if (other.part !== operand || isShared(mma, other.mma, operand) !== false) continue;
    const { span } = tensors.slice(-3)[i]!;
    const [name, own, its] = [span, by.span, other.by.span].map(({ start, end }) => text.slice(start, end));
    const message = `${name} is what ${its} gives a thread of ${operand}, and ${own} has other elements in it`;
    return [{ span, message }];
  }
  return [];
}

/** Findings of `operand-partition` about products of C++. */
export function checkTilings(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'gemm(') || !mentions(text, 'partition_')) return [];
  return callsBy(model, 'gemm').flatMap((site) => {
    const call = site.dialect === 'cpp' ? writtenCall(site) : null;
    return call === null ? [] : checkCall({ site, call }, context);
  });
}
