// Whether a number is that of the thread in its block.

import type { Site } from '../values/model.ts';
import { initialiserOf, itemOf, writtenCall } from './written-call.ts';

const CPP =
  /^(?:(?:int|unsigned|uint32_t|size_t|static_cast\s*<[\w\s]+>)\s*\(\s*|\(\s*\w+\s*\)\s*)?threadIdx\.([xyz])\s*\)?$/;

/** Which dimension of it: `threadIdx.x` of C++; `cute.arch.thread_idx()[0]` of CuTe DSL by a name for it. Null for others. */
export function threadIndexAt(site: Site, text: string): 0 | 1 | 2 | null {
  const { start, end } = site.span;
  if (site.dialect !== 'python') {
    const [, dimension] = (end - start < LONGEST && CPP.exec(text.slice(start, end))) || [];
    return dimension === undefined ? null : ('xyz'.indexOf(dimension) as 0 | 1 | 2);
  }
  return pythonThread(site, text);
}

/** 1 of `ty` in `tx, ty, _ = cute.arch.thread_idx()`, and of what is given its item. */
function pythonThread(site: Site, text: string): 0 | 1 | 2 | null {
  const named = itemOf(site);
  if (named !== null) return isThreads(named.of) ? dimensionOf(named.item.join()) : null;
  const item = writtenCall(initialiserOf(site) ?? site);
  if (item?.name !== '[]' || item.args.length !== 1 || !isThreads(item.callee)) return null;
  const { start, end } = item.args[0]!.span;
  return dimensionOf(text.slice(start, end));
}

const isThreads = (site: Site): boolean => writtenCall(site)?.name === 'thread_idx';

const dimensionOf = (item: string): 0 | 1 | 2 | null =>
  /^[012]$/.test(item) ? (Number(item) as 0 | 1 | 2) : null;

const LONGEST = 60;

/** Whether it is the number in the first dimension. */
export const isThreadIndex = (site: Site, text: string): boolean => threadIndexAt(site, text) === 0;
