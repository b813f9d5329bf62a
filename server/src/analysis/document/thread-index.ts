// Whether a number is that of the thread in its block, or of the block in its grid.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { writtenCall } from './written/call.ts';
import { initialiserOf, itemOf } from './written/names.ts';

const CPP =
  /^(?:(?:int|unsigned|uint32_t|size_t|static_cast\s*<[\w\s]+>)\s*\(\s*|\(\s*\w+\s*\)\s*)?threadIdx\.([xyz])\s*\)?$/;

/** Which dimension of it: `threadIdx.x` of C++; `cute.arch.thread_idx()[0]` of CuTe DSL by a name for it. Null for others. */
export function threadIndexAt(site: Site, text: string): 0 | 1 | 2 | null {
  const { start, end } = site.span;
  if (site.dialect !== 'python') {
    const [, dimension] = (end - start < LONGEST && CPP.exec(text.slice(start, end))) || [];
    return dimension === undefined ? null : ('xyz'.indexOf(dimension) as 0 | 1 | 2);
  }
  return itemOfCall(site, 'thread_idx', text);
}

/** Whether a variable is named there that a loop gives another number in each round. */
function isCounter(site: Site): boolean {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return false;
  const { expr } = site.node;
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  return expr.kind === 'name' && path.some(({ inductionVariables }) => inductionVariables?.has(expr.name));
}

const CPP_BLOCK = /^(?:int\()?blockIdx\.([xyz])\)?$/;

/** Which dimension of the number of the block in its grid: `blockIdx.x` of C++, `cute.arch.block_idx()[0]`. Null for others. */
export function blockIndexAt(site: Site, text: string): 0 | 1 | 2 | null {
  if (site.dialect === 'python') return itemOfCall(site, 'block_idx', text);
  const { start, end } = ((isCounter(site) ? null : initialiserOf(site)) ?? site).span;
  const [, dimension] = (end - start < LONGEST && CPP_BLOCK.exec(text.slice(start, end))) || [];
  return dimension === undefined ? null : ('xyz'.indexOf(dimension) as 0 | 1 | 2);
}

const CPP_EXTENT = /^(?:int\()?(blockDim|gridDim)\.([xyz])\)?$/;

function extentAt(site: Site, text: string, name: string, call: string): 0 | 1 | 2 | null {
  if (site.dialect === 'python') return itemOfCall(site, call, text);
  const { start, end } = site.span;
  const [, of, dimension] = (end - start < LONGEST && CPP_EXTENT.exec(text.slice(start, end))) || [];
  return of === name ? ('xyz'.indexOf(dimension!) as 0 | 1 | 2) : null;
}

/** Which dimension of how many threads a block has: `blockDim.x`, `cute.arch.block_dim()[0]`. Null for others. */
export const blockExtentAt = (site: Site, text: string): 0 | 1 | 2 | null =>
  extentAt(site, text, 'blockDim', 'block_dim');

/** Which dimension of how many blocks a grid has: `gridDim.x`, `cute.arch.grid_dim()[0]`. Null for others. */
export const gridExtentAt = (site: Site, text: string): 0 | 1 | 2 | null =>
  extentAt(site, text, 'gridDim', 'grid_dim');

/** 1 of `ty` in `tx, ty, _ = cute.arch.thread_idx()`, and of what is given its item. */
function itemOfCall(site: Site, call: string, text: string): 0 | 1 | 2 | null {
  const isOf = (of: Site): boolean => writtenCall(of)?.name === call;
  const named = itemOf(site);
  if (named !== null) return isOf(named.of) ? dimensionOf(named.item.join()) : null;
  const item = writtenCall(initialiserOf(site) ?? site);
  if (item?.name !== '[]' || item.args.length !== 1 || !isOf(item.callee)) return null;
  const { start, end } = item.args[0]!.span;
  return dimensionOf(text.slice(start, end));
}

const dimensionOf = (item: string): 0 | 1 | 2 | null =>
  /^[012]$/.test(item) ? (Number(item) as 0 | 1 | 2) : null;

const LONGEST = 60;

/** Whether it is the number in the first dimension. */
export const isThreadIndex = (site: Site, text: string): boolean => threadIndexAt(site, text) === 0;
