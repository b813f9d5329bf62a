// One linear layout after another.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { imageOfWord } from './apply.ts';
import { requireSameNames } from './dimension-order.ts';
import { inputNames, inputOf, LinearLayout, outputNames } from './layout.ts';
import { byName, mapWords } from './repack.ts';

/** `inner.compose(outer)`: x ↦ outer(inner(x)). The outputs of `inner` are the inputs of `outer`, and no larger. */
export function compose(inner: LinearLayout, outer: LinearLayout): Outcome<LinearLayout> {
  try {
    requireSameNames(
      outputNames(inner),
      inputNames(outer),
      'the outputs of the first and the inputs of the second',
    );
    for (const { name, bits } of inner.outs) {
      const size = inputOf(outer, name)!.bases.length;
      if (bits > size) {
        refuse('inadmissible', `${name} has ${2 ** bits} values, and the second layout takes ${2 ** size}`);
      }
    }
    const inputs = outer.ins.map(({ name, bases }) => ({ name, bits: bases.length }));
    const asInput = byName(inner.outs, inputs);
    return new LinearLayout(
      mapWords(inner.ins, (word) => imageOfWord(outer, asInput(word))),
      outer.outs,
    );
  } catch (e) {
    return asFailure(e);
  }
}
