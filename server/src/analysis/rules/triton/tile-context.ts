// What the rules about tiles of Triton share of a version of a file.

import type { Scope } from '../../../frontends/common/scope.ts';
import { Helpers } from '../../tiles/helpers.ts';
import { launchedNumber } from '../../tiles/launches.ts';
import { TritonModules } from '../../tiles/modules.ts';
import type { TileContext } from '../../tiles/reader.ts';
import type { RuleContext } from '../rule.ts';

const known = new WeakMap<RuleContext, TileContext>();

const launched = new WeakMap<RuleContext, TileContext>();

/** The same with what the launches of the file hand over: for rules that look at the document as a whole. */
export function launchedTilesOf(context: RuleContext): TileContext {
  const before = launched.get(context);
  if (before !== undefined) return before;
  const numbers = new Map<Scope, Map<string, number | undefined>>();
  const numberOf = (kernel: Scope, parameter: string): number | undefined => {
    const ofKernel = numbers.get(kernel) ?? new Map<string, number | undefined>();
    numbers.set(kernel, ofKernel);
    if (!ofKernel.has(parameter)) ofKernel.set(parameter, launchedNumber(context, kernel, parameter));
    return ofKernel.get(parameter);
  };
  const tiles = { ...tilesOf(context), launched: numberOf };
  launched.set(context, tiles);
  return tiles;
}

export function tilesOf(context: RuleContext): TileContext {
  const before = known.get(context);
  if (before !== undefined) return before;
  const { model, text } = context;
  const tiles = { model, modules: new TritonModules(text), helpers: new Helpers(model) };
  known.set(context, tiles);
  return tiles;
}
