// C++ and CUDA as a language of the evaluator.

import { callEntity } from '../core/called-entities.ts';
import { PLAIN } from '../core/plain-language.ts';
import { type Entity, MacroEntity, Pack, ScalarObject } from '../model/entity.ts';
import type { Language } from '../model/language.ts';
import { Pointer, TypeValue } from '../model/value.ts';
import { specialisationOf } from './calls/called-specialisations.ts';
import { deducedClass } from './calls/class-deduction.ts';
import { dispatchBinding } from './calls/dispatch-macros.ts';
import { callMacro } from './calls/macros.ts';
import { withOutOfClassDefinitions } from './calls/out-of-class-definitions.ts';
import { deducedByLambda, resolveOverload } from './calls/overloads.ts';
import { cppCall, declaredReturn } from './calls/plain-call.ts';
import { withUsed } from './calls/used.ts';
import { classTrait } from './cute/class-traits.ts';
import { fragmentType } from './cute/fragment-types.ts';
import { higherOrder } from './cute/higher-order.ts';
import { isDefinedByLibrary } from './cute/known-names.ts';
import { userTraits, withUserAtom } from './cute/user-atoms.ts';
import { cppUnits } from './instances/units.ts';
import { cppLibrary } from './library.ts';
import { withoutMutations } from './running/mutation-analysis.ts';
import { lambdaScope, run } from './running/starting.ts';
import { assertedParameter } from './templates/asserted-parameters.ts';
import { decltype } from './templates/decltype.ts';
import { expandedList, foldPack, packSize } from './templates/packs.ts';
import { elementsOfParameter } from './templates/parameter-elements.ts';
import { classOfEnvironment, injectedClassName, instantiate } from './templates/templates.ts';
import { objectMade } from './types/aggregates.ts';
import { sizeCall } from './types/object-size.ts';
import { cppOperators } from './types/operators.ts';
import { sequenceType } from './types/sequences.ts';
import { arrayWith } from './types/storage.ts';
import { isElementType } from './types/type-identity.ts';

/** Types of the library that are made of its own arguments alone. */
export const ofLibrary = (path: readonly string[], args: readonly Entity[]): Entity | undefined =>
  sequenceType(path, args) ?? fragmentType(path, args);

/** An object of an element type: templates that take it are instantiated for the type. A flag may be decided on. */
export const elementOf: Language['declarations']['valuelessObject'] = (type) =>
  isElementType(type) && type.name !== 'bool' ? new ScalarObject(type) : null;

const names: Language['names'] = {
  ...PLAIN.names,
  isDefinedByLibrary,
  injectedClassName,
  dispatchBinding,
  withOutOfClassDefinitions: (ev, declared, found, asked) => {
    const owner = asked ?? classOfEnvironment(found.env);
    return owner === null ? declared : withOutOfClassDefinitions(ev, declared, found, owner);
  },
  withUsed,
};

const calls: Language['calls'] = {
  ...PLAIN.calls,
  named: (ev, { callee }, env) => (callee.kind === 'name' ? ev.evaluate(callee, env) : null),
  instead: (ev, expr, named, env) =>
    named instanceof MacroEntity
      ? callMacro(ev, named, expr, env)
      : (sizeCall(ev, expr, env) ?? elementsOfParameter(ev, expr, env)),
  plain: cppCall,
  higherOrder: (ev, { path }, args) =>
    higherOrder(path, args, (f, given) => callEntity(ev, f, [], given)) ?? null,
  resolveOverload: (ev, target, template, args) => resolveOverload(ev, target, template, args),
  explicitSpecialisation: specialisationOf,
  lambda: lambdaScope,
  deduceLambda: deducedByLambda,
  packed: (args) => new Pack(args),
  run,
  withoutBody: declaredReturn,
};

const declarations: Language['declarations'] = {
  ...PLAIN.declarations,
  initial: (ev, d, init, type, env) => {
    const isArray = type instanceof TypeValue && type.instance instanceof Pointer && d.type?.kind === 'index';
    return isArray && d.isConstant === true && init.kind === 'construct'
      ? arrayWith(ev, type, init.args, env)
      : ev.evaluate(init, env);
  },
  valuelessObject: elementOf,
  objectMade,
  withoutMutations,
  templateParameter: assertedParameter,
};

export const cppLanguage: Language = {
  name: 'cpp',
  steps: 8000,
  scopes: {
    visibleFrom: 'name',
    closuresSeeLastValue: false,
    classScopesSeenFromMethods: true,
    isFileScopeOrdered: false,
    hidesDependentBases: true,
    namesFileScope: true,
    readsConditionals: true,
    typesConvert: true,
    isBareBase: null,
  },
  library: cppLibrary,
  expressions: {
    decltype,
    fold: foldPack,
    'pack-size': (ev, expr, env) => packSize(ev, expr.pack, env),
  },
  lists: { items: expandedList, unranked: () => null, element: () => null },
  names,
  templates: {
    instantiate,
    deduced: deducedClass,
    ofProgram: (ev, path, args) =>
      classTrait(ev, path, args) ?? ofLibrary(path, args) ?? userTraits(ev, path, args),
    asLibraryTakes: withUserAtom,
  },
  calls,
  declarations,
  operators: cppOperators,
  units: cppUnits,
};
