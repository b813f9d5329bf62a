// Functions that only the text notation has: LEGO's, relations, layouts from functions.

import { LEGO_NAMES } from '../lego/names.ts';
import type { Builtin } from '../model/builtin.ts';
import { relationFunction } from '../relation/functions.ts';
import { isOfLinear, toCute } from '../triton/triton.ts';
import { FUNCTION_NAMES } from './by-function.ts';
import { WARP_ACCESS_NAMES } from './warp-accesses.ts';

const FUNCTIONS: ReadonlyMap<string, Builtin> = new Map(
  [...LEGO_NAMES, ...FUNCTION_NAMES, ...WARP_ACCESS_NAMES].map(({ name, run }) => [
    name,
    name === 'to_cute' ? (call) => (isOfLinear(call.args) ? toCute(call) : run(call)) : run,
  ]),
);

/** A function of the notation's own; undefined for names that are none. */
export const ownFunction = (name: string): Builtin | undefined =>
  FUNCTIONS.get(name) ?? relationFunction(name);
