// Blocks of one descriptor of Gluon that are copied to one buffer by coordinates in two orders: `[k * BLOCK, off]` before the
// loop, and `[off, k * BLOCK]` in it.

import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { itemsAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

interface Copied {
  readonly site: Site;
  readonly around: unknown;
  readonly descriptor: string;
  readonly buffer: string;
  readonly coordinates: Site;
  readonly items: readonly [Site, Site];
}

type Written = (site: Site) => string;

/** `b_bufs` of `b_bufs.index(slot)`. */
function bufferOf(call: WrittenCall, written: Written): string | null {
  const result = argumentAt(call, 3, 'result');
  const index = result === undefined ? null : writtenCall(initialiserOf(result) ?? result);
  const buffer = index?.name === 'index' ? index.object : result;
  return buffer == null ? null : written(buffer);
}

function copiedAt(site: Site, call: WrittenCall, written: Written): readonly Copied[] {
  const [descriptor, coordinates] = [argumentAt(call, 0, 'tensor_desc'), argumentAt(call, 1, 'coord')];
  const buffer = bufferOf(call, written);
  if (descriptor === undefined || coordinates === undefined || buffer === null) return [];
  const items = itemsAt(initialiserOf(coordinates) ?? coordinates);
  const of = { site, around: functionAround(site), descriptor: written(descriptor), buffer, coordinates };
  const isPair = items?.length === 2 && [of.descriptor, buffer].every((name) => /^[\w.]+$/.test(name));
  return isPair ? [{ ...of, items: [items[0]!, items[1]!] }] : [];
}

/** The sides of a product, as they are written. */
function factorsOf(site: Site, written: Written): readonly string[] {
  const product = operandsAt(initialiserOf(site) ?? site);
  return product?.operator === '*' ? [product.left, product.right].map(written) : [];
}

/** Whether one has `(p * F, x)` and the other one `(x, q * F)`. */
function areExchanged(one: Copied, other: Copied, written: Written): boolean {
  const isSo = (a: 0 | 1): boolean => {
    const b = a === 0 ? 1 : 0;
    const name = written(one.items[b]);
    if (!/^[A-Za-z_]\w*$/.test(name) || written(other.items[a]) !== name) return false;
    const [own, its] = [factorsOf(one.items[a], written), factorsOf(other.items[b], written)];
    return own.some((factor) => /^[A-Za-z_]\w*$/.test(factor) && factor !== name && its.includes(factor));
  };
  return isSo(0) || isSo(1);
}

/** Findings of `tile-coordinates` about the order of coordinates. */
export const checkOrders = callsByUnit<RuleContext, RuleFinding>(
  ['async_copy_global_to_shared', 'async_load'],
  (calls, { model, text }) => {
    const written: Written = ({ span }) => text.slice(span.start, span.end).replace(/\s+/g, '');
    const all = calls.flatMap(({ site, call }) =>
      site.dialect === 'python' ? copiedAt(site, call, written) : [],
    );
    return all.flatMap((own, at): readonly RuleFinding[] => {
      const like = all.filter(
        (each) =>
          each.around === own.around && each.descriptor === own.descriptor && each.buffer === own.buffer,
      );
      const others = like.filter((each) => areExchanged(own, each, written));
      const [first] = others;
      const same = like.length - others.length;
      // Of as many in each order the later ones are told.
      const isOdd = others.length > same || (others.length === same && all.indexOf(first!) < at);
      if (first === undefined || !isOdd || model.neverRuns(own.site)) return [];
      const [there, here] = [first, own].map(({ coordinates: { span } }) => text.slice(span.start, span.end));
      const message = `${own.descriptor} is copied to ${own.buffer} by ${there} elsewhere in the function, and here by ${here}: the coordinates are exchanged`;
      const related = [{ span: first.coordinates.span, message: 'the other order' }];
      return [{ span: own.coordinates.span, message, related }];
    });
  },
);
