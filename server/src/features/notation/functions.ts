// The functions of the notation, as completion and signature help tell them.

import { catalog } from '../../algebra/catalog/catalog.ts';
import { LEGO_NAMES } from '../../evaluate/lego/names.ts';
import { FUNCTION_NAMES } from '../../evaluate/notation/by-function.ts';
import { RELATION_NAMES } from '../../evaluate/relation/names.ts';
import { tritonNames } from '../../evaluate/triton/names.ts';

export interface NotationFunction {
  readonly name: string;
  /** `<i,…>(layout)`, `(shape, stride?) or (layouts…)`. */
  readonly signature: string;
  readonly doc: string;
}

const OTHERS: readonly NotationFunction[] = [
  ...catalog.values(),
  ...LEGO_NAMES,
  ...FUNCTION_NAMES,
  ...RELATION_NAMES,
];

export const NOTATION_FUNCTIONS: readonly NotationFunction[] = [
  ...OTHERS,
  ...tritonNames(new Set(OTHERS.map(({ name }) => name))),
];

/** A way of calling a function: its parameters as the notation takes them, template arguments behind the first one. */
export type ParameterList = readonly string[];

/** Splits at commas, or at ` or `, that stand in no brackets. */
function splitAt(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([<{'.includes(text[i]!)) depth++;
    if (')]>}'.includes(text[i]!)) depth--;
    const found = depth === 0 ? separator.exec(text.slice(i)) : null;
    if (found === null) continue;
    parts.push(text.slice(from, i).trim());
    i += found[0].length - 1;
    from = i + 1;
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}

/** The ways of calling a function. */
export const parameterLists = ({ signature }: NotationFunction): readonly ParameterList[] =>
  splitAt(signature, /^ or /).map((way) => {
    const [, template = '', list = ''] = /^(?:<(.*?)>)?\((.*)\)$/.exec(way) ?? [];
    const [first, ...others] = splitAt(list, /^,/);
    return [...(first === undefined ? [] : [first]), ...splitAt(template, /^,/), ...others];
  });
