// Views of an accumulator by rows and columns, `make_tensor(acc.data(), rows_and_columns(acc.layout()))`, of which a row holds
// elements of several rows of the tile: the values of an instruction lie two in a row, and the next two in another one.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { enumerateOffsets } from '../../../algebra/view/enumerate.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { functionNameAt } from '../../document/written/around.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import type { DocumentModel } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { type Fragment, fragmentOf, type Place, placesOf, tensorOf } from './handed/accumulator-places.ts';
import { checkOperandViews } from './handed/operand-views.ts';
import { checkRowReductions } from './row-reductions.ts';

/** What views by rows and columns are called; others may pack values that follow one another. */
const BY_ROWS = /rows?(?![a-z])|cols?(?![a-z])|column|(?:^|_)mn(?:_|\b)|Rows?|Cols?/;

/** The places of a view's elements by its rows; null where it has others. */
function rowsOf(view: Layout, places: ReadonlyMap<number, Place>): readonly (readonly Place[])[] | null {
  const { shape } = view;
  if (!Array.isArray(shape) || shape.length !== 2) return null;
  const count = knownNumber(product((shape as readonly Shape[])[0]!));
  const offsets = enumerateOffsets(view);
  if (count === undefined || isFailure(offsets) || offsets.length !== places.size) return null;
  const rows: Place[][] = Array.from({ length: count }, () => []);
  for (const [i, offset] of offsets.entries()) {
    const place = places.get(offset);
    if (place === undefined) return null;
    rows[i % count]!.push(place);
  }
  return rows;
}

const distinct = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)];

/** Whether each of some lists stays in one row, or in one column. */
const staysIn = (lists: readonly (readonly Place[])[], of: 0 | 1): boolean =>
  lists.every((list) => distinct(list.map((place) => place[of])).length === 1);

const columnsOf = (rows: readonly (readonly Place[])[]): readonly (readonly Place[])[] =>
  (rows[0] ?? []).map((_, j) => rows.map((row) => row[j]!));

function isByRows(rows: readonly (readonly Place[])[]): boolean {
  const columns = columnsOf(rows);
  return (staysIn(rows, 0) && staysIn(columns, 1)) || (staysIn(rows, 1) && staysIn(columns, 0));
}

/** Which parts of the first mode, `((2,2),M,N)`, go with the rows and which with the columns; empty where that is not plain. */
function partsText({ layout }: Fragment, places: ReadonlyMap<number, Place>): string {
  const shape = (layout.shape as readonly Shape[])[0]!;
  const offsets = enumerateOffsets(layout);
  if (!Array.isArray(shape) || isFailure(offsets)) return '';
  const [origin] = [places.get(offsets[0]!)!];
  const goes: string[][] = [[], []];
  let step = 1;
  for (const [i, part] of (shape as readonly Shape[]).entries()) {
    const count = knownNumber(product(part));
    if (count === undefined) return '';
    const next = count === 1 ? null : places.get(offsets[step]!)!;
    if (next !== null) {
      const moved = [0, 1].filter((of) => next[of] !== origin[of]);
      if (moved.length !== 1) return '';
      goes[moved[0]!]!.push(`(0,${i})`);
    }
    step *= count;
  }
  const [rows, columns] = goes.map((parts) => parts.join(' and '));
  return rows === '' || columns === ''
    ? ''
    : `: of the first mode of the accumulator, ${rows} goes with the rows and ${columns} with the columns`;
}

/** What the function, the variable and the arguments are called. */
function namesAround({ site }: CalledSite, text: string): string {
  const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
  const { start, end } = site.span;
  const variable = /(\w+)\s*=\s*$/.exec(code.slice(Math.max(0, start - 80), start))?.[1] ?? '';
  return [functionNameAt(site) ?? '', variable, code.slice(start, end)].join(' ');
}

function checkCall(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { site, call } = called;
  const pointer = argumentAt(call, 0, 'iterator');
  const tensor = pointer === undefined ? null : tensorOf(pointer);
  if (tensor === null || !BY_ROWS.test(namesAround(called, context.text))) return [];
  const view = settledValueOf(context.model as DocumentModel, site);
  if (!(view instanceof Tensor) || !(view.layout instanceof Layout)) return [];
  const fragment = fragmentOf(context, tensor);
  const places = fragment === null ? null : placesOf(fragment);
  const rows = places === null ? null : rowsOf(view.layout, places);
  if (rows === null || isByRows(rows) || context.model.neverRuns(site)) return [];
  const [first = []] = rows;
  const mixed = distinct(first.map(([row]) => row)).slice(0, 2);
  const columns = distinct(first.map(([, column]) => column));
  const message = `row 0 of the view holds elements of rows ${mixed.join(' and ')} of the tile, of ${columns.length} columns${partsText(fragment!, places!)}`;
  return [{ span: site.span, message }];
}

export const accumulatorView: Rule = {
  id: 'accumulator-view',
  severity: 'warning',
  title: 'Rows of the view are none of the tile',
  checkDocument: (context) => [
    ...(mentions(context.text, /\bmake_tensor\s*\(/)
      ? callsOf(context.model, 'make_tensor').flatMap((called) => checkCall(called, context))
      : []),
    ...checkRowReductions(context),
    ...checkOperandViews(context),
  ],
};
