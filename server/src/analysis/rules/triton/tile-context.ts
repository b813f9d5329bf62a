// What the rules about tiles of Triton share of a version of a file.

import { Helpers } from '../../tiles/helpers.ts';
import { TritonModules } from '../../tiles/modules.ts';
import type { TileContext } from '../../tiles/reader.ts';
import type { RuleContext } from '../rule.ts';

const known = new WeakMap<RuleContext, TileContext>();

export function tilesOf(context: RuleContext): TileContext {
  const before = known.get(context);
  if (before !== undefined) return before;
  const { model, text } = context;
  const tiles = { model, modules: new TritonModules(text), helpers: new Helpers(model) };
  known.set(context, tiles);
  return tiles;
}
