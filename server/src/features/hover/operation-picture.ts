// The picture of what an operation does to its first layout: what a composition takes, the tiles of a divide, the copies
// of a product.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { Origin, SiteEvaluation } from '../../analysis/values/model.ts';
import { asTiler, operationKind, plainLayout } from '../../analysis/values/verdicts.ts';
import { compositionScene, divideScene, productScene } from '../../render/picture/operation-scene.ts';
import type { Scene } from '../../render/picture/scene.ts';

/** `cute::blocked_product` makes blocks, `raked_product` rakes. */
const productKind = ({ operation }: Origin): 'blocked' | 'raked' | null => {
  const [, kind] = /(?:^|::|\.)(blocked|raked)_product$/.exec(operation) ?? [];
  return kind === 'blocked' || kind === 'raked' ? kind : null;
};

/** Null for values of other operations, and where something is not known. */
export function operationScene({ origin, value }: SiteEvaluation): Scene | null {
  if (origin === null || isFailure(value)) return null;
  const product = productKind(origin);
  if (product !== null) {
    const result = plainLayout(value);
    return result === null ? null : productScene(result, product);
  }
  const kind = operationKind(origin);
  const [left, right] = origin.args.map((arg) => (isFailure(arg.value) ? null : arg.value));
  if (left == null || right == null || origin.args.length !== 2) return null;
  const layout = plainLayout(left);
  const tiler = asTiler(right);
  if (layout === null || tiler === null) return null;
  if (kind === 'composition') return compositionScene(layout, tiler);
  return kind === 'divide' ? divideScene(layout, tiler) : null;
}
