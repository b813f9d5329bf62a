// Clusters that a launch asks for and cannot be: of one CTA where an instruction takes two, of more than there are, or that
// the grid is no multiple of.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
import { itemsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { callsBy } from '../../indexing/callers.ts';
import { dimensionSites } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { checkClusterGrids } from './cluster-grid.ts';
import { checkUnclustered } from './multicast/unclustered.ts';

/** Instructions of tcgen05 by their names: those of two CTAs have `2x1SM` in theirs. */
const INSTRUCTION = /\bSM100_MMA_\w+/g;
/** CUDA C++ Programming Guide, thread block clusters: where the attribute allows more than the 8 that are portable. */
const MOST = 16;

interface Cluster {
  readonly site: Site;
  readonly of: readonly [number | undefined, number | undefined, number | undefined];
  readonly grid: Cluster['of'] | null;
}

function numbersAt(context: RuleContext, site: Site): Cluster['of'] {
  const items = dimensionSites(context, site) ?? [];
  const [x, y, z] = [0, 1, 2].map((i) =>
    items[i] === undefined ? (items.length === 0 ? undefined : 1) : settledNumberAt(context.model, items[i]),
  );
  return [x, y, z];
}

/** What an object of a class is made of, `ClusterLaunchParams{grid, block, cluster}`. */
function madeOf(site: Site): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'construct' ? expr.args.map((arg) => siteOf(site, arg)) : null;
}

/** The clusters of `launch_kernel_on_cluster({grid, block, cluster, bytes}, …)`, also by a name for the parameters. */
function clustersIn(context: RuleContext): readonly Cluster[] {
  return callsBy(context.model, 'launch_kernel_on_cluster').flatMap((site): readonly Cluster[] => {
    const [parameters] = writtenCall(site)?.args ?? [];
    if (parameters === undefined) return [];
    const given = initialiserOf(parameters) ?? parameters;
    const items = itemsAt(given) ?? madeOf(given) ?? writtenCall(given)?.args ?? [];
    const [grid, , cluster] = items;
    if (grid === undefined || cluster === undefined || items.length < 3) return [];
    return [{ site: cluster, of: numbersAt(context, cluster), grid: numbersAt(context, grid) }];
  });
}

/** The only kind of instruction that the file names, where all of them take two CTAs. */
function pairedInstruction(code: string): string | null {
  const names = [...code.matchAll(INSTRUCTION)].map(([name]) => name);
  return names.length > 0 && names.every((name) => name.includes('2x1SM')) ? names[0]! : null;
}

function faultOf({ of, grid }: Cluster, paired: string | null): string | null {
  const [x, y, z] = of;
  if (paired !== null && x !== undefined && x % 2 === 1)
    return `${paired} is worked on by two CTAs that are neighbours along the first mode of the cluster, which has ${x}`;
  if (x === undefined || y === undefined || z === undefined) return null;
  if (x * y * z > MOST) return `a cluster has ${MOST} CTAs at most: this one has ${x * y * z}`;
  const at = [0, 1, 2].find((i) => grid?.[i] !== undefined && grid[i]! % of[i]! !== 0);
  return at === undefined
    ? null
    : `the grid has ${grid![at]} blocks in dimension ${'xyz'[at]}, which is no multiple of the ${of[at]} of the cluster: the launch is refused`;
}

export const clusterShape: Rule = {
  id: 'cluster-shape',
  severity: 'warning',
  title: 'A cluster that cannot be',
  checkDocument(context) {
    const { model, text } = context;
    const found = [
      ...(mentions(text, 'num_multicast') ? checkUnclustered(context) : []),
      ...checkClusterGrids(context),
    ];
    if (!mentions(text, 'launch_kernel_on_cluster')) return found;
    const paired = pairedInstruction(codeOf(text, 'cpp'));
    const impossible = clustersIn(context).flatMap((cluster) => {
      const message = faultOf(cluster, paired);
      return message === null || model.neverRuns(cluster.site) ? [] : [{ span: cluster.site.span, message }];
    });
    return [...found, ...impossible];
  },
};
