// What a conversion does, by name and in words.

import type { LayoutConversion } from './conversion.ts';
import type { Passage } from './passage.ts';

type Scalar = number | string;
/** A field: its value, or by what the GPU has where that decides. */
export type ConversionField = Scalar | ReadonlyMap<string, Scalar>;

const passageFields = (p: Passage): ReadonlyMap<string, Scalar | null> =>
  new Map<string, Scalar | null>([
    ['bytes', p.bytes],
    ['rounds', p.reps],
    ['store', p.store],
    ['load', p.load],
    ['write_conflicts', p.writeConflicts],
    ['read_conflicts', p.readConflicts],
  ]);

/** `way`, how many places find their element where, and for the way through shared memory what it takes. */
export function conversionFields(conversion: LayoutConversion): ReadonlyMap<string, ConversionField> {
  const { movement, way, passages } = conversion;
  const fields = new Map<string, ConversionField>([
    ...(way === null ? [] : [['way', way] as const]),
    ['in_thread', movement.thread],
    ['in_warp', movement.warp],
    ['across_warps', movement.block],
    ['across_blocks', movement.cluster],
  ]);
  if (passages === null) return fields;
  const [older, newer] = [passageFields(passages.sm_75), passageFields(passages.sm_90)];
  for (const [name, value] of older) {
    const other = newer.get(name) ?? null;
    if (value === null || other === null) continue;
    const byTarget = new Map([['sm_75', value] as const, ['sm_90', other] as const]);
    fields.set(name, value === other ? value : byTarget);
  }
  return fields;
}

const PLACES = [
  ['thread', 'in the thread'],
  ['warp', 'in another lane'],
  ['block', 'in another warp'],
  ['cluster', 'in another block'],
] as const;

/** `of 2048 places 64 find their element in the thread, 1984 in another warp` */
function movementText({ movement, to }: LayoutConversion): string {
  const parts = PLACES.filter(([name]) => movement[name] > 0).map(
    ([name, where]) => `${movement[name]} ${where}`,
  );
  return `of ${2 ** to.inBits} places, elements are found: ${parts.join(', ')}`;
}

const counted = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

function conflictText({ writeConflicts, readConflicts }: Passage): string {
  if (writeConflicts === null || readConflicts === null) return 'bank conflicts not known';
  if (writeConflicts === 0 && readConflicts === 0) return 'no bank conflicts';
  return `bank conflicts: ${writeConflicts} writing, ${readConflicts} reading`;
}

function passageText(p: Passage): string {
  const rounds = p.reps === 1 ? '' : ` in ${counted(p.reps, 'round')}`;
  return `on NVIDIA ${counted(p.bytes, 'byte')} of shared memory${rounds}, ${p.store} and ${p.load}, ${conflictText(p)}`;
}

function wayLines({ way, passages }: LayoutConversion): readonly string[] {
  switch (way) {
    case 'nothing':
      return ['nothing moves'];
    case 'registers':
      return ['within threads: registers are renamed'];
    case 'shuffles':
      return ['within warps, by shuffles: no shared memory'];
    case 'other blocks':
      return ['between blocks: what Triton does there is not computed'];
    case null:
      return ['by which means Triton moves them is not known'];
    default:
      break;
  }
  if (passages === null) return ['through shared memory'];
  const [older, newer] = [passageText(passages.sm_75), passageText(passages.sm_90)];
  return older === newer ? [older] : [`before sm_90: ${older}`, `sm_90 and newer: ${newer}`];
}

/** In lines: what moves where, and by which means. */
export const conversionLines = (conversion: LayoutConversion): readonly string[] => [
  movementText(conversion),
  ...wayLines(conversion),
];
