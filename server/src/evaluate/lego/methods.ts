// What is asked of a chain: `.apply(i, j)`, `.inv(p)`, and its next link.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { LegoLayout, legoApply, legoInv } from '../../algebra/lego/lego.ts';
import { OrderChain } from '../../algebra/lego/value.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { coordinateOf, integerOf } from './arguments.ts';
import { andOrderBy, view } from './constructors.ts';

const OPEN = 'the index is not known';

function apply(layout: LegoLayout): Builtin {
  return ({ args }) => {
    const index = coordinateOf(args);
    return index === null ? new Unknown('unsupported', OPEN) : legoApply(layout, index);
  };
}

function inv(layout: LegoLayout): Builtin {
  return ({ args }) => {
    const [at] = args;
    const position = args.length === 1 && at !== undefined ? integerOf(at) : null;
    if (args.length !== 1)
      return new Violation('wrong-kind', 'inv takes a position', { source: 'LEGO III-A' });
    if (position === null) return new Unknown('unsupported', OPEN);
    const index = legoInv(layout, position);
    return isFailure(index) || index.length > 1 ? (index as Value) : index[0]!;
  };
}

/** A member function of what LEGO's constructors make; undefined where there is none. */
export function legoMethod(object: Value, name: string): Builtin | undefined {
  if (object instanceof LegoLayout) {
    if (name === 'apply') return apply(object);
    if (name === 'inv') return inv(object);
    if (name === 'OrderBy' || name === 'TileOrderBy') return (call) => andOrderBy(object, call);
  }
  if (object instanceof OrderChain) {
    if (name === 'OrderBy' || name === 'TileOrderBy') return (call) => andOrderBy(object, call);
    if (name === 'GroupBy' || name === 'TileBy') return (call) => view(object, call);
  }
  return undefined;
}
