// The text notation as a language of the evaluator: what pasted C++ needs, and nothing that runs.

import { PLAIN } from '../core/plain-language.ts';
import { callByCount } from '../cpp/calls/plain-call.ts';
import { cppLanguage, elementOf, ofLibrary } from '../cpp/language.ts';
import { elementsOfParameter } from '../cpp/templates/parameter-elements.ts';
import { STORAGE } from '../cpp/types/operators.ts';
import { definedPermutation } from '../lego/defined.ts';
import type { Language } from '../model/language.ts';
import { scopeOfLambda } from '../python/plain/comprehensions.ts';
import { libraryOf, type NotationReading } from './dialects.ts';
import { indexFunctionCall } from './index-functions.ts';
import { notationLibrary } from './library.ts';
import { notationExpressions } from './notation.ts';

const notation = ({ unmarked = 'static', library = 'cute' }: NotationReading): Language => ({
  name: 'notation',
  steps: 8000,
  scopes: {
    ...cppLanguage.scopes,
    visibleFrom: 'end',
    isFileScopeOrdered: true,
    hidesDependentBases: false,
    namesFileScope: false,
    readsConditionals: false,
  },
  library: libraryOf(notationLibrary(unmarked), library),
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

const LANGUAGES = new Map<string, Language>();

/** The notation as it is meant; each way of reading it is one language. */
export function notationLanguage(reading: NotationReading): Language {
  const key = `${reading.unmarked} ${reading.library}`;
  const known = LANGUAGES.get(key) ?? notation(reading);
  LANGUAGES.set(key, known);
  return known;
}
