// Whether a number is that of the thread in its block.

import type { Site } from '../values/model.ts';
import { initialiserOf, itemOf, writtenCall } from './written-call.ts';

/** `threadIdx.x` of C++; `cute.arch.thread_idx()[0]` of CuTe DSL, or a name for it. */
export function isThreadIndex(site: Site, text: string): boolean {
  const { start, end } = site.span;
  if (site.dialect !== 'python') return /^(?:int\()?threadIdx\.x\)?$/.test(text.slice(start, end));
  return threadDirection(site, text) === 0;
}

/** The direction of its block in which a number of CuTe DSL counts threads: 1 of `ty` in `tx, ty, _ = cute.arch.thread_idx()`. */
export function threadDirection(site: Site, text: string): number | null {
  const named = itemOf(site);
  if (named !== null) return named.item.length === 1 && isThreads(named.of) ? named.item[0]! : null;
  const item = writtenCall(initialiserOf(site) ?? site);
  if (item?.name !== '[]' || !isThreads(item.callee)) return null;
  const [only, ...more] = item.args.map(({ span: { start, end } }) => text.slice(start, end));
  return more.length === 0 && /^[012]$/.test(only ?? '') ? Number(only) : null;
}

const isThreads = (site: Site): boolean => writtenCall(site)?.name === 'thread_idx';
