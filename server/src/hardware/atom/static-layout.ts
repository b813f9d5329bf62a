// Reads the layouts of the tables: static integers, tuples and one colon.

import { Layout } from '../../algebra/layout/layout.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';

function parseTuple(text: string): HTuple<number> {
  let at = 0;
  const next = (): HTuple<number> => {
    if (text[at] !== '(') {
      const digits = /^-?\d+/.exec(text.slice(at));
      if (digits === null) throw new Error(`not a tuple of integers: ${text}`);
      at += digits[0].length;
      return Number(digits[0]);
    }
    const items: HTuple<number>[] = [];
    do {
      at++;
      items.push(next());
    } while (text[at] === ',');
    if (text[at] !== ')') throw new Error(`not a tuple of integers: ${text}`);
    at++;
    return items;
  };
  const tuple = next();
  if (at !== text.length) throw new Error(`not a tuple of integers: ${text}`);
  return tuple;
}

/** `((4,8),2):((16,1),8)` as a static layout. The text is this program's own: anything else is a defect. */
export function parseStaticLayout(text: string): Layout {
  const [shape, stride] = text.split(':');
  if (shape === undefined || stride === undefined) throw new Error(`not a layout: ${text}`);
  return new Layout(parseTuple(shape), parseTuple(stride));
}
