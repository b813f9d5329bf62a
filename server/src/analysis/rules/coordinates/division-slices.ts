// Slices of one division as if it were another one: `logical_divide` leaves each mode with its tile and how many of these
// there are, `((M,m),(N,n))`, and `zipped_divide` puts the tiles together, `((M,N),(m,n))`.

import { mentions } from '../../../syntax/text/mentions.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { coordinatesAt, keepsMode } from '../../document/written/coordinates.ts';
import { itemsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { onlyCaller } from '../../indexing/callers.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** `g[(None, None), (i, j)]`: all of the first mode, and one place of the second. */
interface ZippedSlice {
  readonly site: Site;
  readonly of: Site;
  readonly kept: readonly Site[];
  readonly tiles: readonly Site[];
}

/** A variable that is indexed or called: what CuTe calls so is none. Every expression of a file is asked. */
const OF_VARIABLE = /(?!(?:make|local|partition)_|(?:copy|gemm|size|get|print)\b)[\w.]+[([]/y;

function zippedSlice(site: Site, text: string): ZippedSlice | null {
  OF_VARIABLE.lastIndex = site.span.start;
  const call = site.role === 'expression' && OF_VARIABLE.test(text) ? writtenCall(site) : null;
  if (call === null || (site.dialect === 'python' && call.name !== '[]')) return null;
  const [first, ...more] = call.args;
  const given = first === undefined ? [] : more.length > 0 ? call.args : (itemsAt(first) ?? []);
  if (given.length !== 2) return null;
  const [kept, tiles] = given.map((part) => coordinatesAt(part));
  if (kept == null || tiles == null || kept.length !== 2 || tiles.length !== 2) return null;
  const isZipped =
    kept.every((part) => keepsMode(part, text)) && !tiles.some((part) => keepsMode(part, text));
  return isZipped ? { site, of: call.callee, kept, tiles } : null;
}

/** How many functions that hand a tensor on are followed. */
const MAXIMUM_DEPTH = 4;

/** The call that a tensor comes from, also where the only call of a function hands it over. */
function madeBy(model: DocumentModel, tensor: Site, text: string, depth = 0): Site | null {
  const given = initialiserOf(tensor);
  if (given !== null) return given;
  const handed = onlyCaller(model, tensor)?.given.get(text.slice(tensor.span.start, tensor.span.end));
  return handed === undefined || depth >= MAXIMUM_DEPTH ? null : madeBy(model, handed, text, depth + 1);
}

function checkSlice(
  { slice: { site, of, kept, tiles }, made, divided }: SlicedDivision,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const tiler = divided.name === 'logical_divide' ? argumentAt(divided, 1, 'tiler') : undefined;
  // By one layout all elements are divided in a row.
  const parts = tiler === undefined ? null : partsOfTiler(tiler);
  if (parts?.length !== kept.length || model.neverRuns(site)) return [];
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const isPython = site.dialect === 'python';
  const pairs = tiles.map((tile, i) => `${written(kept[i]!)}, ${written(tile)}`);
  const modes = pairs.map((pair) => (isPython ? `(${pair})` : `make_coord(${pair})`)).join(', ');
  const slice = isPython ? `${written(of)}[${modes}]` : `${written(of)}(${modes})`;
  const message = `logical_divide leaves each mode with its tile and how many of these there are: this keeps all of mode 0, tiles and their number, at one place of mode 1. ${slice} is one tile; zipped_divide puts the tiles together`;
  return [
    {
      span: site.span,
      message,
      fixes: [{ title: `Slice ${modes}`, span: site.span, newText: slice }],
      related: [{ span: made.span, message: 'divided here' }],
    },
  ];
}

/** The tile of each mode, as it is written. */
const partsOfTiler = (tiler: Site): readonly Site[] | null => {
  const given = initialiserOf(tiler) ?? tiler;
  const call = writtenCall(given);
  return call !== null && /^make_(?:shape|tile|tuple)$/.test(call.name) ? call.args : itemsAt(given);
};

/** The slices of a part of a unit, which edits elsewhere leave alone. */
const known = new WeakMap<readonly Site[], readonly ZippedSlice[]>();

function slicesIn(sites: readonly Site[], text: string): readonly ZippedSlice[] {
  let slices = known.get(sites);
  if (slices === undefined) {
    slices = sites.flatMap((site) => zippedSlice(site, text) ?? []);
    known.set(sites, slices);
  }
  return slices;
}

/** A slice of what a division gives, as of one by modes. */
interface SlicedDivision {
  readonly slice: ZippedSlice;
  /** The call that divides. */
  readonly made: Site;
  readonly divided: WrittenCall;
}

/** The slices of what `zipped_divide` and `logical_divide` give that take a tile of two modes. */
export function slicedDivisions({ model, text }: RuleContext): readonly SlicedDivision[] {
  if (!mentions(text, /\b(?:zipped|logical)_divide\b/)) return [];
  return model.sitesByUnit.flatMap(({ parts }) =>
    parts.flatMap(({ sites }) =>
      slicesIn(sites, text).flatMap((slice): readonly SlicedDivision[] => {
        const made = madeBy(model, slice.of, text);
        const divided = made === null ? null : writtenCall(made);
        const isOne = divided !== null && /^(?:zipped|logical)_divide$/.test(divided.name);
        return isOne ? [{ slice, made: made!, divided }] : [];
      }),
    ),
  );
}

/** Findings of `coordinate-range` about slices of what `logical_divide` gives. */
export const checkDivisionSlices = (context: RuleContext): readonly RuleFinding[] =>
  slicedDivisions(context).flatMap((sliced) => checkSlice(sliced, context));
