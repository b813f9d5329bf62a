// Where all declarations are made.

import type { Declaration } from './scope.ts';

/** What there is to say of a declaration; the rest of it is null or undefined. */
export type DeclarationFields = Pick<Declaration, 'kind' | 'name' | 'nameSpan' | 'span'> &
  Partial<Declaration>;

/**
 * A declaration with every field it could have: lookup reads more of them than of anything else, which is fast while all
 * have one shape.
 */
export const declarationOf = (d: DeclarationFields): Declaration => ({
  kind: d.kind,
  name: d.name,
  nameSpan: d.nameSpan,
  span: d.span,
  type: d.type ?? null,
  init: d.init ?? null,
  element: d.element ?? null,
  opens: d.opens ?? null,
  template: d.template ?? undefined,
  specialization: d.specialization,
  isConstant: d.isConstant,
  isReference: d.isReference,
  isConcept: d.isConcept,
  isPack: d.isPack,
  isMember: d.isMember,
  decorators: d.decorators,
  macro: d.macro,
  chosenBy: d.chosenBy,
});
