// What a unit of C++ says of templates: their parameters, where they stand, and how they are instantiated.

import { referencesOf } from '../../../frontends/common/references.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { scopePath } from '../../model/environment.ts';
import type { Language } from '../../model/language.ts';
import { instantiationsOf, templateAt } from './instantiations.ts';

/** A parameter `auto x`. */
const isOfAnyType = (d: Declaration): boolean => d.kind === 'parameter' && d.type === null;

const parametersOf = (d: Declaration): readonly Declaration[] => d.template?.declarations ?? [];

export const cppUnits: Language['units'] = {
  memo: 'never',
  referencedNames: (unit) => referencesOf(unit).keys(),
  parametersOf,
  templateAt,
  instantiations: instantiationsOf,
  label: (d, args) => {
    const texts = parametersOf(d)
      .filter((p) => p.name !== '')
      .map((p) => args.get(p.name) ?? '?');
    // Parameters that took their defaults, or were not worked out, are left out at the end.
    while (texts.at(-1) === '?') texts.pop();
    return `<${texts.join(',')}>`;
  },
  // A template, alias templates included, or a function with a parameter of type `auto`.
  isTemplated: (root, offset) =>
    scopePath(root, offset).some(
      (scope) =>
        (scope.kind === 'template' && scope.declarations.length > 0) ||
        (scope.kind === 'function' && scope.declarations.some(isOfAnyType)),
    ),
  hasSeveralContexts: true,
};
