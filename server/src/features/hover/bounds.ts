// What a hover says of the coordinates at which a composition or an access stays in bounds.

import { inBounds } from '../../algebra/admissibility/in-bounds.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { SiteEvaluation } from '../../analysis/values/model.ts';
import { operationKind, plainLayout } from '../../analysis/values/verdicts.ts';
import type { HoverContent } from './content.ts';

/** `in bounds where 4*c0 + c1 < 8*M`, of a composition that may leave its outer layout; nothing for others. */
export function compositionBounds({ origin }: SiteEvaluation): HoverContent['more'] {
  if (origin === null || operationKind(origin) !== 'composition' || origin.args.length !== 2) return [];
  const [outer, inner] = origin.args.map(({ value }) => (isFailure(value) ? null : plainLayout(value)));
  const found = outer == null || inner == null ? null : inBounds(outer, inner);
  return found === null
    ? []
    : [{ label: 'in bounds where', text: `${found.value} < ${found.size}`, code: true }];
}
