// What a hover says of memory: what the accesses of a copy cost, and how much a tensor takes.

import { innermostLayout } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { cosize } from '../../algebra/layout/measure.ts';
import { type Access, accessesOf, isByLane, widthLimit } from '../../analysis/accesses/access.ts';
import { sectorText } from '../../analysis/accesses/global.ts';
import { collisionText, costsOf, costText } from '../../analysis/accesses/shared.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import { warpAccessAnswer } from '../../evaluate/notation/warp-accesses.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { CopyAtom } from '../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import { instructionText } from '../../hardware/memory/instruction.ts';
import { boxOf } from '../../hardware/tma/descriptor.ts';
import { TmaOperation } from '../../hardware/tma/tma.ts';
import { type HoverContent, NO_CONTENT } from './content.ts';

type Line = HoverContent['more'][number];

/** Adds what the accesses cost; a hover of that alone where there was none. */
export function withAccesses(
  content: HoverContent | null,
  { dialect }: Site,
  evaluation: SiteEvaluation,
): HoverContent | null {
  const lines = [
    ...accessesOf(evaluation).map((access) => accessLine(access, dialect)),
    ...limitLine(evaluation),
    ...sizeLine(evaluation),
    ...notationLine(evaluation),
    ...tmaLine(evaluation),
  ];
  if (lines.length === 0) return content;
  const base = content ?? NO_CONTENT;
  return { ...base, more: [...base.more, ...lines] };
}

function accessLine(access: Access, dialect: Dialect): Line {
  const { space, side, instruction, share } = access;
  const label = `${side === 'S' ? 'reads' : 'writes'} ${space === 'smem' ? 'shared' : 'global'} memory`;
  const cost = space === 'smem' ? sharedText(access) : sectorText(access);
  const byLane = isByLane(share, dialect) ? '' : ', if consecutive lanes take consecutive parts';
  return { label, text: `${instructionText(instruction)}${cost === null ? '' : `: ${cost}${byLane}`}` };
}

function sharedText(access: Access): string | null {
  const costs = costsOf(access);
  const [cost, ...merged] = isFailure(costs) ? [] : costs;
  if (cost === undefined) return null;
  const text = cost.worst === null ? costText(cost) : `${costText(cost)}; ${collisionText(cost.worst)}`;
  const widest = merged.at(-1);
  return widest === undefined
    ? text
    : `${text}; the compiler may make accesses of up to ${widest.instruction.width} bytes of it`;
}

function limitLine(evaluation: SiteEvaluation): readonly Line[] {
  const text = widthLimit(evaluation);
  return text === null ? [] : [{ label: 'vector width', text }];
}

/** What stands behind the number that a function of the notation gives. */
function notationLine({ origin }: SiteEvaluation): readonly Line[] {
  const args = origin?.args.map(({ value }) => value) ?? [];
  const answer = origin === null ? null : warpAccessAnswer(origin.operation, args);
  if (answer === null) return [];
  const { value, ideal, collision } = answer;
  if (origin!.operation === 'global_sectors')
    return [{ label: 'global memory', text: `${ideal} of ${value} sectors would hold the bytes` }];
  const text = collision === null ? 'none' : `${ideal} without them: ${collisionText(collision)}`;
  return [{ label: 'bank conflicts', text }];
}

const REGISTER_BITS = 32;

/** Bytes of shared memory between a tensor's first and last element, or registers that a thread holds it in. */
function sizeLine({ value }: SiteEvaluation): readonly Line[] {
  if (!(value instanceof Tensor) || value.share !== null) return [];
  const { space, bits } = value.engine;
  const extent = cosize(innermostLayout(value.layout));
  const elements = isFailure(extent) ? undefined : knownValue(extent);
  if (bits === null || elements === undefined) return [];
  const size = (elements * bits) / 8;
  // Whether a swizzle stays within the elements is told of those that fill whole 1024 bytes alone.
  if (space === 'smem' && (value.layout instanceof Layout || size % 1024 === 0))
    return [{ label: 'shared memory', text: `${Math.ceil(size)} bytes` }];
  if (space !== 'rmem') return [];
  const registers = Math.ceil((elements * bits) / REGISTER_BITS);
  return [{ label: 'registers', text: `${registers} of ${REGISTER_BITS} bits in each thread` }];
}

/** The box that one instruction of a TMA moves, and whether the swizzle takes it (the inner extent is no longer). */
function tmaLine({ value }: SiteEvaluation): readonly Line[] {
  const atom = value instanceof TiledCopy ? value.atom : value instanceof CopyAtom ? value : null;
  if (!(atom?.operation instanceof TmaOperation)) return [];
  const box = boxOf(atom.operation);
  if (box === null) return [];
  const { extents, bits, innerBits, swizzleBytes } = box;
  const total = extents.reduce((a, b) => a * b, bits);
  const text = `${extents.join(' × ')} elements of ${bits} bits, ${total / 8} bytes`;
  if (swizzleBytes === null) return [{ label: 'TMA box', text }];
  const inner = innerBits / 8;
  const fits = inner <= swizzleBytes ? '' : ', which is too long for it';
  return [
    {
      label: 'TMA box',
      text: `${text}; swizzle of ${swizzleBytes} bytes, inner extent ${inner} bytes${fits}`,
    },
  ];
}
