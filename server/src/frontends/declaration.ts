// Where all declarations are made.

import type { Declaration } from './scope.ts';

/** What there is to say of a declaration; the rest of it is null or undefined. */
export type DeclarationFields = Pick<Declaration, 'kind' | 'name' | 'nameSpan' | 'span'> &
  Partial<Declaration>;

/**
 * A declaration has only the fields that all have, as most parameters do, or every field there is. Lookup reads more of
 * them than of anything else, which is fast while they have no more than these two shapes.
 */
export const declarationOf = (d: DeclarationFields): Declaration => (hasMore(d) ? full(d) : plain(d));

const hasMore = (d: DeclarationFields): boolean =>
  d.template != null ||
  d.specialization !== undefined ||
  d.isConstant === true ||
  d.isReference === true ||
  d.isConcept === true ||
  d.isPack === true ||
  d.isMember === true ||
  d.decorators !== undefined ||
  d.macro !== undefined ||
  d.chosenBy !== undefined;

const plain = (d: DeclarationFields): Declaration => ({
  kind: d.kind,
  name: d.name,
  nameSpan: d.nameSpan,
  span: d.span,
  type: d.type ?? null,
  init: d.init ?? null,
  element: d.element ?? null,
  opens: d.opens ?? null,
});

const full = (d: DeclarationFields): Declaration => ({
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
