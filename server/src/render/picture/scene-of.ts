// Which scene shows a value.

import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
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

/** The scene of a value; null where it has none, or something in it is not known. */
export function sceneOf(value: Value): Scene | null {
  if (value instanceof Tensor) return sceneOf(value.layout);
  if (value instanceof TypeValue) return value.instance === null ? null : sceneOf(value.instance);
  if (value instanceof Layout || value instanceof ComposedLayout)
    return layoutScene(value, printPlain(value));
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
