// Python as a language of the evaluator.

import { staticSymbol } from '../../algebra/integer/operations.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { PLAIN } from '../core/plain-language.ts';
import { symbolFor } from '../core/symbols.ts';
import { definedPermutation } from '../lego/defined.ts';
import { LEGO_MODULES } from '../lego/package.ts';
import { asValue, ClassObject, ClassType, QualifiedName } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Language } from '../model/language.ts';
import { Symbolic } from '../model/symbolic.ts';
import { Unknown } from '../model/value.ts';
import { joinAlternatives } from '../values/one-of.ts';
import { attributeAt } from './classes/attributes.ts';
import {
  attributeOfBase,
  attributeOfClass,
  enumeratorNamed,
  inheritedAttribute,
  isBareBase,
  openAttribute,
} from './classes/class-attributes.ts';
import { defaultOfField } from './classes/fields.ts';
import { constructClass, receiver } from './classes/objects.ts';
import { attributeBehind, SuperObject, superObject } from './classes/super-objects.ts';
import { indexedAtRunTime } from './dsl/coordinates.ts';
import { PARSED_ARGUMENTS, parsedArgument } from './dsl/host/argparse.ts';
import { byDefaultType } from './dsl/host/default-type.ts';
import { besideNumber } from './dsl/host/torch.ts';
import { indexTorch } from './dsl/host/torch-parts.ts';
import { inCommon } from './dsl/leading-modes.ts';
import { attributeOfModes } from './dsl/modes.ts';
import { launchOption } from './dsl/parameters/launch.ts';
import { pythonParameter } from './dsl/parameters/parameters.ts';
import { pythonUnits } from './dsl/parameters/units.ts';
import { fieldOfStorage, SharedStorage, storageAt } from './dsl/shared-storage.ts';
import { unrankedItems } from './dsl/unranked.ts';
import { pythonLibrary } from './library.ts';
import { mapped } from './mapped.ts';
import { partial } from './partial.ts';
import { namedByAnnotation } from './plain/annotations.ts';
import { isAttributeAssigned, withoutChangesElsewhere } from './plain/changed-elsewhere.ts';
import { comprehendedElement, comprehension, scopeOfLambda } from './plain/comprehensions.ts';
import { writtenDictionary } from './plain/dictionary.ts';
import { imported } from './plain/imported.ts';
import { itemsOf } from './plain/items.ts';
import { mutatedValue } from './plain/mutated-names.ts';
import { UnnamedInteger } from './plain/types.ts';
import { reduced } from './reduce.ts';

/** Whether a declared name is what `math.gcd(…)` returns, and not what is made of it. */
function isDivisor(ev: Evaluation, { init, element }: Declaration, env: Environment): boolean {
  if (init?.kind !== 'call' || element !== null) return false;
  const callee = ev.evaluate(init.callee, env);
  return callee instanceof QualifiedName && callee.path.join('.') === 'math.gcd';
}

export const pythonLanguage: Language = {
  name: 'python',
  // A name of a kernel stands for calls of many functions, each of them evaluated for its callers.
  steps: 32_000,
  scopes: {
    visibleFrom: 'end',
    closuresSeeLastValue: true,
    classScopesSeenFromMethods: false,
    isFileScopeOrdered: true,
    hidesDependentBases: false,
    namesFileScope: false,
    readsConditionals: false,
    typesConvert: false,
    isBareBase,
  },
  library: pythonLibrary,
  expressions: { comprehension, dict: writtenDictionary, mutated: mutatedValue },
  lists: { items: itemsOf, unranked: unrankedItems, element: comprehendedElement },
  names: {
    ...PLAIN.names,
    imported,
    attribute: (ev, of, name, env, position) => {
      if (of === PARSED_ARGUMENTS) return parsedArgument(ev, name, env);
      if (of instanceof SharedStorage) return fieldOfStorage(ev, of, name);
      if (of instanceof Symbolic) return attributeOfModes(of, name);
      if (!(of instanceof ClassObject || of instanceof ClassType)) return undefined;
      if (isAttributeAssigned(ev, name, of instanceof ClassType ? of : of.type, env))
        return new Unknown('unsupported', `an attribute ${name} is assigned elsewhere`, [], name);
      if (of instanceof ClassType) return attributeOfClass(ev, of, name);
      // What stands in an object itself is not looked for behind a class.
      if (of instanceof SuperObject) return attributeBehind(ev, of, name);
      return (
        attributeOfBase(ev, of, name) ??
        attributeAt(ev, of, name, env, position) ??
        openAttribute(ev, of, name) ??
        inheritedAttribute(ev, of, name)
      );
    },
  },
  templates: PLAIN.templates,
  calls: {
    ...PLAIN.calls,
    instead: (ev, expr, _, env) =>
      superObject(ev, expr, env) ?? defaultOfField(ev, expr, env) ?? launchOption(ev, expr, env),
    receiver: (object, method) => receiver(object instanceof SuperObject ? object.bound : object, method),
    higherOrder: (ev, target, args, keywords) =>
      partial(target, args, keywords) ??
      reduced(ev, target, args, keywords) ??
      mapped(ev, target, args, keywords) ??
      byDefaultType(ev, target, args, keywords) ??
      (LEGO_MODULES.has(target.path[0]!) ? definedPermutation(ev, target.path, args) : null),
    lambda: (_, expr) => scopeOfLambda(expr),
    // How many `*xs` are is not known where one of them is not.
    packed: (args) => args.find((arg) => arg instanceof Unknown) ?? args.map(asValue),
    object: (ev, type, args, keywords) =>
      storageAt(type, args, keywords) ?? constructClass(ev, type, args, keywords),
  },
  declarations: {
    ...PLAIN.declarations,
    // A name in a class is one number; others are told apart by where they stand.
    named: (ev, value, d, scope, env) => {
      const name = scope.kind === 'class' ? d.name : symbolFor(ev, d, scope, env);
      // Of several objects each may have another one.
      const isShared = scope.kind === 'class' && env.bindings.size > 0;
      if (name !== null && value instanceof UnnamedInteger && !isShared && isDivisor(ev, d, env))
        return staticSymbol(name);
      return name === null ? value : namedByAnnotation(ev, value, d.init!, d.element, name, env);
    },
    parameter: pythonParameter,
    withoutMutations: withoutChangesElsewhere,
  },
  operators: {
    ...PLAIN.operators,
    beside: besideNumber,
    indexed: (ev, object, args, env) =>
      object instanceof ClassType
        ? enumeratorNamed(ev, object, args, env)
        : (indexTorch(ev, object, args, env) ?? indexedAtRunTime(ev, object, args, env)),
    // Each side is kept as it is; of one that is not known, the modes that it has whichever is taken.
    joinConditional: (then, otherwise, condition) => {
      if (!(then instanceof Unknown) && !(otherwise instanceof Unknown))
        return joinAlternatives([then, otherwise], condition);
      const modes = inCommon([then, otherwise]);
      return modes === null ? condition : new Symbolic(condition, modes);
    },
  },
  units: pythonUnits,
};
