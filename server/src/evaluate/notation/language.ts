// The text notation as a language of the evaluator: what pasted C++ needs, and nothing that runs.

import { PLAIN } from '../core/plain-language.ts';
import { callByCount } from '../cpp/calls/plain-call.ts';
import { cppLanguage, elementOf, ofLibrary } from '../cpp/language.ts';
import { elementsOfParameter } from '../cpp/templates/parameter-elements.ts';
import { STORAGE } from '../cpp/types/operators.ts';
import { definedPermutation } from '../lego/defined.ts';
import type { Language } from '../model/language.ts';
import { scopeOfLambda } from '../python/plain/comprehensions.ts';
import { indexFunctionCall } from './index-functions.ts';
import { notationLibrary } from './library.ts';
import { notationExpressions } from './notation.ts';

/** `unmarked`: what an integer without `_` is. */
const notation = (unmarked: 'static' | 'dynamic'): Language => ({
  name: 'notation',
  scopes: {
    ...cppLanguage.scopes,
    visibleFrom: 'end',
    isFileScopeOrdered: true,
    hidesDependentBases: false,
    namesFileScope: false,
    readsConditionals: false,
  },
  library: notationLibrary(unmarked),
  expressions: { ...cppLanguage.expressions, ...notationExpressions },
  lists: cppLanguage.lists,
  names: { ...cppLanguage.names, isDefinedByLibrary: () => false },
  templates: {
    ...PLAIN.templates,
    instantiate: cppLanguage.templates.instantiate,
    ofProgram: (_, path, args) => ofLibrary(path, args),
  },
  calls: {
    ...PLAIN.calls,
    instead: (ev, expr, _, env) => indexFunctionCall(ev, expr, env) ?? elementsOfParameter(ev, expr, env),
    plain: (ev, call, _, env) => callByCount(ev, call, env),
    explicitSpecialisation: cppLanguage.calls.explicitSpecialisation,
    higherOrder: (ev, target, args) => definedPermutation(ev, target.path, args),
    // `p(i,j) = …` has a scope that nobody can point at, as Python's lambda has.
    lambda: (_, expr) => scopeOfLambda(expr),
    deduceLambda: cppLanguage.calls.deduceLambda,
  },
  declarations: { ...PLAIN.declarations, valuelessObject: elementOf },
  operators: { ...PLAIN.operators, ...STORAGE },
  units: { ...cppLanguage.units, hasSeveralContexts: false },
});

const STATIC = notation('static');
const DYNAMIC = notation('dynamic');

export const notationLanguage = (unmarked: 'static' | 'dynamic'): Language =>
  unmarked === 'static' ? STATIC : DYNAMIC;
