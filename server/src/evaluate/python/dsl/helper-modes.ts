// The modes of what CuTe DSL's helpers make, which do not depend on what is not known of their arguments: layouts of shared
// memory, whose stages the helpers append to what an MMA divides or to a tile, and tensors that stand for others.

import { label } from '../../cute/modes/layouts.ts';
import { extentOf, openModes, shapeModes } from '../../cute/modes/parts.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, OPEN, type Parts, Symbolic } from '../../model/symbolic.ts';
import type { Value } from '../../model/value.ts';
import { argument } from './leading-modes.ts';

/** Eight rows or columns of the contiguous extent, whatever the kind. */
const atom: Rule = () => layout(openModes(2));

/** A tensor of a shape. */
const ofShape: Rule = (call) => {
  const modes = shapeModes(argument(call, 1, 'shape'));
  return modes === null ? null : { kind: 'tensor', modes };
};

/** What is known when the program is compiled is what it is. */
const constant: Rule = ({ args: [x], keywords }) =>
  x instanceof Symbolic && keywords.size === 0 ? x.parts : null;

const layout = (modes: readonly Extent[]): Parts => ({ kind: 'layout', modes });

type Rule = (call: BuiltinCall) => Parts | null;

const stagesOf = (v: Value | undefined): Extent => (v === undefined ? OPEN : extentOf(v));

/** Of a tile of so many modes, then the stages. */
const staged =
  (at: number, name: string): Rule =>
  (call) =>
    layout([...openModes(2), stagesOf(argument(call, at, name))]);

/** What one instruction takes, how often along each mode, then the stages. */
const ofMma =
  (rows: 'M' | 'N', first: Extent, at: number): Rule =>
  (call) =>
    layout([first, label(`MMA_${rows}`), label('MMA_K'), stagesOf(argument(call, at, 'num_stages'))]);

/** Where the shape is not given: it may have any modes. */
const epilogue: Rule = (call) =>
  argument(call, 4, 'smem_trg_shape') === undefined && argument(call, 5, 'smem_order') === undefined
    ? staged(3, 'epi_stage')(call)
    : null;

const MMA = label('MMA');

const SCALE_FACTORS: ReadonlyMap<string, Rule> = new Map([
  ['make_smem_layout_sf', staged(2, 'num_stages')],
  ['make_smem_layout_sfa', ofMma('M', OPEN, 3)],
  ['make_smem_layout_sfb', ofMma('N', OPEN, 3)],
]);

const BLACKWELL: ReadonlyMap<string, Rule> = new Map([
  ['make_smem_layout_atom', atom],
  ['make_smem_layout', staged(3, 'num_stages')],
  ['make_smem_layout_a', ofMma('M', MMA, 3)],
  ['make_smem_layout_b', ofMma('N', MMA, 3)],
  ['make_smem_layout_epi', staged(3, 'epi_stage')],
]);

const HOPPER: ReadonlyMap<string, Rule> = new Map([
  ['make_smem_layout_atom', atom],
  ['make_smem_layout_a', staged(3, 'num_stages')],
  ['make_smem_layout_b', staged(3, 'num_stages')],
  ['make_smem_layout_epi', epilogue],
]);

const RUNTIME: ReadonlyMap<string, Rule> = new Map([
  ['make_fake_tensor', ofShape],
  ['make_fake_compact_tensor', ofShape],
]);

const ATOMS: ReadonlyMap<string, Rule> = new Map([['make_smem_layout_atom', atom]]);

const MODULES: ReadonlyMap<string, ReadonlyMap<string, Rule>> = new Map([
  ['hopper_helpers', HOPPER],
  ['sm90', HOPPER],
  ['blackwell_helpers', BLACKWELL],
  ['sm100', BLACKWELL],
  ['blockscaled_layout', SCALE_FACTORS],
]);

/** What `cutlass.utils` has itself. */
function ofUtils(name: string): Rule | undefined {
  const hopper = /^sm90_(\w+)$/.exec(name)?.[1];
  return hopper === undefined ? (BLACKWELL.get(name) ?? SCALE_FACTORS.get(name)) : HOPPER.get(hopper);
}

function ruleOf(path: readonly string[]): Rule | undefined {
  const name = path.at(-1)!;
  const module = path.slice(0, -1).join('.');
  if (module === 'cutlass') return name === 'const_expr' ? constant : undefined;
  if (module === 'cutlass.utils') return ofUtils(name);
  if (/^(?:cutlass\.)?cute\.runtime$/.test(module)) return RUNTIME.get(name);
  if (/^(?:cutlass\.)?cute\.nvgpu\.(?:warpgroup|tcgen05)$/.test(module)) return ATOMS.get(name);
  return path.length === 4 && /^cutlass\.utils\./.test(module) ? MODULES.get(path[2]!)?.get(name) : undefined;
}

/** The modes of what a helper makes; null: nothing is said of it. */
export const modesOfHelper = (call: BuiltinCall, path: readonly string[]): Parts | null =>
  ruleOf(path)?.(call) ?? null;
