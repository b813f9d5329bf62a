// Shuffles and votes whose mask names lanes that do not come, or leaves out some that do (PTX ISA, `shfl.sync`).

import { WARP } from '../../../../../hardware/memory/banks.ts';
import { settledNumberAt } from '../../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import { callsIn } from '../../../../document/written/calls-by-name.ts';
import { launchedByUnit } from '../../../../launches/launched-by-unit.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { comingTo } from './coming.ts';

const ALL_LANES = 0xffffffff;

/** Their mask comes first. */
const IN_CPP = [
  '__shfl_sync',
  '__shfl_up_sync',
  '__shfl_down_sync',
  '__shfl_xor_sync',
  '__any_sync',
  '__all_sync',
  '__ballot_sync',
  '__syncwarp',
  ...['add', 'min', 'max', 'and', 'or', 'xor'].map((of) => `__reduce_${of}_sync`),
];

/** Their mask comes third, and is all lanes where nobody says it. */
const IN_PYTHON = ['shuffle_sync', 'shuffle_sync_up', 'shuffle_sync_down', 'shuffle_sync_bfly'];

/** What waits for the lanes of a mask. */
interface Waiting {
  readonly site: Site;
  /** Where it is written; null: nobody says it, and all lanes are meant. */
  readonly mask: Site | null;
}

function waitingAt(site: Site): Waiting {
  const call = writtenCall(site)!;
  return { site, mask: (site.dialect === 'python' ? argumentAt(call, 2, 'mask') : call.args[0]) ?? null };
}

/** The lanes of each warp that come, as masks, without those of warps that nobody comes from. */
function masksOf(threads: readonly number[]): readonly number[] {
  const byWarp = new Map<number, number>();
  for (const thread of threads) {
    const warp = Math.floor(thread / WARP);
    byWarp.set(warp, ((byWarp.get(warp) ?? 0) | (1 << (thread % WARP))) >>> 0);
  }
  return [...new Set(byWarp.values())];
}

/** A block of fewer threads than a warp has no others that anybody waits for. */
const lanesOfBlock = (threads: number): number => (threads < WARP ? 2 ** threads - 1 : ALL_LANES);

const without = (a: number, b: number): number => (a & ~b) >>> 0;

/** `lane 3`, `lanes 16 to 31`, `lanes 1, 3, …`. */
function lanesText(mask: number): string {
  const lanes = Array.from({ length: WARP }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);
  const [first, second] = lanes;
  const last = lanes.at(-1)!;
  if (second === undefined) return `lane ${first}`;
  return last - first! + 1 === lanes.length
    ? `lanes ${first} to ${last}`
    : `lanes ${first}, ${second}${lanes.length > 2 ? ', …' : ''}`;
}

const hexadecimal = (mask: number): string => `0x${mask.toString(16)}`;

function checkWaiting({ site, mask }: Waiting, context: RuleContext): readonly RuleFinding[] {
  const written = mask === null ? ALL_LANES : settledNumberAt(context.model, mask);
  // Every lane of a mask that is worked out when the program runs may come.
  if (written === undefined || written < -1 || written > ALL_LANES) return [];
  const named = written >>> 0;
  const coming = comingTo(site, context);
  const [lanes, ...others] = masksOf(coming?.threads ?? []);
  if (lanes === undefined || others.length > 0 || context.model.neverRuns(site)) return [];
  // A function that some lanes alone call has a mask of theirs.
  const [absent, unnamed] = [
    without(named & lanesOfBlock(coming!.all), lanes),
    coming!.isKnownBlock ? without(lanes, named) : 0,
  ];
  if (absent === 0 && unnamed === 0) return [];
  const message =
    absent !== 0
      ? `the mask names ${lanesText(absent)}, which ${(absent & (absent - 1)) === 0 ? 'does' : 'do'} not come here: the others wait for them, and what they get is undefined`
      : `${lanesText(unnamed)} of the warp come here, too, and the mask does not name them: what they get is undefined`;
  const { span } = mask ?? site;
  const right = hexadecimal(lanes);
  const fixes = mask === null ? {} : { fixes: [{ title: `Write ${right}`, span, newText: right }] };
  return [{ span, message, ...fixes }];
}

/** Findings of `barrier-use` about lanes: which of them come follows from their function and its launches. */
export const checkLaneMasks = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites, callsBy }, { model }) =>
    model.dialect === 'python' ? callsIn(sites, IN_PYTHON).map(({ site }) => site) : IN_CPP.flatMap(callsBy),
  (site, context) => checkWaiting(waitingAt(site), context),
);
