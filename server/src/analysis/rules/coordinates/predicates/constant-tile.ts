// Coordinates for predicates that are those of one tile in every block: `local_tile(make_identity_tensor(shape), tiler,
// make_coord(0, 0))` where the tensors are tiled at `make_coord(blockIdx.x, blockIdx.y)`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { spacedIn } from '../../../document/written/source-text.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** What of a coordinate is the same in all threads and blocks. */
const CONSTANT = /\bmake_coord\b|\b_\b|\bNone\b|\bInt<\d+>/g;

export const isConstant = (coordinate: string): boolean => !/[A-Za-z]/.test(coordinate.replace(CONSTANT, ''));

export const isIdentity = (site: Site): boolean =>
  writtenCall(initialiserOf(site) ?? site)?.name === 'make_identity_tensor';

/** What is left of an extent behind the tiles before: coordinates in a tile are compared with it. */
const REST = /-|%|resid|remain|\bmin\b/i;

/** What coordinates are compared with in a function: `get<0>(tCcC(i)) < M`, `elem_less(tCcC(i), shape)`. */
function limitsIn(code: string): readonly string[] {
  const compared = [...code.matchAll(/\bget<\d+>\([^;]*?\)\s*<\s*([^;,&|]*)/g)];
  const less = [...code.matchAll(/\belem_less\(([^;]*)/g)];
  return [...compared, ...less].map((found) => found[1]!);
}

/** Findings of `predicate-shape` about the tiles of coordinates. */
export function checkConstantTile(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const { site, call } = called;
  const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
  const written = spacedIn(code);
  const partsOf = (tiled: CalledSite['call']): readonly (Site | undefined)[] =>
    ['input', 'tiler', 'coord'].map((name, i) => argumentAt(tiled, i, name));
  const [coordinates, tiler, at] = partsOf(call);
  if (coordinates === undefined || tiler === undefined || at === undefined || !isIdentity(coordinates))
    return [];
  if (!isConstant(written(at)) || argumentAt(call, 3, 'proj') !== undefined || model.neverRuns(site))
    return [];
  const around = functionAround(site);
  const others = callsOf(model, 'local_tile').flatMap(({ site: other, call: tiled }) => {
    const [of, by, where] = partsOf(tiled);
    if (of === undefined || by === undefined || where === undefined || functionAround(other) !== around)
      return [];
    return written(by) === written(tiler) && !isIdentity(of) ? [written(where)] : [];
  });
  const [first] = others;
  if (first === undefined || isConstant(first) || others.some((other) => other !== first)) return [];
  const limits = limitsIn(functionCodeAt(site, text)?.code ?? '');
  if (limits.length === 0 || limits.some((limit) => REST.test(limit))) return [];
  const message = `the coordinates are those of the tile at ${written(at)} in every block, and the tensors are tiled at ${first}`;
  const fixes = [{ title: `Take the coordinates at ${first}`, span: at.span, newText: first }];
  return [{ span: at.span, message, fixes }];
}
