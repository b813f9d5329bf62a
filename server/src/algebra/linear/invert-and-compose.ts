// The way from the inputs of one layout to those of another, through the outputs that they share.

import { asFailure, type Outcome, orThrow, refuse } from '../integer/failure.ts';
import { requireSameNames } from './dimension-order.ts';
import { eliminate } from './elimination.ts';
import { isEqual } from './equality.ts';
import {
  columnsOf,
  EMPTY,
  type InDimension,
  inputNames,
  LinearLayout,
  type OutDimension,
  outputNames,
  outputOf,
} from './layout.ts';
import { productOrThrow } from './product.ts';
import { byName } from './repack.ts';
import { sublayoutOf } from './sublayout.ts';
import { transposeIns, transposeOutsOrThrow } from './transpose.ts';

const asOutputs = (ins: readonly InDimension[]): readonly OutDimension[] =>
  ins.map(({ name, bases }) => ({ name, bits: bases.length }));

/** X with target(X(y)) = source(y): the columns of `source` as sums of those of `target`, free ones left out. */
function solveOrThrow(target: LinearLayout, source: LinearLayout): LinearLayout {
  const eliminated = eliminate(columnsOf(target));
  const asTarget = byName(source.outs, target.outs);
  const solve = (word: number, name: string, bit: number): number => {
    const solution = eliminated.solve(asTarget(word));
    if (solution === null) {
      return refuse('not-invertible', `the value of ${name}=${2 ** bit} is no value of the other layout`);
    }
    return solution;
  };
  return new LinearLayout(
    source.ins.map(({ name, bases }) => ({ name, bases: bases.map((word, bit) => solve(word, name, bit)) })),
    asOutputs(target.ins),
  );
}

/**
 * `source.invertAndCompose(target)`: for each input of `source` an input of `target` with the same value. An input
 * dimension that both have, with the same bases, is kept as it is.
 */
export function invertAndCompose(source: LinearLayout, other: LinearLayout): Outcome<LinearLayout> {
  try {
    const outs = outputNames(source);
    requireSameNames(outs, outputNames(other), 'the outputs of both layouts');
    const target = transposeOutsOrThrow(other, outs);
    for (const { name, bits } of source.outs) {
      const there = outputOf(target, name)!.bits;
      if (bits > there)
        refuse('inadmissible', `${name} has ${2 ** bits} values here and ${2 ** there} there`);
    }
    const isKept = (name: string): boolean =>
      inputNames(source).includes(name) &&
      isEqual(sublayoutOf(target, [name], outs), sublayoutOf(source, [name], outs));
    const kept = inputNames(target).filter(isKept);
    const others = (layout: LinearLayout): readonly string[] =>
      inputNames(layout).filter((name) => !kept.includes(name));
    const [to, from] = [others(target), others(source)];
    // Triton asserts that both have others or neither has.
    if ((to.length === 0) !== (from.length === 0)) {
      refuse('inadmissible', `only one of the layouts has inputs beside ${kept.join(', ')}, which both have`);
    }
    let result =
      to.length === 0 ? EMPTY : solveOrThrow(sublayoutOf(target, to, outs), sublayoutOf(source, from, outs));
    for (const name of kept) {
      const bases = target.ins.find((d) => d.name === name)!.bases;
      const identity = { name, bases: bases.map((_, bit) => 2 ** bit) };
      result = productOrThrow(result, new LinearLayout([identity], asOutputs([identity])));
    }
    return transposeOutsOrThrow(orThrow(transposeIns(result, inputNames(source))), inputNames(target));
  } catch (e) {
    return asFailure(e);
  }
}
