// Pointers of C++ that stay where they were put, while elements behind them are assigned.

import { declarationsOf } from '../../document/written/declarations.ts';
import { siteOf } from '../../document/written/expressions.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { functionCodeAt } from './function-code.ts';

/** Whether a name is given something twice, stepped or has its address taken; that of its elements is none of its own. */
function mayMove(code: string, name: string): boolean {
  const given = code.match(new RegExp(`(?<![\\w.])${name}\\s*[-+]?=(?!=)`, 'g')) ?? [];
  const moved = `(?:\\+\\+|--)\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--)|(?<!&)&\\s*${name}\\b(?!\\s*\\[)`;
  return given.length > 1 || new RegExp(moved).test(code);
}

/**
 * What a pointer was given where it is declared, once, also where elements behind it are assigned; null where it may be
 * moved itself, as far as the code of the function tells.
 */
export function pointerOf(site: Site, text: string): Site | null {
  if (!(site instanceof PlacedSite) || site.dialect !== 'cpp' || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'name') return null;
  const [declared, ...others] = declarationsOf(site, expr.name);
  if (declared?.kind !== 'value' || declared.init === null || others.length > 0) return null;
  if (declared.init.kind === 'mutated') return null;
  const code = functionCodeAt(site, text);
  return code === null || mayMove(code.code, expr.name) ? null : siteOf(site, declared.init);
}
