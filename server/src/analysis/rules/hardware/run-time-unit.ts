// Copies that move an element at a time because the stride between neighbours is written `1`, an integer of run time: CuTe
// knows at compile time only that it is some integer.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { Layout, type Shape, type Strides } from '../../../algebra/layout/layout.ts';
import { mapLeaves } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { policyName, widthBetween } from '../../accesses/access.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, RuleContext, RuleFinding } from '../rule.ts';

/** Policies of a copy that takes what both layouts allow. */
const AUTOMATIC = /(?:^|::)(?:AutoVectorizingCopy|DefaultCopy)/;

/** The tensor with static strides in the place of those that are 1 at run time; null where it has none. */
function withStaticUnit(tensor: Tensor): Tensor | null {
  const { layout } = tensor;
  if (!(layout instanceof Layout)) return null;
  let has = false;
  const stride = mapLeaves(layout.stride, (leaf) => {
    if (!(leaf instanceof Dynamic) || leaf.value !== 1) return leaf;
    has = true;
    return 1;
  });
  return has ? new Tensor(tensor.engine, new Layout(layout.shape, stride as Strides)) : null;
}

/** The tensor without its modes of one element, where it has others. */
function withoutUnits(tensor: Tensor): Tensor {
  const { layout } = tensor;
  if (!(layout instanceof Layout) || !Array.isArray(layout.shape) || !Array.isArray(layout.stride))
    return tensor;
  const kept = (layout.shape as readonly Shape[]).flatMap((extent, i) => (extent === 1 ? [] : [i]));
  if (kept.length === 0 || kept.length === layout.shape.length) return tensor;
  const [shape, stride] = [layout.shape as readonly Shape[], layout.stride as readonly Strides[]].map(
    (modes) => kept.map((i) => modes[i]!),
  );
  return new Tensor(tensor.engine, new Layout(shape as Shape, stride as Strides));
}

/** Which side has such a stride, and what the copy moves at a time with it and without. */
interface Lost {
  readonly side: 0 | 1;
  readonly bits: readonly [now: number, then: number];
}

export function lostBy(
  source: Tensor,
  destination: Tensor,
  operation: string,
  policy: string | null,
): Lost | null {
  if (policy !== null && !AUTOMATIC.test(policy)) return null;
  // What is said to be aligned is, whatever strides there are between modes of one element.
  const isAligned = policy?.includes('AssumedAlignment') === true || operation === 'copy_aligned';
  const sides = isAligned ? [source, destination].map(withoutUnits) : [source, destination];
  const changed = sides.map(withStaticUnit);
  const at = changed.findIndex((tensor) => tensor !== null);
  if (at < 0 || sides[at]!.engine.space !== 'gmem') return null;
  const [from, to] = sides.map((tensor, i) => changed[i] ?? tensor) as [Tensor, Tensor];
  const [now, then] = [widthBetween(sides[0]!, sides[1]!), widthBetween(from, to)];
  if (now === null || then === null || then.common < 2) return null;
  const bits = Math.min(then.bits, Number(/<(\d+)>/.exec(policy ?? '')?.[1] ?? then.bits));
  return bits <= now.bits ? null : { side: at as 0 | 1, bits: [now.bits, bits] };
}

const moved = (bits: number): string => (bits === 8 ? '1 byte' : `${bits / 8} bytes`);

export const lostText = ({ bits: [now, then] }: Lost, of: string): string =>
  `the copy moves ${moved(now)} at a time: the stride 1 of ${of} is an integer of run time, of which CuTe knows nothing when it compiles; with _1{} it moves ${moved(then)}`;

/** Copies that take what both layouts allow, and how many arguments they have at most. */
export const COPIES: ReadonlyMap<string, number> = new Map([
  ['copy', 3],
  ['copy_aligned', 2],
]);

/** Findings of `narrow-copy` about strides that are no compile-time constants. */
export function checkRunTimeUnit(
  { site, evaluation: { origin } }: EvaluatedSite,
  { model }: RuleContext,
): readonly RuleFinding[] {
  const operation = origin === null || site.dialect === 'python' ? '' : operationName(origin);
  const most = COPIES.get(operation);
  if (origin === null || most === undefined || origin.args.length > most) return [];
  const values = origin.args.map(({ value }) => (isFailure(value) ? undefined : value));
  const [source, destination] = values.slice(-2);
  if (!(source instanceof Tensor) || !(destination instanceof Tensor)) return [];
  const policy = values.length === 3 ? policyName(values[0]) : null;
  const lost = lostBy(source, destination, operation, policy);
  if (lost === null || model.neverRuns(site)) return [];
  const { text } = origin.args[values.length - 2 + lost.side]!;
  return [{ span: site.valueSpan ?? site.span, message: lostText(lost, text) }];
}
