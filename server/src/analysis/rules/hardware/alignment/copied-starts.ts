// Copies by an atom, or as wide as the layouts allow, `copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, from, to)`, of
// parts that begin where no such vector does: behind the header of a record, or in rows that are one header longer than a vector fits.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { atomOf } from '../../../../evaluate/cute/algorithms/copying.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { vectorWidth } from '../../../../hardware/copy/vector-width.ts';
import { policyName, widthBetween } from '../../../accesses/access.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { addressOf } from '../../../indexing/addresses.ts';
import { isUniform, type LaneContext, lanesOf } from '../../../indexing/lanes.ts';
import { isDecided } from '../../../indexing/rounds.ts';
import { launchedByUnit } from '../../../launches/launched-by-unit.ts';
import { launchedNumbers } from '../../../launches/launched-values.ts';
import { restsOnDefault } from '../../../values/default-arguments.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { faultOf, laneContext } from './cast-alignment.ts';
import { stepOfParts, wholeOf } from './tile-starts.ts';
import { vectorBytes } from './vector-bytes.ts';

/** Bits that a policy takes memory to be aligned to. */
const ASSUMED = /(?:^|::)AutoVectorizingCopy(?:WithAssumedAlignment<(\d+)>)?$/;

/** What a copy moves at once, and of which tensors. */
interface Widest {
  readonly bytes: number;
  readonly sides: readonly [Tensor, Tensor];
}

function widestAt(site: Site, { name, args }: WrittenCall, { model }: RuleContext): Widest | null {
  const { origin, parameters } = model.evaluate(site);
  if (origin === null || restsOnDefault(parameters) || origin.args.length !== args.length) return null;
  const values = origin.args.map(({ value }) => (isFailure(value) ? undefined : value));
  const [from, to] = values.slice(-2);
  if (!(from instanceof Tensor) || !(to instanceof Tensor)) return null;
  const { bits } = from.engine;
  if (bits === null || bits !== to.engine.bits) return null;
  const bytes = (width: number) => ({ bytes: width / 8, sides: [from, to] as const });
  if (values.length === 2 && name === 'copy') {
    const width = widthBetween(from, to);
    return width === null ? null : bytes(width.bits);
  }
  const atom = values.length === 3 && name === 'copy' ? atomOf(values[0]) : null;
  const moved = atom === null ? null : vectorBytes({ atom }, 'S');
  if (moved !== null) return { bytes: moved, sides: [from, to] };
  const policy = values.length === 3 && name === 'copy' ? ASSUMED.exec(policyName(values[0])) : null;
  const isAligned = values.length === 2 && name === 'copy_aligned';
  if (policy === null && !isAligned) return null;
  const width = vectorWidth(from.layout, to.layout, bits, Number(policy?.[1] ?? 128));
  return isFailure(width) ? null : bytes(width.bits);
}

/** Why a side does not begin where a vector does; null: it may. */
function faultAt(
  side: Site,
  { engine: { bits } }: Tensor,
  bytes: number,
  site: Site,
  context: RuleContext,
): string | null {
  const { model } = context;
  const count = (bytes * 8) / bits!;
  if (count <= 1 || !Number.isInteger(count)) return null;
  const step = stepOfParts(model, side, count, launchedNumbers(context, site));
  if (step !== null)
    return `the parts of the tensor that it may be are ${step} elements apart, no multiple of ${count}`;
  const lanes: LaneContext = laneContext(context, site);
  const whole = wholeOf(model, side, count, (coordinate) => lanesOf(lanes, coordinate)?.of(0) === 0);
  const made = whole === null ? null : writtenCall(initialiserOf(whole) ?? whole);
  const [pointer] = made?.name === 'make_tensor' ? made.args : [];
  const address = pointer === undefined ? null : addressOf(lanes, pointer);
  if (address === null || address.bits !== bits) return null;
  // Who is not there need not be aligned.
  if (!isUniform(address.bytes)) return faultOf(address, bytes, isDecided(site));
  return address.bytes.of(0) === 0 ? null : faultOf(address, bytes, false);
}

function checkCopy(site: Site, context: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const widest = call === null ? null : widestAt(site, call, context);
  if (call === null || widest === null || widest.bytes === 1) return [];
  const { bytes, sides } = widest;
  return call.args.slice(-2).flatMap((side, i): readonly RuleFinding[] => {
    const tensor = sides[i]!;
    const { space } = tensor.engine;
    if (space !== 'gmem' && space !== 'smem') return [];
    const fault = faultAt(side, tensor, bytes, site, context);
    if (fault === null || context.model.neverRuns(site)) return [];
    const written = context.text.slice(side.span.start, side.span.end);
    const message = `${call.name} moves ${bytes} bytes of ${written} at once, aligned to as many: ${fault}`;
    return [{ span: side.span, message }];
  });
}

/** Findings of `vector-alignment` about copies of parts that begin anywhere. */
export const checkCopiedStarts = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => callsIn(sites, ['copy', 'copy_aligned']).map(({ site }) => site),
  checkCopy,
);
