// What is around a place: its function, and what decides whether the place is reached.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

export const isLoop = ({ loop, counts }: Scope): boolean => loop !== undefined || counts !== undefined;

/** Whether something decides if the place is reached: a branch, or a loop. Blocks of Python are told by their indentation. */
export function isConditional(site: Site, text: string): boolean {
  if (!(site instanceof PlacedSite)) return true;
  if (site.dialect === 'python') return !isRightBelowDef(text.slice(0, site.span.start).split('\n'));
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.some(({ guard, isLoop }) => guard != null || isLoop === true);
}

/** Whether a place is in a loop of its function. */
export const isInLoop = (site: Site): boolean =>
  site instanceof PlacedSite && scopePath(site.memo.placed.unit.scope, site.node.start).some(isLoop);

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Whether the last of some lines stands in the body of a function itself. */
function isRightBelowDef(lines: readonly string[]): boolean {
  const own = indentOf(lines.at(-1) ?? '');
  const head = lines.findLast((line) => line.trim() !== '' && indentOf(line) < own) ?? '';
  return /^\s*(?:async\s+)?def\b/.test(head) || /^\s*\)\s*(?:->.*)?:\s*$/.test(head);
}

/** The innermost function around; null outside of one. */
export function functionAround(site: Site): Scope | null {
  if (!(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.findLast(({ kind }) => kind === 'function') ?? null;
}

export const functionNameAt = (site: Site): string | null => functionAround(site)?.name ?? null;
