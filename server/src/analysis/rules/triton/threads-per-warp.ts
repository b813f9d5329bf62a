import type { EvaluatedSite, Rule } from '../rule.ts';
import { findingAt, madeHere } from './made-layouts.ts';

/** The lanes of a warp of NVIDIA, and of one of AMD's data center GPUs. */
const LANES = [32, 64];

function checkSite(evaluated: EvaluatedSite) {
  const layout = madeHere(evaluated);
  if (layout?.layout !== 'BlockedLayout') return [];
  const threads = layout.threads_per_warp.reduce((product, n) => product * n, 1);
  if (LANES.includes(threads)) return [];
  const factors = layout.threads_per_warp.join(' × ');
  const product = layout.threads_per_warp.length > 1 ? `${factors} = ${threads}` : factors;
  return findingAt(evaluated, `threads_per_warp is ${product} threads: a warp has ${LANES.join(' or ')}`);
}

export const threadsPerWarp: Rule = {
  id: 'threads-per-warp',
  severity: 'warning',
  title: 'Not the threads of a warp',
  checkSite,
};
