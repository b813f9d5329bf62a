// MMA and copy atoms, their tilings and the shared-memory layout atoms for the evaluator of C++: what
// their names mean as types, templates, functions and members. `withAtoms` adds them to a library.

import { isHardwareValue } from '../../../hardware/value.ts';
import { atomFunction } from '../../cute/atoms/functions.ts';
import { atomMethod } from '../../cute/atoms/methods.ts';
import { atomTemplate, atomValue, typeOfAtom } from '../../cute/atoms/types.ts';
import type { Library } from '../../model/library.ts';
import { TypeValue } from '../../model/value.ts';
import { atomMember } from './atom-members.ts';

/** Functions and methods that make do with an unknown argument: which thread or CTA it is does not matter to a layout. */
const THREAD_SLICES = new Set([
  'get_slice',
  'get_thread_slice',
  'tma_partition',
  'create_tma_multicast_mask',
]);

/** The rules with the atoms' names added; what the rules know themselves stays as it is. */
export const withAtoms = (rules: Library): Library => ({
  ...rules,
  value: (path) => rules.value(path) ?? atomValue(path),
  builtin: (path) => atomFunction(path, rules.builtin(path)),
  template: (path, args) => atomTemplate(path, args) ?? rules.template(path, args),
  construct: (type, args) =>
    type instanceof TypeValue && isHardwareValue(type.instance) ? type.instance : rules.construct(type, args),
  member: (object, name) => atomMember(object, name) ?? rules.member(object, name),
  method: (object, name) => atomMethod(object, name) ?? rules.method(object, name),
  typeOf: (value) => (isHardwareValue(value) ? typeOfAtom(value) : rules.typeOf(value)),
  acceptsUnknown: (name) => THREAD_SLICES.has(name) || rules.acceptsUnknown(name),
});
