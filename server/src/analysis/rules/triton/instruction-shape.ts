import type { NvidiaMma } from '../../../hardware/triton/encoding.ts';
import type { EvaluatedSite, Rule } from '../rule.ts';
import { findingAt, madeHere } from './made-layouts.ts';

const [LARGEST_N, STEP_N] = [256, 8];
/** wgmma takes 32 bytes of K: elements of 32, 16 and 8 bits. */
const WGMMA_K = [8, 16, 32];

/** What the instruction's shape should be; null where it is right. */
function wanted({ version, instr_shape: shape }: NvidiaMma): string | null {
  const [major] = version;
  if (major === 2) {
    const [m, n] = shape.slice(-2);
    const isBatched = shape.slice(0, -2).every((size) => size === 1);
    return m === 16 && n === 8 && isBatched ? null : 'mma.sync (version 2) computes 16 × 8';
  }
  if (major !== 3) return null;
  const [m, n = 0, k] = shape;
  if (m !== 16 || n < STEP_N || n > LARGEST_N || n % STEP_N !== 0)
    return `wgmma (version 3) computes 16 × N a warp, with N a multiple of ${STEP_N} up to ${LARGEST_N}`;
  return k === undefined || WGMMA_K.includes(k) ? null : `K of wgmma (version 3) is ${WGMMA_K.join(', ')}`;
}

function checkSite(evaluated: EvaluatedSite) {
  const layout = madeHere(evaluated);
  if (layout?.layout !== 'NVMMADistributedLayout') return [];
  const what = wanted(layout);
  return what === null
    ? []
    : findingAt(evaluated, `instr_shape is [${layout.instr_shape.join(', ')}]: ${what}`);
}

export const instructionShape: Rule = {
  id: 'instruction-shape',
  severity: 'warning',
  title: 'No such instruction',
  checkSite,
};
