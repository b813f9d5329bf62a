// The quick fix of a quotient that leaves out a rest.

import { operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleFinding } from '../../rule.ts';

/** `(n + 255) / 256` of `n / 256`, or of a name for it, where its operands are names or numbers. */
export function roundedUp(at: Site, text: string): NonNullable<RuleFinding['fixes']> {
  const site = initialiserOf(at) ?? at;
  const sides = operandsAt(site);
  if (sides === null || !/^\/\/?$/.test(sides.operator)) return [];
  const [of, by] = [sides.left, sides.right].map(({ span }) => text.slice(span.start, span.end));
  if (!/^[\w.:]+$/.test(of!) || !/^[\w.:]+$/.test(by!)) return [];
  const newText = `(${of} + ${by} - 1) ${sides.operator} ${by}`;
  return [{ title: `Round up: ${newText}`, span: site.span, newText }];
}
