// Layouts that relations lead to: document 000's algorithms under their own names, beside CuTe's operations.

import { isInt, isIntTuple } from '../../algebra/layout/kinds.ts';
import { Layout, type Shape } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { complementByRelations } from '../../algebra/relation/complement.ts';
import { composeByRelations } from '../../algebra/relation/composition.ts';
import { derived } from '../../algebra/relation/derived.ts';
import { layoutFromMapping, layoutFromStrides } from '../../algebra/relation/from-mapping.ts';
import {
  inverseByRelations,
  leftInverseByRelations,
  rightInverseByRelations,
} from '../../algebra/relation/inverse.ts';
import { linearMapping } from '../../algebra/relation/linear.ts';
import type { Ask } from '../../algebra/relation/question.ts';
import { DerivedValue, isRelationValue, relationValueText, termText } from '../../algebra/relation/value.ts';
import { integerOf } from '../lego/arguments.ts';
import type { Value } from '../model/value.ts';
import { layoutIn, mapArgument, refuseArgument } from './arguments.ts';

export type Run = (args: readonly Value[], name: string) => Value;

/** An argument as it is shown in a call. */
export function argumentText(value: Value): string {
  if (isRelationValue(value)) return relationValueText(value);
  return value instanceof LinearLayout
    ? termText(linearMapping(value))
    : printPlain((layoutIn(value) ?? value) as AlgebraValue);
}

/** A layout that is worked out when somebody looks. */
const later = (name: string, args: readonly Value[], derive: (ask: Ask) => Promise<Layout>): Value =>
  new DerivedValue(`${name}(${args.map(argumentText).join(', ')})`, (ask) => derived(() => derive(ask)));

function layoutArgument(value: Value | undefined, what: string): Layout {
  const layout = layoutIn(value);
  return layout instanceof Layout ? layout : refuseArgument(`${what} is a layout of shape and stride`);
}

function shapeArgument(value: Value | undefined, what: string): Shape {
  const isShape = value !== undefined && isIntTuple(value as AlgebraValue);
  return isShape ? (value as Shape) : refuseArgument(`${what} is an integer or a tuple of integers`);
}

const ofOne =
  (derive: (layout: Layout, ask: Ask) => Promise<Layout>): Run =>
  (args, name) => {
    const layout = layoutArgument(args[0], 'the first argument');
    return later(name, args, (ask) => derive(layout, ask));
  };

const fromMapping: Run = (args, name) => {
  const [mapping, shape] = [mapArgument(args[0], 'the mapping'), shapeArgument(args[1], 'the shape')];
  return later(name, args, (ask) => layoutFromMapping(mapping, shape, ask));
};

const fromStrides: Run = (args, name) => {
  const [mapping, strides] = [mapArgument(args[0], 'the mapping'), shapeArgument(args[1], 'the strides')];
  return later(name, args, (ask) => layoutFromStrides(mapping, strides, ask));
};

const composition: Run = (args, name) => {
  const [outer, inner] = [
    layoutArgument(args[0], 'the outer layout'),
    layoutArgument(args[1], 'the inner layout'),
  ];
  return later(name, args, (ask) => composeByRelations(outer, inner, ask));
};

const complement: Run = (args, name) => {
  const layout = layoutArgument(args[0], 'the first argument');
  const target = args[1] !== undefined && isInt(args[1]) ? integerOf(args[1]) : null;
  if (target === null) return refuseArgument('the second argument is how many offsets there are');
  return later(name, args, (ask) => complementByRelations(layout, target, ask));
};

/** With the number of arguments that each takes. */
export const DERIVATIONS: Readonly<Record<string, readonly [least: number, most: number, run: Run]>> = {
  layout_from_mapping: [2, 2, fromMapping],
  layout_from_strides: [2, 2, fromStrides],
  relation_composition: [2, 2, composition],
  relation_complement: [2, 2, complement],
  relation_inverse: [1, 1, ofOne(inverseByRelations)],
  relation_left_inverse: [1, 1, ofOne(leftInverseByRelations)],
  relation_right_inverse: [1, 1, ofOne(rightInverseByRelations)],
};
