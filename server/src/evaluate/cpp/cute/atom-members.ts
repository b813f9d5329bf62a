// Member types and constants of atoms and tilings: `typename TiledMma::AtomShape_MNK`, `TiledCopy::Tiler_MN`.

import type { Failure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Layout } from '../../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { modeOf } from '../../../algebra/operation/coalesce.ts';
import { elementType } from '../../../hardware/atom/element-type.ts';
import { parseAtomName, printAtomName } from '../../../hardware/atom/name.ts';
import { CopyAtom, CopyOperation } from '../../../hardware/copy/copy-atom.ts';
import { ThrCopy, TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import { MmaAtom } from '../../../hardware/mma/mma-atom.ts';
import { ThrMma, TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { type HardwareValue, isHardwareValue } from '../../../hardware/value.ts';
import { elementTypeValue, typeOfAtom } from '../../cute/atoms/types.ts';
import { TypeValue, type Value } from '../../model/value.ts';
import { arrayOf } from '../types/storage.ts';
import { typeOfHome } from './fragment-types.ts';

const type = (name: string, instance: Value): TypeValue => new TypeValue(name, instance);
const layoutType = (name: string, layout: Layout): TypeValue => type(name, layout);

function mmaMember(atom: MmaAtom, name: string): Value | undefined {
  const operand = /^(?:Atom)?Layout([ABC])_TV$/.exec(name) ?? /^([ABC])Layout$/.exec(name);
  if (operand !== null) return layoutType(name, atom.layouts[operand[1] as 'A' | 'B' | 'C']);
  const element = /^ValType([ABCD])$/.exec(name);
  if (element !== null) return elementTypeValue(atom.types[element[1] as 'A' | 'B' | 'C' | 'D']);
  const fragment = /^FrgType([ABCD])$/.exec(name);
  if (fragment !== null) {
    const which = fragment[1] === 'D' ? 'C' : (fragment[1] as 'A' | 'B' | 'C');
    const element = elementTypeValue(atom.types[which]);
    // Descriptors and tensor memory have types of their own.
    return atom.homes[which].kind === 'registers'
      ? element
      : (typeOfHome(atom.homes[which], element) ?? undefined);
  }
  if (name === 'Shape_MNK' || name === 'AtomShape_MNK') return type(name, [...atom.shapeMnk]);
  if (name === 'ThrID' || name === 'AtomThrID') return layoutType(name, atom.thrId);
  return name === 'MMA_Op' || name === 'Traits' || name === 'Atom' ? typeOfAtom(atom) : undefined;
}

function copyMember(atom: CopyAtom, name: string): Value | undefined {
  const layouts: Readonly<Record<string, Layout>> = {
    ThrID: atom.operation.thrId,
    AtomThrID: atom.operation.thrId,
    BitLayoutSrc: atom.operation.src,
    BitLayoutDst: atom.operation.dst,
    BitLayoutRef: atom.operation.ref,
    ValLayoutSrc: atom.src,
    ValLayoutDst: atom.dst,
    ValLayoutRef: atom.ref,
    AtomLayoutSrc: atom.src,
    AtomLayoutDst: atom.dst,
    AtomLayoutRef: atom.ref,
  };
  const layout = layouts[name];
  if (layout !== undefined) return layoutType(name, layout);
  const sizes: Readonly<Record<string, Value>> = {
    AtomNumThr: type(name, sizeOrThrow(modeOf(atom.ref, 0))),
    AtomNumVal: type(name, sizeOrThrow(modeOf(atom.ref, 1))),
    // static constexpr int
    NumValSrc: new Dynamic(sizeOrThrow(modeOf(atom.src, 1)) as number),
    NumValDst: new Dynamic(sizeOrThrow(modeOf(atom.dst, 1)) as number),
    ValType: elementTypeValue(atom.element),
  };
  return sizes[name];
}

function memberOf(value: HardwareValue, name: string): Value | undefined {
  if (value instanceof MmaAtom) return mmaMember(value, name);
  if (value instanceof CopyAtom) return copyMember(value, name);
  if (value instanceof TiledMma) {
    if (name === 'Atom') return typeOfAtom(value.atom);
    if (name === 'ThrLayoutVMNK') return layoutType(name, value.thrLayoutVmnk);
    return mmaMember(value.atom, name);
  }
  if (value instanceof TiledCopy) {
    if (name === 'TiledLayout_TV') return layoutType(name, value.layoutTv);
    if (name === 'Tiler_MN') return type(name, value.tiler as Value);
    if (name === 'TiledNumThr') return type(name, sizeOrThrow(modeOf(value.layoutTv, 0)));
    if (name === 'TiledNumVal') return type(name, sizeOrThrow(modeOf(value.layoutTv, 1)));
    return copyMember(value.atom, name);
  }
  if (value instanceof ThrMma || value instanceof ThrCopy) return memberOf(value.tiled, name);
  if (value instanceof CopyOperation) {
    const layouts: Readonly<Record<string, Layout>> = {
      ThrID: value.thrId,
      SrcLayout: value.src,
      DstLayout: value.dst,
      RefLayout: value.ref,
    };
    const layout = layouts[name];
    return layout === undefined ? registersOf(value, name) : layoutType(name, layout);
  }
  return undefined;
}

const COPY_OF_TYPES = /^(?:UniversalCopy|SM80_CP_ASYNC_CACHE(?:ALWAYS|GLOBAL)(?:_ZFILL)?)$/;

/** `TS[1]` and `TD[1]` of a copy that is a template of them. */
function registersOf(operation: CopyOperation, name: string): Value | undefined {
  if (name !== 'SRegisters' && name !== 'DRegisters') return undefined;
  const { path, args } = parseAtomName(operation.name) ?? { path: '', args: [] };
  const [source, destination = source] = args.map((arg) => elementType(printAtomName(arg)));
  const element = name === 'SRegisters' ? source : destination;
  return COPY_OF_TYPES.test(path) && element != null ? arrayOf(elementTypeValue(element), 1) : undefined;
}

/** A member of an atom or tiling, or of its type; undefined when the object is none or has no such member. */
export function atomMember(object: Value, name: string): Value | Failure | undefined {
  const value = object instanceof TypeValue ? object.instance : object;
  return isHardwareValue(value) ? memberOf(value, name) : undefined;
}
