// Whether a number is that of the thread in its block.

import type { Site } from '../values/model.ts';
import { itemOf, writtenCall } from './written-call.ts';

/** `threadIdx.x` of C++; `cute.arch.thread_idx()[0]` of CuTe DSL by a name for it. */
export function isThreadIndex(site: Site, text: string): boolean {
  const { start, end } = site.span;
  if (site.dialect !== 'python') return /^(?:int\()?threadIdx\.x\)?$/.test(text.slice(start, end));
  const named = itemOf(site);
  return named !== null && named.item.join() === '0' && writtenCall(named.of)?.name === 'thread_idx';
}
