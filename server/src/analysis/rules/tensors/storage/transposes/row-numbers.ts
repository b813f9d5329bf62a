// Compositions with a layout that counts elements row by row, `composition((32,64):(96,1), (8,8,8,4):(1,64,8,512))`: composition
// counts them along the first mode first.

import { knownNumber } from '../../../../../algebra/integer/known.ts';
import type { Layout, Shape } from '../../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../../../../algebra/tuple/operations.ts';
import { styleOf, valueText } from '../../../../../render/text/text.ts';
import { operationKind, plainLayout, sidesOf } from '../../../../values/verdicts.ts';
import type { EvaluatedSite, RuleFinding } from '../../../rule.ts';

type Mode = readonly [extent: number, stride: number];

const numbersIn = (tuple: unknown): readonly (number | undefined)[] =>
  leavesOf<unknown>(tuple as Shape).map((leaf) =>
    isInt(leaf as Stride) ? knownNumber(leaf as never) : undefined,
  );

/** The modes of more than one element; null where some are not known. */
function modesOf({ shape, stride }: Layout): readonly Mode[] | null {
  const [extents, strides] = [numbersIn(shape), numbersIn(stride)];
  const modes = extents.map((extent, i) => [extent, strides[i]] as const);
  const isKnown = modes.every(([extent, step]) => extent !== undefined && step !== undefined);
  return isKnown ? (modes as readonly Mode[]).filter(([extent]) => extent > 1) : null;
}

/** Whether the modes count the elements as they come: they are reshaped. */
const areInOrder = (modes: readonly Mode[]): boolean =>
  modes.every(([, stride], i) => stride === modes.slice(0, i).reduce((all, [extent]) => all * extent, 1));

/** Whether each of the modes stays in one row of so many elements, or goes from row to row. */
const keepsRows = (modes: readonly Mode[], length: number): boolean =>
  modes.every(([extent, stride]) => stride % length === 0 || (extent - 1) * stride < length);

/** Findings of `other-view` about compositions. */
export function checkRowNumbers({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || operationKind(origin) !== 'composition') return [];
  const [of, by] = (sidesOf(origin) ?? []).map(plainLayout);
  if (of == null || by == null || !Array.isArray(of.shape) || of.shape.length !== 2) return [];
  const [plane, modes] = [modesOf(of), modesOf(by)];
  if (plane?.length !== 2 || modes === null) return [];
  const [[rows, pitch], [columns, along]] = plane as readonly [Mode, Mode];
  const count = modes.reduce((all, [extent]) => all * extent, 1);
  if (along !== 1 || pitch < columns || rows === columns || count !== rows * columns) return [];
  if (areInOrder(modes) || !keepsRows(modes, columns) || keepsRows(modes, rows)) return [];
  const text = (layout: Layout): string => valueText(layout, styleOf(site.dialect));
  const message = `${text(by)} counts the elements of ${text(of)} row by row, ${columns} in each, and composition counts them along mode 0 first, ${rows} in each: element 1 is (1,0)`;
  return [{ span: site.valueSpan ?? site.span, message, severity: 'information' }];
}
