// What a language is as far as it has no templates, macros, pointers or types that convert. Languages say what they have
// besides.

import { ClassObject } from '../model/entity.ts';
import type { Language } from '../model/language.ts';
import { Unknown } from '../model/value.ts';
import { plainCall } from './calls.ts';
import { candidatesByCount } from './functions.ts';
import { PLAIN_OPERATORS } from './operators.ts';

type Part<K extends keyof Language> = Language[K];

const names: Part<'names'> = {
  isDefinedByLibrary: () => false,
  injectedClassName: () => null,
  dispatchBinding: () => null,
  withOutOfClassDefinitions: (_, declared) => declared,
  withUsed: (_, own) => own,
  imported: (ev, path, env) => ev.evaluate(path, env),
  attribute: () => undefined,
};

const templates: Part<'templates'> = {
  instantiate: () => new Unknown('unsupported', 'template arguments are not read here'),
  deduced: (_, { name }) => new Unknown('not-a-layout', `${name} needs template arguments`),
  ofProgram: () => undefined,
  asLibraryTakes: (_, _path, args) => args,
};

const calls: Part<'calls'> = {
  named: () => null,
  instead: () => null,
  plain: (ev, call, _, env) => plainCall(ev, call, env),
  receiver: () => [],
  higherOrder: () => null,
  resolveOverload: (_, target, _template, args, keywords) =>
    candidatesByCount(target, args.length + keywords.size),
  explicitSpecialisation: (_, _target, called) => called,
  lambda: () => null,
  deduceLambda: () => new Map(),
  packed: () => null,
  run: () => null,
  withoutBody: (_, _target, unknown) => unknown,
  object: (_, type) => new ClassObject(type),
};

const declarations: Part<'declarations'> = {
  initial: (ev, _d, init, _type, env) => ev.evaluate(init, env),
  valuelessObject: () => null,
  objectMade: (_, type) => type.env,
  withoutMutations: (_, value) => value,
  named: (_, value) => value,
  parameter: () => undefined,
  templateParameter: () => null,
};

export const PLAIN = { names, templates, calls, declarations, operators: PLAIN_OPERATORS };
