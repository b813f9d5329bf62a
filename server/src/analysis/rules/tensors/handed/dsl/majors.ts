// Which mode of an operand lies contiguous, as it is written in CuTe DSL: what `make_trivial_tiled_mma` is given, and what a
// layout of shared memory is made for. It is a mode, or that of a tensor, `LayoutEnum.from_tensor(a)`.

import { knownValueOf } from '../../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../../document/written/call.ts';
import { memberAt } from '../../../../document/written/expressions.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext } from '../../../rule.ts';
import { originOf } from '../../storage/shared-layout.ts';
import { writtenAt } from './handed.ts';

/** `K` and `MN`, or the tensor whose contiguous mode it is, with the call that asks it. */
export type MajorSource =
  | { readonly mode: 'K' | 'MN'; readonly tensor: null; readonly at: null }
  | { readonly mode: null; readonly tensor: string; readonly at: Site };

const MODES: Readonly<Record<string, 'K' | 'MN'>> = {
  'OperandMajorMode.K': 'K',
  'OperandMajorMode.MN': 'MN',
  'LayoutEnum.ROW_MAJOR': 'K',
  'LayoutEnum.COL_MAJOR': 'MN',
};

const literal = (mode: 'K' | 'MN'): MajorSource => ({ mode, tensor: null, at: null });

/** The name of a tensor that is a parameter, or is made once. */
function tensorNamed(context: RuleContext, site: Site): string | null {
  const name = writtenAt(context, originOf(context, site));
  return /^\w+$/.test(name) ? name : null;
}

/** Null where it is not written. */
function majorSource(context: RuleContext, site: Site | undefined): MajorSource | null {
  if (site === undefined) return null;
  const value = knownValueOf(context.model, site);
  const mode = typeof value === 'string' ? MODES[value] : undefined;
  if (mode !== undefined) return literal(mode);
  const call = writtenCall(originOf(context, site));
  if (call === null) return null;
  if (/^(?:sm90_)?mma_major_mode$/.test(call.name) && call.object !== null && call.args.length === 0)
    return majorSource(context, call.object);
  const of = call.name === 'from_tensor' ? argumentAt(call, 0, 'tensor') : undefined;
  const tensor = of === undefined ? null : tensorNamed(context, of);
  return tensor === null ? null : { mode: null, tensor, at: call.callee };
}

export interface TrivialMma {
  readonly types: readonly (string | null)[];
  readonly majors: readonly (Site | undefined)[];
  readonly sources: readonly (MajorSource | null)[];
  /** Operand A comes from registers, or nobody knows where from. */
  readonly hasOtherA: boolean;
}

/** `x` of `x.element_type`. */
function typedBy(context: RuleContext, type: Site | undefined): string | null {
  const member = type === undefined ? null : memberAt(originOf(context, type));
  return member?.name === 'element_type' ? tensorNamed(context, member.object) : null;
}

/** `make_trivial_tiled_mma(a_dtype, b_dtype, a_leading_mode, b_leading_mode, …)`, or with one type for both. */
export function trivialMma(context: RuleContext, call: WrittenCall): TrivialMma | null {
  if (call.name !== 'make_trivial_tiled_mma') return null;
  const isOfOneType = call.keywords.has('ab_dtype') || majorSource(context, call.args[1]) !== null;
  const first = isOfOneType ? 1 : 2;
  const majors = ['a_leading_mode', 'b_leading_mode'].map((name, i) => argumentAt(call, first + i, name));
  const types = isOfOneType
    ? [null, null]
    : ['a_dtype', 'b_dtype'].map((name, i) => typedBy(context, argumentAt(call, i, name)));
  const source = argumentAt(call, first + 5, 'a_source');
  const hasOtherA = source !== undefined && !/\bSMEM$/.test(writtenAt(context, source));
  return { types, majors, sources: majors.map((major) => majorSource(context, major)), hasOtherA };
}

export interface SharedOperand {
  readonly type: string | null;
  readonly source: MajorSource | null;
  /** Where the layout is chosen. */
  readonly at: Site | undefined;
}

/** What a layout of shared memory is made for; those of Blackwell follow the MMA. */
export function sharedOperand(context: RuleContext, call: WrittenCall): SharedOperand | null {
  const operand = /^make_smem_layout_([ab])$/.exec(call.name)?.[1];
  if (operand !== undefined) {
    const at = argumentAt(call, 0, `${operand}_layout`);
    const type = typedBy(context, argumentAt(call, 2, `${operand}_dtype`));
    return { type, source: majorSource(context, at), at };
  }
  const atom = call.name === 'tile_to_shape' ? argumentAt(call, 0, 'atom') : undefined;
  const maker = atom === undefined ? null : writtenCall(originOf(context, atom));
  const at = maker?.name === 'make_smem_layout_atom' ? argumentAt(maker, 0, 'kind') : undefined;
  const kind = at === undefined ? '' : writtenAt(context, originOf(context, at));
  const mode = /\bSmemLayoutAtomKind\s*\.\s*(K|MN)_\w+$/.exec(kind)?.[1] as 'K' | 'MN' | undefined;
  return mode === undefined ? null : { type: null, source: literal(mode), at };
}
