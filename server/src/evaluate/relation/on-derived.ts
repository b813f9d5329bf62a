// Operations on layouts that are still to be worked out: they are worked out first, when somebody looks.

import { isFailure, NeedsValue, Violation } from '../../algebra/integer/failure.ts';
import { type Ask, Undecided } from '../../algebra/relation/question.ts';
import { type Derivation, DerivedValue, isRelationValue } from '../../algebra/relation/value.ts';
import { isAlgebra } from '../cute/operations.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { argumentText } from './derivations.ts';

/** What an operation comes to, as far as it can be said without its place in a document. */
function derivation(value: ReturnType<Builtin>): Derivation {
  if (value instanceof NeedsValue) return new Undecided('parametric', value.reason);
  if (isFailure(value)) return value;
  if (value instanceof Unknown) return new Undecided('parametric', value.reason);
  if (isRelationValue(value) || isAlgebra(value)) return value;
  return new Violation('unsupported', 'the result is neither a layout nor an integer, set or relation');
}

/** The value of an argument; a Violation or Undecided that it comes to is that of the whole. */
async function resolved(arg: Value, ask: Ask): Promise<Derivation | Value> {
  if (!(arg instanceof DerivedValue)) return arg;
  const found = await arg.derive(ask);
  return found instanceof DerivedValue ? resolved(found, ask) : found;
}

async function run(builtin: Builtin, call: BuiltinCall, ask: Ask): Promise<Derivation> {
  const args: Value[] = [];
  for (const arg of call.args) {
    const value = await resolved(arg, ask);
    if (value instanceof Violation || value instanceof Undecided) return value;
    args.push(value as Value);
  }
  return derivation(builtin({ ...call, args }));
}

/** The same function, which waits for what is still to be worked out. */
export function onDerived(builtin: Builtin | undefined): Builtin | undefined {
  if (builtin === undefined) return undefined;
  return (call) => {
    if (!call.args.some((arg) => arg instanceof DerivedValue)) return builtin(call);
    const text = `${call.name}(${call.args.map(argumentText).join(', ')})`;
    return new DerivedValue(text, (ask) => run(builtin, call, ask));
  };
}
