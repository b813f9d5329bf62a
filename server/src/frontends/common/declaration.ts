// Where all declarations are made.

import type { Span } from './expression.ts';
import type { Declaration, Scope } from './scope.ts';

/** What every declaration has; what is left out is null. */
export type DeclarationFields = Pick<Declaration, 'kind' | 'name' | 'nameSpan'> &
  Partial<Pick<Declaration, 'type' | 'init' | 'element' | 'bodyScope'>>;

/** What few have. */
export type DeclarationTraits = Partial<Omit<Declaration, keyof DeclarationFields | 'span' | 'template'>>;

const NO_TRAITS: DeclarationTraits = {};

/**
 * A declaration has only the fields that all have, as most parameters do, or every field there is. Lookup reads more of
 * them than of anything else, which is fast while they have no more than these two shapes.
 */
export function declarationOf(
  d: DeclarationFields,
  span: Span,
  more: DeclarationTraits = NO_TRAITS,
  template: Scope | null = null,
): Declaration {
  const { kind, name, nameSpan, type = null, init = null, element = null, bodyScope: opens = null } = d;
  if (template === null && !hasTraits(more))
    return { kind, name, nameSpan, span, type, init, element, bodyScope: opens };
  return {
    kind,
    name,
    nameSpan,
    span,
    type,
    init,
    element,
    bodyScope: opens,
    template,
    specialization: more.specialization,
    isConstant: more.isConstant,
    isReference: more.isReference,
    isConcept: more.isConcept,
    isPack: more.isPack,
    isCapture: more.isCapture,
    isOutOfClass: more.isOutOfClass,
    isMember: more.isMember,
    alignments: more.alignments,
    decorators: more.decorators,
    macro: more.macro,
    dispatchMacro: more.dispatchMacro,
    enumeration: more.enumeration,
    isRvalueReference: more.isRvalueReference,
    head: more.head,
    explicit: more.explicit,
    objectQualifiers: more.objectQualifiers,
  };
}

const hasTraits = (more: DeclarationTraits): boolean =>
  more.isConstant === true ||
  more.isReference === true ||
  more.isCapture === true ||
  more.isOutOfClass === true ||
  more.isMember === true ||
  more.isPack === true ||
  more.isConcept === true ||
  more.alignments !== undefined ||
  more.specialization !== undefined ||
  more.decorators !== undefined ||
  more.macro !== undefined ||
  more.enumeration !== undefined ||
  more.dispatchMacro !== undefined ||
  more.head !== undefined ||
  more.explicit !== undefined ||
  more.objectQualifiers !== undefined;

/** Whether a place is in a method of a class. */
export const isInMethod = (span: Span, type: Scope): boolean =>
  type.children.some((m) => m.kind === 'function' && m.span.start <= span.start && span.end <= m.span.end);
