// The modes of what member functions of tilings give that are not known themselves, and of slices.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, OPEN, type Parts, Symbolic } from '../../model/symbolic.ts';
import { Tensor, Unknown, type Value } from '../../model/value.ts';
import { isOneMode, label, mmaModes, modesOfCall } from './layouts.ts';
import { copyModes, leadingModes, leadingOfSlice } from './leading.ts';
import { modesOf, shapeModes } from './parts.ts';
import { leadingOfCall, leadingOfMethod } from './unranked.ts';

const first = ({ args }: BuiltinCall): readonly Extent[] | null => {
  const known = modesOf(args[0]);
  return args.length === 1 && known?.kind === 'tensor' ? known.modes : null;
};

function ofTensor(name: string, call: BuiltinCall): readonly Extent[] | null {
  const modes = first(call);
  const [, operand] = /^partition_(?:fragment_)?([ABC])$/.exec(name) ?? [];
  if (operand !== undefined) return modes === null || modes.length < 2 ? null : mmaModes(operand, modes);
  // The fragment of a partition has its modes, or is made from a shape that begins as one does.
  if (/^make_fragment_[ABC]$/.test(name)) {
    const of = modes ?? (call.args.length === 1 ? shapeModes(call.args[0]) : null);
    return of === null || of.length < 3 ? null : [label('MMA'), ...of.slice(1)];
  }
  if (/^partition_[SD]$/.test(name)) return modes === null ? null : copyModes(modes.length);
  if (/^retile_[SD]$/.test(name)) return modes === null ? null : copyModes(modes.length - 1);
  // The tensor of coordinates that a TMA copies from has the shape that it is given.
  return name === 'get_tma_tensor' && call.args.length === 1 ? shapeModes(call.args[0]) : null;
}

/** `thr_mma.partition_A(tensor)` of an unknown tiling; null: nothing is known of what the member function gives. */
export function modesOfMethod(object: Value, call: BuiltinCall): Parts | null {
  if (call.template.length > 0) return null;
  const own = object instanceof Symbolic || object instanceof Tensor ? modesOf(object) : null;
  if (own !== null) return own.kind === 'tuple' ? null : modesOfOwn(own, object, call);
  const modes = ofTensor(call.name, call);
  return modes === null ? null : { kind: 'tensor', modes };
}

/** The same, with what is known of the first modes where nobody knows how many there are. */
export const modesOfCppMethod = (object: Value, call: BuiltinCall): Parts | null =>
  modesOfMethod(object, call) ?? leadingOfMethod(object, call);

/** What a function of CuTe gives, in the same way. */
export const modesOfCppCall = (call: BuiltinCall): Parts | null => modesOfCall(call) ?? leadingOfCall(call);

/** `tensor.layout()`, `tensor.compose(layout)` */
function modesOfOwn(
  { modes }: { readonly modes: readonly Extent[] },
  object: Value,
  call: BuiltinCall,
): Parts | null {
  const { name, args } = call;
  if (name === 'compose' && args.length === 1)
    return modesOfCall({ ...call, name: 'composition', args: [object, args[0]!] });
  if (args.length > 0 || (name !== 'layout' && name !== 'shape')) return null;
  return { kind: name === 'layout' ? 'layout' : 'tuple', modes };
}

/** What stays of a mode at a coordinate: nothing at an integer, at `(_,k)` the modes of its own where `_` stands. */
function kept(at: Value, mode: Extent): readonly Extent[] | null {
  if (at instanceof Underscore) return [mode];
  if (!Array.isArray(at)) return isOneMode(at) ? [] : null;
  const parts = (at as readonly Value[]).map((each) => kept(each, OPEN));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

/** `tensor(_,_,k)`: the modes where `_` stands. */
export function modesOfSlice(object: Value, args: readonly Value[]): Parts | null {
  const known = modesOf(object);
  if (!(object instanceof Symbolic) || known === null || known.kind === 'tuple') return null;
  if (args.length !== known.modes.length) return null;
  const parts = known.modes.map((mode, i) => kept(args[i]!, mode));
  if (!parts.every((part) => part !== null)) return null;
  const modes = parts.flat();
  return modes.length === 0 ? null : { kind: known.kind, modes };
}

/**
 * The same of what may be anything that is called. In C++, whatever takes `_` beside another coordinate is a layout or a
 * tensor, and what it gives has a mode for each `_`.
 */
export function modesOfCalled(object: Value, args: readonly Value[]): Parts | null {
  if (modesOf(object) !== null) return modesOfSlice(object, args);
  const leading = leadingModes(object);
  if (leading !== null) return args.length < 2 ? null : leadingOfSlice(leading, args);
  const isParameter = object instanceof Unknown && /^(?:template|function)-parameter$/.test(object.category);
  if (!isParameter || args.length < 2 || !args.some((at) => at instanceof Underscore)) return null;
  const parts = args.map((at) => kept(at, OPEN));
  return parts.every((part) => part !== null) ? { kind: 'tensor', modes: parts.flat() } : null;
}
