// Functions of CuTe's namespace TMEM: they choose a copy between tensor memory and registers.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { CopyOperation, copyOperation } from '../../../hardware/copy/copy-atom.ts';
import { repeatedTmem, storeOfTmemLoad } from '../../../hardware/copy/tmem-copy.ts';
import type { Builtin } from '../../model/builtin.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { staticArgument } from '../operations.ts';
import { unsupported } from './types.ts';

const held = (v: Value | undefined): Value | undefined => (v instanceof TypeValue ? (v.instance ?? v) : v);

const chosen = (name: string | null, without: string): Value => {
  const operation = name === null ? null : copyOperation(name);
  return operation === null || isFailure(operation) ? unsupported(without) : operation;
};

/** `TMEM::op_repeater<CopyOp, bits_n>()` */
const repeater: Builtin = ({ name, template }) => {
  const one = held(template[0]);
  if (!(one instanceof CopyOperation) || one.isTraits)
    return unsupported(`${name} needs a copy of one column of tensor memory`);
  const bits = template[1] === undefined ? undefined : staticArgument(template[1]);
  if (typeof bits !== 'number')
    return new Unknown('template-parameter', 'the choice depends on the width of the tile');
  return chosen(repeatedTmem(one.name, bits), `${name} has no instruction for ${one.name} over ${bits} bits`);
};

/** `TMEM::tmem_load_to_store(load)` */
const loadToStore: Builtin = ({ name, args }) => {
  const load = held(args[0]);
  return load instanceof CopyOperation && !load.isTraits
    ? chosen(storeOfTmemLoad(load.name), `${load.name} is no load that ${name} knows`)
    : unsupported(`${name} needs a load of tensor memory`);
};

export const TMEM_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map([
  ['op_repeater', repeater],
  ['tmem_load_to_store', loadToStore],
]);
