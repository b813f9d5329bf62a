// The modes of what member functions of tilings give that are not known themselves, and of slices.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, type Parts, Symbolic } from '../../model/symbolic.ts';
import { Tensor, type Value } from '../../model/value.ts';
import { isOneMode, label, mmaModes } from './layouts.ts';
import { modesOf, shapeModes } from './parts.ts';

const first = ({ args }: BuiltinCall): readonly Extent[] | null => {
  const known = modesOf(args[0]);
  return args.length === 1 && known?.kind === 'tensor' ? known.modes : null;
};

/** What a copy moves at once, and how often in each mode. */
const copyModes = (rank: number): readonly Extent[] => [
  label('CPY'),
  ...Array.from({ length: rank }, (_, i) => label(`CPY_${i}`)),
];

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
  if (object instanceof Symbolic || object instanceof Tensor) {
    const known = modesOf(object);
    if (call.args.length > 0 || known === null || known.kind === 'tuple') return null;
    if (call.name === 'layout' || call.name === 'shape')
      return { kind: call.name === 'layout' ? 'layout' : 'tuple', modes: known.modes };
    return null;
  }
  const modes = ofTensor(call.name, call);
  return modes === null ? null : { kind: 'tensor', modes };
}

/** `tensor(_,_,k)`: the modes where `_` stands. */
export function modesOfSlice(object: Value, args: readonly Value[]): Parts | null {
  const known = modesOf(object);
  if (!(object instanceof Symbolic) || known === null || known.kind === 'tuple') return null;
  if (args.length !== known.modes.length || !args.every(isOneMode)) return null;
  const modes = known.modes.filter((_, i) => args[i] instanceof Underscore);
  return modes.length === 0 ? null : { kind: known.kind, modes };
}
