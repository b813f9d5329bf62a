// What a hover says of the arithmetic behind a layout: the offset at a coordinate, and how many operations it takes.

import { isFailure } from '../../algebra/integer/failure.ts';
import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { printMarked } from '../../algebra/layout/print.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { INDEX_LANGUAGE } from '../../render/emit/index/declaration.ts';
import { emitIndex } from '../../render/emit/index/emit.ts';
import type { Indexed } from '../../render/emit/index/subject.ts';
import type { HoverContent } from './content.ts';

/** Points over which an expression is run while somebody waits for the hover. */
const MAXIMUM_POINTS = 4096;
/** What is longer is no help in reading. */
const MAXIMUM_TEXT = 120;

/** By language and layout: a layout has many names, and each is hovered. */
const SAID = new Map<string, HoverContent['more']>();
const MAXIMUM_SAID = 1000;

/** Nothing where no operation is needed, and where it is long or too large to be checked. */
export function indexExpressionOf(layout: Indexed, dialect: Dialect): HoverContent['more'] {
  if (!(layout instanceof Layout || layout instanceof ComposedLayout)) return workedOut(layout, dialect);
  const key = `${dialect} ${printMarked(layout)}`;
  const known = SAID.get(key);
  if (known !== undefined) return known;
  const said = workedOut(layout, dialect);
  if (SAID.size >= MAXIMUM_SAID) SAID.clear();
  SAID.set(key, said);
  return said;
}

function workedOut(layout: Indexed, dialect: Dialect): HoverContent['more'] {
  const emitted = emitIndex(layout, {
    language: INDEX_LANGUAGE[dialect],
    inverse: false,
    names: [],
    isAlone: true,
    points: MAXIMUM_POINTS,
  });
  if (isFailure(emitted) || emitted.operations === 0 || emitted.definitions.length > 0) return [];
  const [text = ''] = emitted.expressions;
  const { operations } = emitted;
  const count = operations === 1 ? '1 operation' : `${operations} operations`;
  if (text.length > MAXIMUM_TEXT) return [];
  return [
    { label: `index expression, ${count}`, text, code: true },
    ...(emitted.assumes.length === 0
      ? []
      : [{ label: 'where', text: emitted.assumes.join(' and '), code: true }]),
    ...(emitted.inside === null ? [] : [{ label: 'inside where', text: emitted.inside, code: true }]),
  ];
}
