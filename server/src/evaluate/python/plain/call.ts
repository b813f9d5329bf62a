// Arguments of Python calls, by position and by keyword.

import { type Failure, Violation } from '../../../algebra/integer/failure.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';

export interface Signature {
  readonly name: string;
  readonly parameters: readonly SignatureParameter[];
}

interface SignatureParameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isKeywordOnly: boolean;
}

/** `make_layout(shape, *, stride?)`: `?` marks what may be left out, `*` what must be named from there on. */
export function signature(text: string): Signature {
  const match = /^(\w+)\((.*)\)$/.exec(text)!;
  let isKeywordOnly = false;
  const parameters: SignatureParameter[] = [];
  for (const part of match[2]!.split(',').map((p) => p.trim())) {
    if (part === '*') isKeywordOnly = true;
    else if (part !== '') {
      parameters.push({ name: part.replace('?', ''), isOptional: part.endsWith('?'), isKeywordOnly });
    }
  }
  return { name: match[1]!, parameters };
}

/** The first part of a value that is not known. */
export function firstUnknownPart(value: Value | undefined): Unknown | null {
  if (value instanceof Unknown) return value;
  if (!Array.isArray(value)) return null;
  for (const item of value as readonly Value[]) {
    const found = firstUnknownPart(item);
    if (found !== null) return found;
  }
  return null;
}

/** Keywords by which the DSL hands on places in the source; they change no value. */
const PLACES = new Set(['loc', 'ip']);

/** Names of C++ and of other libraries for what has another one here; of keywords besides a later version may have more. */
const MEANT: Readonly<Record<string, string>> = {
  step: 'proj',
  strides: 'stride',
  shapes: 'shape',
  tile: 'tiler',
  coords: 'coord',
};

/** What has the parameter that another function is given by that name. */
const MEANT_OF: Readonly<Record<string, string>> = {
  'make_layout order': 'make_ordered_layout',
};

/**
 * The arguments in the order of the parameters, undefined where left out. A violation where Python
 * raises a TypeError; unknown where arguments are unpacked from something that is not known.
 */
export function bindSignature(
  { name, parameters }: Signature,
  call: BuiltinCall,
): readonly (Value | undefined)[] | Violation | Unknown {
  const positional = parameters.filter((p) => !p.isKeywordOnly);
  if (call.args.length > positional.length) {
    const limit = `${positional.length} positional argument${positional.length === 1 ? '' : 's'}`;
    return new Violation('wrong-kind', `${name} takes ${limit}, ${call.args.length} are given`);
  }
  const bound: (Value | undefined)[] = parameters.map((p) => {
    const at = positional.indexOf(p);
    return at >= 0 ? call.args[at] : undefined;
  });
  for (const [keyword, value] of call.keywords) {
    if (PLACES.has(keyword)) continue;
    if (keyword === '**') return new Unknown('unsupported', 'keyword arguments are unpacked here');
    const at = parameters.findIndex((p) => p.name === keyword);
    if (at < 0) {
      const other = MEANT_OF[`${name} ${keyword}`];
      if (other !== undefined)
        return new Violation('wrong-kind', `${name} has no parameter ${keyword}: ${other} has`);
      const meant = MEANT[keyword];
      return meant !== undefined && parameters.some((p) => p.name === meant)
        ? new Violation('wrong-kind', `${name} has no parameter ${keyword}: it is ${meant}`)
        : new Unknown('unsupported', `the keyword ${keyword} of ${name} is not known`);
    }
    if (bound[at] !== undefined) {
      return new Violation('wrong-kind', `${name} is given ${keyword} twice`);
    }
    bound[at] = value;
  }
  for (const [i, p] of parameters.entries()) {
    if (bound[i] === undefined && !p.isOptional) {
      return new Violation('wrong-kind', `${name} needs the argument ${p.name}`);
    }
  }
  return bound;
}

/** A function of which every argument must be known. */
export function known(
  text: string,
  run: (args: readonly (Value | undefined)[], call: BuiltinCall) => Value | Failure,
): Builtin {
  const sign = signature(text);
  return (call) => {
    const bound = bindSignature(sign, call);
    if (bound instanceof Unknown || bound instanceof Violation) return bound;
    for (const value of bound) {
      const unknown = firstUnknownPart(value);
      if (unknown !== null) return unknown;
    }
    return run(bound, call);
  };
}
