// Boxes of tensor maps that are made by the driver's own function, by what its text says.

import { knownNumber } from '../../../algebra/integer/known.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import type { Span } from '../../../frontends/common/expression.ts';
import { codeOf, listed } from '../../../frontends/common/host-tokens.ts';
import { settledValueOf } from '../../document/extents.ts';
import type { DocumentModel } from '../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';

const ENCODE = /\bcuTensorMapEncodeTiled\s*\(/g;
/** Places of `cuTensorMapEncodeTiled`'s arguments. */
const [TYPE, BOX, SWIZZLE, COUNT] = [1, 6, 9, 12];

const BYTES: readonly (readonly [RegExp, number])[] = [
  [/_(?:UINT8|INT8)$/, 1],
  [/_(?:UINT16|FLOAT16|BFLOAT16)$/, 2],
  [/_(?:UINT32|INT32|FLOAT32|FLOAT32_FTZ|TFLOAT32|TFLOAT32_FTZ)$/, 4],
  [/_(?:UINT64|INT64|FLOAT64)$/, 8],
];

/** The longest box in each direction (CUDA driver API, cuTensorMapEncodeTiled). */
const LONGEST = 256;
const UNIT = 16;

/** The arguments of a call whose parenthesis opens before the offset; null where it is not closed. */
function argumentsFrom(code: string, start: number): readonly string[] | null {
  let depth = 1;
  for (let end = start; end < code.length; end++) {
    if (code[end] === '(') depth++;
    if (code[end] === ')') depth--;
    if (depth === 0) return listed(code.slice(start, end));
  }
  return null;
}

/** The entries of an array of a function around the call, the nearest one before it. */
function entriesOf(
  code: string,
  array: string,
  before: number,
): (Span & { readonly items: readonly string[] }) | null {
  if (!/^\w+$/.test(array)) return null;
  const declared = [
    ...code
      .slice(0, before)
      .matchAll(new RegExp(`\\b${array}\\s*\\[\\s*\\w*\\s*\\]\\s*=?\\s*\\{([^{}]*)\\}`, 'g')),
  ].at(-1);
  if (declared === undefined) return null;
  const behind = code.slice(declared.index + declared[0].length, before);
  if (new RegExp(`\\b${array}\\s*\\[[^\\]]*\\]\\s*[-+*/%]?=[^=]`).test(behind)) return null;
  const start = declared.index + declared[0].indexOf('{') + 1;
  return { start, end: start + declared[1]!.length, items: listed(declared[1]!) };
}

/** A literal, or a name that is declared once in the file. */
function numberOf(model: DocumentModel, written: string): number | undefined {
  if (/^\d+u?$/i.test(written)) return Number.parseInt(written, 10);
  const named = model.sites.filter(({ role, name }) => role === 'declaration' && name === written);
  const value = named.length === 1 ? settledValueOf(model, named[0]) : null;
  return value !== null && isInteger(value) ? knownNumber(value) : undefined;
}

/** Why the driver refuses a box of elements of so many bytes; null: it does not, or that is not known. */
function faultOf(box: readonly (number | undefined)[], bytes: number, swizzle: number | null): string | null {
  const at = box.findIndex((extent) => extent !== undefined && (extent > LONGEST || extent < 1));
  if (at >= 0) return `the box has ${box[at]} elements in direction ${at}: 1 to ${LONGEST} are taken`;
  if (box[0] === undefined) return null;
  const inner = box[0] * bytes;
  const said = `${box[0]} elements of ${bytes * 8} bits along the first direction of the box are ${inner} bytes`;
  if (inner % UNIT !== 0) return `${said}: no multiple of ${UNIT}`;
  return swizzle !== null && inner > swizzle ? `${said}: more than the ${swizzle} of the swizzle` : null;
}

function checkDocument({ text, model }: RuleContext): readonly RuleFinding[] {
  if (!text.includes('cuTensorMapEncodeTiled')) return [];
  const code = codeOf(text, 'cpp');
  return [...code.matchAll(ENCODE)].flatMap(({ 0: head, index }) => {
    const args = argumentsFrom(code, index + head.length);
    if (args?.length !== COUNT) return [];
    const bytes = BYTES.find(([type]) => type.test(args[TYPE]!))?.[1];
    const box = entriesOf(code, args[BOX]!, index);
    if (bytes === undefined || box === null) return [];
    const [, width] = /_SWIZZLE_(\d+)B$/.exec(args[SWIZZLE]!) ?? [];
    const extents = box.items.map((item) => numberOf(model, item));
    const message = faultOf(extents, bytes, width === undefined ? null : Number(width));
    return message === null ? [] : [{ span: { start: box.start, end: box.end }, message }];
  });
}

export const tensorMap: Rule = {
  id: 'tensor-map',
  severity: 'warning',
  title: 'A tensor map that the driver refuses',
  description:
    'The box of `cuTensorMapEncodeTiled` has 1 to 256 elements in each direction, along the first one a multiple of 16 bytes, and with a swizzle no more than the 32, 64 or 128 bytes of that. Another one is an error when the program runs: take a narrower box, and more of them.',
  checkDocument,
};
