// Which scene shows a value.

import { type AnyLayout, ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { dataLayout } from '../../evaluate/cute/engine.ts';
import { Tensor, TypeValue, type Value } from '../../evaluate/model/value.ts';
import { linearOf } from '../../hardware/triton/holding.ts';
import { isTritonValue, tritonTitle } from '../../hardware/triton/value.ts';
import { type HardwareValue, isHardwareValue } from '../../hardware/value.ts';
import { layoutScene } from './layout-scene.ts';
import { legoScene } from './lego-scene.ts';
import { linearScene } from './linear-scene.ts';
import { mmaScene } from './mma-scene.ts';
import type { Scene } from './scene.ts';
import { hardwareScene } from './tile-scene.ts';

/**
 * The layout in a value whose offsets are drawn: of a tensor with the swizzle of its pointer, so that they are those in
 * memory. Where it is not known what the swizzle does there, they are those that the layout alone says.
 */
export function drawnLayout(value: Value): AnyLayout | null {
  if (value instanceof Layout || value instanceof ComposedLayout) return value;
  if (value instanceof Tensor) return dataLayout(value) ?? value.layout;
  return value instanceof TypeValue && value.instance !== null ? drawnLayout(value.instance) : null;
}

/** The scene of a value; null where it has none, or something in it is not known. */
export function sceneOf(value: Value): Scene | null {
  const layout = drawnLayout(value);
  if (layout !== null) return layoutScene(layout, printPlain(layout));
  if (value instanceof TypeValue) return value.instance === null ? null : sceneOf(value.instance);
  if (value instanceof LegoLayout) return legoScene(value);
  if (value instanceof LinearLayout) return linearScene(value, 'a linear layout');
  if (isTritonValue(value)) {
    const linear = linearOf(value);
    return linear === null ? null : linearScene(linear, tritonTitle(value));
  }
  return isHardwareValue(value) ? heldScene(value) : null;
}

/** Who holds what of an atom or a tiling; null where it has no picture. */
export const heldScene = (value: HardwareValue): Scene | null => mmaScene(value) ?? hardwareScene(value);
