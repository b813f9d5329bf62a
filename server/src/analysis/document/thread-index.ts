// Whether a number is that of the thread in its block.

import type { Site } from '../values/model.ts';
import { itemOf, writtenCall } from './written-call.ts';

const CPP =
  /^(?:(?:int|unsigned|uint32_t|size_t|static_cast\s*<[\w\s]+>)\s*\(\s*|\(\s*\w+\s*\)\s*)?threadIdx\.([xyz])\s*\)?$/;

/** Which dimension of it: `threadIdx.x` of C++; `cute.arch.thread_idx()[0]` of CuTe DSL by a name for it. Null for others. */
export function threadIndexAt(site: Site, text: string): 0 | 1 | 2 | null {
  const { start, end } = site.span;
  if (site.dialect !== 'python') {
    const [, dimension] = (end - start < LONGEST && CPP.exec(text.slice(start, end))) || [];
    return dimension === undefined ? null : ('xyz'.indexOf(dimension) as 0 | 1 | 2);
  }
  const named = itemOf(site);
  const isThread = named !== null && writtenCall(named.of)?.name === 'thread_idx';
  return isThread && /^[012]$/.test(named.item.join()) ? (named.item[0] as 0 | 1 | 2) : null;
}

const LONGEST = 60;

/** Whether it is the number in the first dimension. */
export const isThreadIndex = (site: Site, text: string): boolean => threadIndexAt(site, text) === 0;
