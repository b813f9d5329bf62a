// The scene of a chain of LEGO: the physical position of each logical index, first dimension down, the others across,
// the tiles of a view of several levels as nested gridlines, and a line through the positions in their order.

import { type LegoLayout, legoApply } from '../../algebra/lego/lego.ts';
import { legoText } from '../../algebra/lego/text.ts';
import { withPath } from './path.ts';
import type { Axis, Cell, Scene } from './scene.ts';

/** Which dimensions of the view lie along an axis, innermost first. */
function axesOf(levels: readonly (readonly number[])[]): {
  readonly down: number[];
  readonly across: number[];
} {
  const starts = levels.map((_, h) => levels.slice(0, h).reduce((sum, level) => sum + level.length, 0));
  const inner = levels.map((_, h) => h).reverse();
  const dimension = (k: number) => inner.flatMap((h) => (k < levels[h]!.length ? [starts[h]! + k] : []));
  const rank = Math.max(...levels.map((level) => level.length));
  if (rank === 1) return { down: [], across: dimension(0) };
  const others = Array.from({ length: rank - 1 }, (_, k) => rank - 1 - k);
  return { down: dimension(0), across: others.flatMap(dimension) };
}

export function legoScene(chain: LegoLayout): Scene {
  const { dims, levels } = chain;
  const { down, across } = axesOf(levels);
  const axis = (name: string, own: readonly number[]): Axis => ({
    name,
    extents: own.length === 0 ? [1] : own.map((k) => dims[k]!),
  });
  const cell = (row: number, column: number): Cell | null => {
    const index = new Array<number>(dims.length).fill(0);
    const take = (own: readonly number[], at: number): void => {
      let rest = at;
      for (const k of own) {
        index[k] = rest % dims[k]!;
        rest = Math.floor(rest / dims[k]!);
      }
    };
    take(down, row);
    take(across, column);
    const position = legoApply(chain, index);
    if (typeof position !== 'number') return null;
    return {
      label: position < 0 ? '–' : String(position),
      key: Math.max(position, 0),
      ...(position < 0 ? {} : { of: { offset: position } }),
    };
  };
  const title = legoText(chain);
  return withPath({
    title,
    description: `Positions of ${title}; dimension 0 down, the others across.`,
    rows: axis(down.length === 0 ? '' : 'dimension 0', down),
    columns: axis(
      down.length === 0 ? 'dimension 0' : dims.length === 2 ? 'dimension 1' : 'other dimensions',
      across,
    ),
    cell,
    keys: 'amounts',
  });
}
