// The pictures of a value besides its usual one.

import { isFailure } from '../../algebra/integer/failure.ts';
import { ComposedLayout } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { linearOfLayout } from '../../algebra/linear/from-layout.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { linearOf } from '../../hardware/triton/holding.ts';
import { isTritonValue, tritonTitle } from '../../hardware/triton/value.ts';
import type { Slice } from './grid.ts';
import { inMemory, layoutScene } from './layout-scene.ts';
import { matrixScene } from './matrix-scene.ts';
import { withPath } from './path.ts';
import type { Scene } from './scene.ts';
import { drawnLayout, sceneOf } from './scene-of.ts';
import { swizzleScene } from './swizzle-scene.ts';

/** `order`: the usual one with a line through the offsets; `swizzle`: before and after; `matrix`: over F2. */
export const VIEWS = ['order', 'swizzle', 'matrix'] as const;
export type View = (typeof VIEWS)[number];

function matrixOf(value: Value): Scene | null {
  if (value instanceof LinearLayout) return matrixScene(value, 'a linear layout');
  if (isTritonValue(value)) {
    const linear = linearOf(value);
    return linear === null ? null : matrixScene(linear, tritonTitle(value));
  }
  const own = drawnLayout(value);
  const layout = own === null ? null : inMemory(own);
  const linear = layout === null ? null : linearOfLayout(layout);
  return layout === null || linear === null || isFailure(linear)
    ? null
    : matrixScene(linear, printPlain(layout));
}

/** Null where the value has no such picture. */
export function viewOf(value: Value, view: View): Scene | null {
  if (view === 'matrix') return matrixOf(value);
  if (view === 'swizzle') {
    const layout = drawnLayout(value);
    return layout instanceof ComposedLayout ? swizzleScene(layout) : null;
  }
  const scene = sceneOf(value);
  return scene === null ? null : withPath(scene);
}

/** The values of a layout with some modes at one coordinate; null where that is none of its coordinates. */
export function sliceScene(value: Value, slice: Slice): Scene | null {
  const layout = drawnLayout(value);
  return layout === null ? null : layoutScene(layout, printPlain(layout), { slice });
}
