// Another atom for a copy that has bank conflicts: the model of banks says which cost less, and each is written and looked
// at again before it is offered.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import { atomsFor } from '../../hardware/memory/atoms.ts';
import { accessesOf } from '../accesses/access.ts';
import { type CopyCost, type CopyCosts, copyCosts, relieved } from '../accesses/copy-costs.ts';
import { sharedCostOf } from '../accesses/shared.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { type CopyRewrite, type Rewrite, rewritesNear } from './copy-rewrites.ts';

/** How many atoms are written, and at how many places; how many of them are offered. */
const MAXIMUM = { atoms: 4, places: 4, offered: 2 };

const MATRICES = /^SM(?:75|90)_U(?:32x(\d)_(LD|ST)SM_N|16x(\d)_(LD|ST)SM_T)$/;

/** The operations that the file's GPUs have, as far as it tells them: ldmatrix since 7.5, stmatrix since 9.0. */
function isThere(operation: string, { text, architectures }: RuleContext): boolean {
  const since = /^SM(75|90)_/.exec(operation)?.[1];
  if (since === undefined) return true;
  if (architectures.length > 0) return architectures.every((one) => one >= Number(since));
  const named = [...text.matchAll(/\bSM(\d{2,3})_/g)].map(([, number]) => Number(number));
  return named.length > 0 && Math.max(...named) >= Number(since);
}

/** `LdMatrix8x8x16bOp(False, 4)` of `SM75_U32x4_LDSM_N`; null for vectors. */
function matrixOperation(operation: string): string | null {
  const [, plain, load, turned, loadTurned] = MATRICES.exec(operation) ?? [];
  if (plain === undefined && turned === undefined) return null;
  const kind = (load ?? loadTurned) === 'LD' ? 'Ld' : 'St';
  const count = plain ?? String(Number(turned) / 2);
  return `${kind}Matrix8x8x16bOp(${plain === undefined ? 'True' : 'False'}, ${count})`;
}

const CPP_ATOM =
  /\b(cute::)?(UniversalCopy<(?:[^<>]|<[^<>]*>)*>|DefaultCopy\b|SM75_U\d+x\d_LDSM_[NT]\b|SM90_U\d+x\d_STSM_[NT]\b)/;

const cppRewrite = (operations: readonly string[]): Rewrite => [
  CPP_ATOM,
  (_, prefix = '', atom) =>
    operations
      .filter((operation) => operation !== atom!.replace(/\s|cute::/g, ''))
      .map((operation) => `${prefix}${operation.replace('<', `<${prefix}`)}`),
];

const pythonRewrites = (operations: readonly string[]): readonly Rewrite[] => [
  [
    /\bmake_copy_atom\(\s*([\w.]*\bnvgpu\.)CopyUniversalOp\(\),\s*([^(),]+?)(?:,\s*num_bits_per_copy\s*=\s*(\d+))?\s*\)/,
    (_, module, type, width) =>
      operations.flatMap((operation) => {
        const matrix = matrixOperation(operation);
        if (matrix !== null) return [`make_copy_atom(${module}warp.${matrix}, ${type})`];
        const bits = /\d+/.exec(operation)![0];
        return bits === width
          ? []
          : [`make_copy_atom(${module}CopyUniversalOp(), ${type}, num_bits_per_copy=${bits})`];
      }),
  ],
  [
    /\b(?:Ld|St)Matrix8x8x16bOp\(\s*(?:transpose\s*=\s*)?(?:True|False)\s*,\s*(?:num_matrices\s*=\s*)?[124]\s*\)/,
    (written) => operations.map(matrixOperation).filter((op): op is string => op !== null && op !== written),
  ],
];

/** The copies with bank conflicts around an offset, and the operations that cost less in their place. */
function conflictAt(model: DocumentModel, offset: number): { place: number; operations: string[] } | null {
  for (const site of model.sitesAt(offset).filter(isCall)) {
    const accesses = model
      .evaluations(site)
      .flatMap(({ evaluation }) => accessesOf(evaluation))
      .filter(({ argument, space }) => argument !== null && space === 'smem');
    const lists = accesses.map((access) => {
      const cost = sharedCostOf(access);
      return isFailure(cost) ? [] : atomsFor(access.share, cost, access.elementBits);
    });
    const operations = [...new Set(lists.flatMap((list) => list.map(({ operation }) => operation)))];
    if (operations.length > 0) return { place: (site.valueSpan ?? site.span).start, operations };
  }
  return null;
}

const isCall = ({ role, isOperation }: Site): boolean => role === 'expression' && isOperation;

interface AtomRewrite extends CopyRewrite {
  readonly cost: CopyCost;
}

/** What opens the document with an edit in it, says what holds of it, and closes it again. */
type Edited = (rewrite: CopyRewrite, holds: (edited: RuleContext) => boolean) => boolean;

const costs = ({ model, text }: RuleContext): CopyCosts => copyCosts(model, text);

/** The best atoms for the copy at an offset, each tried in the text: it costs less there, and `edited` agrees. */
export function atomRewrites(
  context: RuleContext,
  host: Host,
  offset: number,
  edited: Edited,
): readonly AtomRewrite[] {
  const conflict = conflictAt(context.model, offset);
  const operations = (conflict?.operations ?? []).filter((one) => isThere(one, context));
  if (conflict === null || operations.length === 0) return [];
  const best = operations.slice(0, MAXIMUM.atoms);
  const table = host === 'cpp' ? [cppRewrite(best)] : pythonRewrites(best);
  const near = rewritesNear(context.text, host, conflict.place, table);
  const before = costs(context);
  for (const start of [...new Set(near.map(({ span }) => span.start))].slice(0, MAXIMUM.places)) {
    const found: AtomRewrite[] = [];
    for (const rewrite of near.filter(({ span }) => span.start === start)) {
      const { span, newText } = rewrite;
      const shift = newText.length - (span.end - span.start);
      const moved = (at: number): number => (at < span.end ? at : at + shift);
      let cost: CopyCost | null = null;
      const holds = edited(rewrite, (after) => {
        cost = relieved(before, costs(after), conflict.place, moved);
        return cost !== null;
      });
      if (holds && cost !== null) found.push({ ...rewrite, cost });
      if (found.length === MAXIMUM.offered) break;
    }
    if (found.length > 0) return found;
  }
  return [];
}

const wavefronts = (n: number): string => `${n} wavefront${n === 1 ? '' : 's'} in all`;

/** `Take … instead of …: no bank conflict, 128 wavefronts in all` */
export const atomTitle = ({ title, cost: { hasConflict, total } }: AtomRewrite): string =>
  `${title}: ${hasConflict ? '' : 'no bank conflict, '}${wavefronts(total)}`;
