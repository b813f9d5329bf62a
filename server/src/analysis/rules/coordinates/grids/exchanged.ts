// Grids of CuTe DSL whose axes count the tiles of each other's modes: `grid=(cute.ceil_div(m, 64), cute.ceil_div(n, 64), 1)` of
// `m, n = mC.shape`, and `local_tile(mC, tiler, (by, bx))`. It is told by how launches and kernels are written.

import { settledNumberAt } from '../../../document/extents.ts';
import { blockIndexAt } from '../../../document/thread-index.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, argumentFor, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { itemsAt, memberAt, operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { kernelAt, launchesOfPython, shortName } from '../../../launches/python-launches.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** A mode of a tensor, by its name. */
interface Extent {
  readonly tensor: string;
  readonly mode: number;
}

type Context = Pick<RuleContext, 'model' | 'text'>;

/** What is divided by the tile: `e` of `cute.ceil_div(e, 64)` and `e // 64`. */
function dividedAt(site: Site): Site | null {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  if (call !== null) return call.name === 'ceil_div' ? (call.args[0] ?? null) : null;
  const sides = operandsAt(given);
  return sides?.operator === '//' ? sides.left : null;
}

/** `x` of `x.shape`. */
const shapedBy = (site: Site, text: string): string | null => {
  const member = memberAt(site);
  return member?.name === 'shape' ? writtenIn(text)(member.object) : null;
};

/** `x.shape[0]`, `cute.size(x, mode=[0])`, and `m` of `m, n = x.shape`. */
function extentAt({ model, text }: Context, site: Site): Extent | null {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  if (call?.name === 'size') {
    const [mode, ...more] = itemsAt(call.keywords.get('mode') ?? given) ?? [];
    const number = more.length > 0 ? undefined : settledNumberAt(model, mode);
    return number === undefined ? null : { tensor: writtenIn(text)(call.args[0]!), mode: number };
  }
  if (call?.name === '[]') {
    const tensor = shapedBy(call.callee, text);
    const mode = call.args.length === 1 ? settledNumberAt(model, call.args[0]) : undefined;
    return tensor === null || mode === undefined ? null : { tensor, mode };
  }
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return null;
  const [only, ...others] = declarationsOf(site, site.node.expr.name);
  if (only?.init == null || only.element?.length !== 1 || others.length > 0) return null;
  const tensor = shapedBy(siteOf(site, only.init), text);
  return tensor === null ? null : { tensor, mode: only.element[0]! };
}

/** The axes of the grid by the modes that a block takes tiles of, where it takes those of two by two of its numbers. */
function axesOf(coordinate: Site, text: string): readonly (0 | 1 | 2)[] | null {
  const items = itemsAt(initialiserOf(coordinate) ?? coordinate);
  const axes = items?.map((item) => blockIndexAt(item, text)) ?? [];
  const known = axes.filter((axis) => axis !== null);
  return axes.length === 2 && known.length === 2 && known[0] !== known[1] ? known : null;
}

/** Findings of `uncovered-tiles` about the launches of the kernel that takes a tile there. */
export function checkExchanged({ site, call }: CalledSite, context: Context): readonly RuleFinding[] {
  const { model, text } = context;
  const kernel = site.dialect === 'python' ? kernelAt(site) : null;
  const [tensor, coordinate] = [argumentAt(call, 0, 'input'), argumentAt(call, 2, 'coord')];
  if (kernel === null || tensor === undefined || coordinate === undefined) return [];
  // A projection leaves coordinates out.
  if (argumentAt(call, 3, 'proj') !== undefined) return [];
  const axes = axesOf(coordinate, text);
  if (axes === null || model.neverRuns(site)) return [];
  const written = writtenIn(text);
  const parameters = (functionAround(site)?.declarations ?? []).flatMap(({ kind, name }) =>
    kind === 'parameter' ? [name] : [],
  );
  return launchesOfPython(model, kernel).flatMap(({ call: launch }): readonly RuleFinding[] => {
    const launched = launch.object === null ? null : writtenCall(launch.object);
    const handed = launched === null ? undefined : argumentFor(launched, parameters, written(tensor));
    const grid = argumentAt(launch, 0, 'grid');
    const items = grid === undefined ? null : itemsAt(initialiserOf(grid) ?? grid);
    if (handed === undefined || items === null) return [];
    const [first, second] = axes.map((axis) => items[axis]);
    if (first === undefined || second === undefined) return [];
    const counted = [first, second].map((item) => {
      const divided = dividedAt(item);
      return divided === null ? null : extentAt(context, divided);
    });
    const isExchanged = counted.every(
      (extent, mode) => extent?.tensor === written(handed) && extent.mode === 1 - mode,
    );
    const [a, b] = [first, second].map((item) => settledNumberAt(model, item));
    if (!isExchanged || (a !== undefined && a === b)) return [];
    const [left, right] = first.span.start < second.span.start ? [first, second] : [second, first];
    const span = { start: left.span.start, end: right.span.end };
    const between = text.slice(left.span.end, right.span.start);
    const [x, y] = [axes[0]!, axes[1]!].map((axis) => 'xyz'[axis]);
    const message = `${shortName(kernel)} takes tiles of mode 0 of ${written(handed)} by the block’s ${x} and of mode 1 by its ${y}, and the grid counts those of mode 1 along ${x} and of mode 0 along ${y}: they are exchanged`;
    return [
      {
        span,
        message,
        fixes: [{ title: 'Exchange them', span, newText: `${written(right)}${between}${written(left)}` }],
        related: [{ span: site.span, message: 'each block takes the tile of its number here' }],
      },
    ];
  });
}
