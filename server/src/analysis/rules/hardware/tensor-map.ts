// Tensor maps that are made by the driver's own function: their boxes and strides.

import type { Span } from '../../../frontends/common/expression.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { allCalls, callersOf } from '../../indexing/callers.ts';
import { type Given, itemsGiven, numberGiven, textGiven } from '../../indexing/given.ts';
import type { Site } from '../../values/model.ts';
import type { Rule, RuleContext, RuleFinding, Severity } from '../rule.ts';
import { countedInElements } from './strides/map-strides.ts';

/** Places of `cuTensorMapEncodeTiled`'s arguments. */
const [TYPE, POINTER, EXTENTS, STRIDES, BOX, INTERLEAVE, SWIZZLE, COUNT] = [1, 3, 4, 5, 6, 8, 9, 12];

const ENCODES = 'cuTensorMapEncodeTiled';
const INTERLEAVED = 'CU_TENSOR_MAP_INTERLEAVE_';

const BYTES: readonly (readonly [RegExp, number])[] = [
  [/_(?:UINT8|INT8)$/, 1],
  [/_(?:UINT16|FLOAT16|BFLOAT16)$/, 2],
  [/_(?:UINT32|INT32|FLOAT32|FLOAT32_FTZ|TFLOAT32|TFLOAT32_FTZ)$/, 4],
  [/_(?:UINT64|INT64|FLOAT64)$/, 8],
];

/** The longest box in each direction (CUDA driver API, cuTensorMapEncodeTiled). */
const LONGEST = 256;
const UNIT = 16;

/** Why the driver refuses a box of elements of so many bytes; null: it does not, or that is not known. */
function faultOfBox(
  box: readonly (number | undefined)[],
  bytes: number,
  swizzle: number | null,
): string | null {
  const at = box.findIndex((extent) => extent !== undefined && (extent > LONGEST || extent < 1));
  if (at >= 0) return `the box has ${box[at]} elements in direction ${at}: 1 to ${LONGEST} are taken`;
  if (box[0] === undefined) return null;
  const inner = box[0] * bytes;
  const said = `${box[0]} elements of ${bytes * 8} bits along the first direction of the box are ${inner} bytes`;
  if (inner % UNIT !== 0) return `${said}: no multiple of ${UNIT}`;
  return swizzle !== null && inner > swizzle ? `${said}: more than the ${swizzle} of the swizzle` : null;
}

function faultOfStrides(strides: readonly (number | undefined)[]): string | null {
  const at = strides.findIndex((stride) => stride !== undefined && stride % UNIT !== 0);
  return at < 0
    ? null
    : `the stride of ${strides[at]} bytes in direction ${at + 1} is no multiple of ${UNIT}`;
}

/** Rows that begin within the one before, as they do where strides are counted in elements. */
function faultOfRows(
  [length]: readonly (number | undefined)[],
  [stride]: readonly (number | undefined)[],
  bytes: number,
): string | null {
  return length === undefined || stride === undefined || stride >= length * bytes || bytes === 1
    ? null
    : `rows of ${length} elements of ${bytes * 8} bits are ${length * bytes} bytes long, and their stride is ${stride}: strides are in bytes`;
}

/** What is wrong with the arguments, with the array that says it. */
interface Fault {
  readonly span: Span;
  readonly message: string;
  readonly severity?: Severity;
}

function faultsOf(given: Given, args: readonly Site[]): readonly Fault[] {
  const bytes = BYTES.find(([type]) => type.test(textGiven(given, args[TYPE]!)))?.[1];
  const [extents, strides, box] = [args[EXTENTS]!, args[STRIDES]!, args[BOX]!].map((array) =>
    itemsGiven(given, array),
  );
  const [, width] = /_SWIZZLE_(\d+)B$/.exec(textGiven(given, args[SWIZZLE]!)) ?? [];
  const faults: Fault[] = [];
  const add = (items: readonly Site[], message: string | null | undefined, severity?: Severity): void => {
    const [first, last] = [items[0], items.at(-1)];
    if (message == null || first === undefined || last === undefined) return;
    const span = { start: first.span.start, end: last.span.end };
    faults.push({ span, message, ...(severity === undefined ? {} : { severity }) });
  };
  if (box != null && bytes !== undefined)
    add(
      box,
      faultOfBox(
        box.map((item) => numberGiven(given, item)),
        bytes,
        width === undefined ? null : Number(width),
      ),
    );
  if (strides == null) return faults;
  const steps = strides.map((item) => numberGiven(given, item));
  const lengths = (extents ?? []).map((item) => numberGiven(given, item));
  const known = faultOfStrides(steps) ?? (bytes === undefined ? null : faultOfRows(lengths, steps, bytes));
  const counted = countedInElements(given, strides[0], extents?.[0], args[POINTER]!, bytes);
  // What a name says is a convention.
  if (known !== null || counted?.isByName !== true) add(strides, known ?? counted?.why);
  else add(strides, counted.why, 'information');
  return faults;
}

/** The driver's function is mostly asked for when the program runs, and called through a pointer: its arguments tell it. */
const encodesMap = ({ name, args }: WrittenCall, text: string): boolean => {
  if (args.length !== COUNT) return false;
  const { start, end } = args[INTERLEAVE]!.span;
  return name === ENCODES || text.slice(start, end).startsWith(INTERLEAVED);
};

function checkDocument({ text, model }: RuleContext): readonly RuleFinding[] {
  if (!mentions(text, ENCODES) && !mentions(text, INTERLEAVED)) return [];
  return allCalls(model).flatMap((site) => {
    const call = writtenCall(site);
    if (call === null || !encodesMap(call, text) || model.neverRuns(site)) return [];
    const { args } = call;
    const own = faultsOf({ model, text, arguments: new Map() }, args);
    if (own.length > 0) return own;
    return callersOf(model, site).flatMap((caller) =>
      faultsOf({ model, text, arguments: caller.given }, args).map((fault) => ({
        ...fault,
        span: caller.site.span,
      })),
    );
  });
}

export const tensorMap: Rule = {
  id: 'tensor-map',
  severity: 'warning',
  title: 'A tensor map that the driver refuses',
  checkDocument,
};
