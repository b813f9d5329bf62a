// What an access of a warp costs, asked in the text notation: a layout of the lanes over a layout of data.

import { type Failure, isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { type AnyLayout, Layout } from '../../algebra/layout/layout.ts';
import { sharedCost } from '../../hardware/memory/banks.ts';
import { globalCost } from '../../hardware/memory/coalescing.ts';
import { warpOffsets } from '../../hardware/memory/warp.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { layoutIn, refuseArgument } from '../relation/arguments.ts';
import { asInteger } from '../triton/arguments.ts';
import { guarded, NotKnown } from '../values/guarded.ts';

interface Request {
  readonly name: string;
  readonly offsets: readonly number[];
  /** Bytes a lane, or matrices. */
  readonly count: number;
}

const ROW_BYTES = 16;

type Answer = { readonly value: number; readonly ideal: number; readonly collision: Collision };
type Collision = { readonly bank: number; readonly lanes: readonly number[] } | null;

function shared({ name, offsets, count }: Request): Outcome<Answer> {
  if (name === 'ldmatrix_wavefronts' && ![1, 2, 4].includes(count))
    return new Violation('wrong-kind', 'ldmatrix loads 1, 2 or 4 matrices');
  const cost = sharedCost(
    name === 'ldmatrix_wavefronts'
      ? { kind: 'ldmatrix', matrices: count, offsets }
      : { kind: name === 'load_wavefronts' ? 'load' : 'store', width: count, offsets },
  );
  if (isFailure(cost)) return cost;
  const { wavefronts, conflicts, worst } = cost;
  return { value: wavefronts, ideal: wavefronts - conflicts, collision: conflicts > 0 ? worst : null };
}

function global({ offsets, count }: Request): Outcome<Answer> {
  const cost = globalCost(offsets, count);
  return isFailure(cost) ? cost : { value: cost.sectors, ideal: cost.fewest, collision: null };
}

const DOC =
  'The lanes take the data’s coordinates that the first layout gives them; the data’s offsets count elements of as many bytes as the last argument says, else of as many as a lane takes.';

const FUNCTIONS = new Map<string, (request: Request) => Outcome<Answer>>([
  ['load_wavefronts', shared],
  ['store_wavefronts', shared],
  ['ldmatrix_wavefronts', shared],
  ['global_sectors', global],
]);

function layoutArgument(value: Value | undefined, what: string): AnyLayout {
  if (value instanceof Unknown) throw new NotKnown(value);
  return layoutIn(value) ?? refuseArgument(`${what} is a layout`);
}

function answerOf(name: string, args: readonly Value[]): Outcome<Answer> {
  if (args.length !== 3 && args.length !== 4)
    return new Violation('wrong-kind', `${name} takes 3 or 4 arguments, not ${args.length}`);
  const threads = layoutArgument(args[0], 'the first argument');
  const data = layoutArgument(args[1], 'the second argument');
  const count = asInteger(args[2], 'the third argument');
  const width = name === 'ldmatrix_wavefronts' ? ROW_BYTES : count;
  const element = args[3] === undefined ? width : asInteger(args[3], 'the fourth argument');
  if (!(threads instanceof Layout))
    return new Violation('wrong-kind', 'lanes are laid out without a swizzle');
  if (element < 1 || width % element !== 0)
    return new Violation('wrong-kind', `${width} bytes are no number of elements of ${element} bytes`);
  const offsets = warpOffsets(threads, data, element);
  return isFailure(offsets) ? offsets : FUNCTIONS.get(name)!({ name, offsets, count });
}

const run: Builtin = ({ name, args }) => {
  const answer = guarded(() => answerOf(name, args));
  return answer instanceof Unknown || isFailure(answer) ? answer : answer.value;
};

/** What a call of one of them comes to, with the lanes that collide; null for other calls. */
export function warpAccessAnswer(name: string, args: readonly (Value | Failure)[]): Answer | null {
  if (!FUNCTIONS.has(name) || args.some(isFailure)) return null;
  const answer = guarded(() => answerOf(name, args as readonly Value[]));
  return answer instanceof Unknown || isFailure(answer) ? null : answer;
}

const DESCRIPTIONS: readonly (readonly [string, string, string])[] = [
  ['load_wavefronts', '(threads, data, bytes, element)', 'Passes of a warp’s load from shared memory.'],
  ['store_wavefronts', '(threads, data, bytes, element)', 'Passes of a warp’s store to shared memory.'],
  [
    'ldmatrix_wavefronts',
    '(rows, data, matrices, element)',
    'Passes of ldmatrix, whose lanes give rows of 16 bytes.',
  ],
  [
    'global_sectors',
    '(threads, data, bytes, element)',
    'Sectors of 32 bytes that a warp’s access to global memory touches.',
  ],
];

export const WARP_ACCESS_NAMES = DESCRIPTIONS.map(([name, signature, doc]) => ({
  name,
  signature,
  doc: `${doc} ${DOC}`,
  run,
}));
