// Gluon's layout constructors: arguments to an encoding, with what is left out filled in.

import { asFailure, needsValue, type Outcome, orThrow, refuse } from '../../algebra/integer/failure.ts';
import { basesOfSplits } from './cga.ts';
import type { Encoding, EncodingName, IntLists } from './encoding.ts';
import { type Parameter, SIGNATURES, SPLIT_PARAMETERS } from './signatures.ts';
import { verify } from './verify.ts';
import { earlierVersion, laterParameters } from './versions.ts';

/** A Python value as far as constructors take it; null is None, and a type its name. */
export type Argument = number | boolean | string | null | Encoding | readonly Argument[];

const isInts = (value: Argument): value is readonly number[] =>
  Array.isArray(value) && value.every((x) => typeof x === 'number');

const isBases = (value: Argument): value is IntLists => Array.isArray(value) && value.every(isInts);

const isEncoding = (value: Argument): value is Encoding =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TAKES: Readonly<Record<Parameter['kind'], readonly [is: (value: Argument) => boolean, text: string]>> =
  {
    int: [(v) => typeof v === 'number', 'an integer'],
    bool: [(v) => typeof v === 'boolean' || v === 0 || v === 1, 'a bool'],
    ints: [isInts, 'a list of integers'],
    bases: [isBases, 'a list of lists of integers'],
    layout: [isEncoding, 'a layout'],
  };

/** The arguments by parameter; a parameter without one has its default value. */
function bind(
  name: EncodingName,
  parameters: readonly Parameter[],
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): Map<string, Argument> {
  if (args.length > parameters.length) {
    refuse('wrong-kind', `${name} takes ${parameters.length} arguments, and ${args.length} are given`);
  }
  const bound = new Map<string, Argument>();
  for (const [i, parameter] of parameters.entries()) {
    const { name: key, kind, value: standard } = parameter;
    if (i < args.length && keywords.has(key)) refuse('wrong-kind', `${name}: ${key} is given twice`);
    const value = i < args.length ? args[i]! : (keywords.get(key) ?? standard);
    if (value === undefined) refuse('wrong-kind', `${name}: ${key} is missing`);
    const [is, text] = TAKES[kind];
    const isLeftOut = value === null && standard === null;
    if (!isLeftOut && !is(value)) refuse('wrong-kind', `${name}: ${key} is ${text}`);
    bound.set(key, kind === 'bool' ? Boolean(value) : value);
  }
  const unknown = [...keywords.keys()].find((key) => !bound.has(key));
  if (unknown !== undefined) refuse('wrong-kind', `${name} has no parameter ${unknown}`);
  return bound;
}

/** The parameters of older versions, where the arguments are theirs: three lists of integers at the end. */
function splitParameters(
  parameters: readonly Parameter[],
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): readonly Parameter[] | null {
  const last = parameters.at(-1);
  if (last?.name !== 'cga_layout') return null;
  const at = args[parameters.length - 1];
  const isPositional = at !== undefined && isInts(at) && at.length > 0;
  if (!isPositional && !SPLIT_PARAMETERS.some((name) => keywords.has(name))) return null;
  return [
    ...parameters.slice(0, -1),
    ...SPLIT_PARAMETERS.map((name): Parameter => ({ name, kind: 'ints', value: null })),
  ];
}

/** What stands for None and for an empty `cga_layout=None`. */
function completed(name: EncodingName, fields: Map<string, Argument>): Encoding {
  const rank = (fields.get('warps_per_cta') as readonly number[] | undefined)?.length ?? 0;
  const fill = (key: string, value: Argument): void => {
    if (fields.has(key) && fields.get(key) === null) fields.set(key, value);
  };
  fill('cga_layout', []);
  fill('reg_bases', []);
  fill('rank', 2);
  if (name === 'AMDMFMALayout' || name === 'AMDWMMALayout') {
    fill('element_bitwidth', 32);
    fill('tiles_per_warp', new Array<number>(rank).fill(1));
    fill('instr_shape', [16, 16, 16]);
  }
  const padded = name === 'PaddedSharedLayout' ? fields.get('cga_layout') : undefined;
  if (padded !== undefined) {
    // It is what 3.6 calls block_bases.
    const { shape } = Object.fromEntries(fields) as { readonly shape: Argument };
    for (const key of ['cga_layout', 'shape']) fields.delete(key);
    fields.set('block_bases', padded).set('shape', shape);
  }
  return { layout: name, ...Object.fromEntries(fields) } as unknown as Encoding;
}

/** `ctas_per_cga`, `cta_split_num`, `cta_order` as the bases of `cga_layout`. */
function withBases(fields: Map<string, Argument>): Map<string, Argument> {
  const lengths = [...fields]
    .filter(([, value]) => Array.isArray(value))
    .map(([, value]) => (value as []).length);
  const rank = (fields.get('rank') as number | undefined) ?? lengths[0] ?? 0;
  const ones = new Array<number>(rank).fill(1);
  const backwards = ones.map((_, i) => rank - 1 - i);
  const [ctas, split, order] = SPLIT_PARAMETERS.map((name) => fields.get(name) as readonly number[] | null);
  for (const name of SPLIT_PARAMETERS) fields.delete(name);
  return fields.set('cga_layout', orThrow(basesOfSplits(ctas ?? ones, split ?? ones, order ?? backwards)));
}

/** `BlockedLayout(…)` and the others. A violation for what Gluon's assertions and Triton's verifiers refuse. */
export function construct(
  name: EncodingName,
  args: readonly Argument[],
  keywords: ReadonlyMap<string, Argument>,
): Outcome<Encoding> {
  try {
    const earlier = earlierVersion(name, args, keywords);
    if (earlier !== null) needsValue(`${earlier} is of an earlier version of Triton than 3.6`);
    const parameters = laterParameters(name, args, keywords) ?? SIGNATURES[name];
    const older = splitParameters(parameters, args, keywords);
    const fields = bind(name, older ?? parameters, args, keywords);
    const encoding = completed(name, older === null ? fields : withBases(fields));
    verify(encoding);
    return encoding;
  } catch (e) {
    return asFailure(e);
  }
}
