// Code in which no thread waits for those of other warps, and which calls nothing that may make it.

import type { Host } from '../../../../../frontends/common/host-tokens.ts';
import { functionIn } from '../../../../indexing/text/functions.ts';
import type { TileReader } from '../tiles/shared-tiles.ts';
import { tilesOfCpp } from '../tiles/unshared-copies.ts';
import { tilesOfDsl } from '../tiles/unshared-dsl.ts';

const READERS: Readonly<Record<Host, TileReader>> = { cpp: tilesOfCpp, python: tilesOfDsl };

/** What is between the lanes of one warp, and what works on numbers alone. */
const OWN: Readonly<Record<Host, RegExp>> = {
  cpp: /#[ \t]*pragma[ \t]+(?:unroll|nounroll)[^\n]*|\b(?:__(?:shfl|ballot|any|all|reduce|match)\w*|__syncwarp|__activemask|(?:cutlass::)?canonical_\w+_idx(?:_sync)?|__\w+f|__float2\w+|__\w+2float\w*|__ldg|r?sqrtf?|exp\w*|log\w*|fm[aio]\w*|fabsf?|tanhf?|abs|pow[fi]?|sin\w*|cos\w*|ceilf?|floorf?|rintf?|roundf?|CUTE_UNROLL|CUTLASS_PRAGMA_UNROLL|double|unsigned|uint\d+_t|int\d+_t|size_t|bool)\b(?=\s*\()|\b(?:CUTE_UNROLL|CUTLASS_PRAGMA_UNROLL)\b/g,
  python:
    /\bcute\.arch\.(?:shuffle_sync\w*|warp_redu\w+|vote_\w+|sync_warp|make_warp_uniform|fmax|fmin|exp2?|log2?|rcp_\w+|rsqrt\w*|lane_idx|warp_idx|thread_idx|block_idx|block_dim|grid_dim)\b|\bcutlass\.(?:const_expr|dynamic_expr)\b|(?<![\w.])(?:cutlass\.)?(?:const_expr|Float\d+|B?Float16|U?Int\d+|Boolean|Constexpr)\b(?=\s*\()/g,
};

const WAITS: Readonly<Record<Host, RegExp>> = {
  cpp: /sync|barrier|arrive|\bwait|\basm\b|\bcase\b|\bgoto\b|#|\[[&=]\]/i,
  python: /sync|barrier|arrive|\bwait|\bdef\b|\blambda\b|\byield\b/i,
};

const CALL = /(?<![\w.>:])([A-Za-z_]\w*)\s*(?:<[^<>;()]*>)?\s*\(/g;
/** How many functions of the file, one in the other, are looked into. */
const MAXIMUM_DEPTH = 2;

/**
 * @param part what stands between two places
 * @param around the function that it is of
 * @param file all code of the file
 */
export function isPlainCode(part: string, around: string, file: string, host: Host, depth = 0): boolean {
  const cleaned = part.replace(OWN[host], ' ').replace(/\breturn\b/g, '');
  if (WAITS[host].test(cleaned)) return false;
  const left = cleaned.replace(CALL, (call, name: string) => {
    const body = depth < MAXIMUM_DEPTH ? functionIn(file, name, host)?.body : undefined;
    return body !== undefined && isPlainCode(body, body, file, host, depth + 1) ? ' (' : call;
  });
  return READERS[host].isPlain(left, around);
}
