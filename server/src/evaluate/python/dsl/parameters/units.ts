// What a unit of Python says of classes and functions that are compiled for the arguments that they are given.

import { throughSelf } from '../../../../frontends/common/references.ts';
import type { Language } from '../../../model/language.ts';
import { pythonCalls } from '../../plain/calls.ts';
import { pythonInstantiations, pythonParameters, pythonTemplateAt } from './instantiations.ts';

export const pythonUnits: Language['units'] = {
  memo: 'with-cycle',
  *referencedNames(unit) {
    for (const [name, sites] of pythonCalls(unit)) {
      if (sites.some((site) => site.ownClass === null)) yield name;
      if (sites.some((site) => site.ownClass !== null)) yield throughSelf(name);
    }
  },
  parametersOf: pythonParameters,
  templateAt: pythonTemplateAt,
  instantiations: pythonInstantiations,
  label: (_, args) => `(${[...args].map(([name, text]) => `${name}=${text}`).join(', ')})`,
  isTemplated: (root, offset) => pythonTemplateAt(root, offset) !== null,
  hasSeveralContexts: false,
};
