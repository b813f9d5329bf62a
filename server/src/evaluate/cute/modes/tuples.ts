// The modes of what CuTe's functions on tuples and modes give: taken, appended, grouped, selected.

import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, type Modes, OPEN, type Parts, Symbolic } from '../../model/symbolic.ts';
import type { Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { staticArgument } from '../operations.ts';
import { extentOf, grouped, MOST_MODES, modesOf, named, openModes, unpacked } from './parts.ts';

export type ByModes = (call: BuiltinCall) => Parts | null;

/** The integers in a call's template; null where one of them is not known. */
export function numbersOf({ template }: BuiltinCall): readonly number[] | null {
  const numbers = template.map(staticArgument);
  return numbers.every((n) => typeof n === 'number') ? (numbers as readonly number[]) : null;
}

/** `get<0>(x)`, `shape<0>(x)`, `size<0>(x)` */
const part: ByModes = (call) => {
  const element = elementOf(call);
  // How many elements there are is an integer, whatever it is of.
  if (call.name !== 'size') return element;
  const extent = element?.kind === 'term' ? element.extent : OPEN;
  return { kind: 'term', extent, isInteger: true };
};

const elementOf: ByModes = (call) => {
  const numbers = numbersOf(call);
  const [x] = call.args;
  const [at] = numbers ?? [];
  if (x === undefined || at === undefined || numbers?.length !== 1) return null;
  if (Array.isArray(x)) {
    const item = (x as readonly Value[])[at];
    return item instanceof Symbolic ? item.parts : null;
  }
  if (!(x instanceof Symbolic)) return null;
  if (x.parts.kind === 'term') {
    const { text, isConstant } = x.parts.extent;
    return text === '?' ? null : { kind: 'term', extent: named(`${call.name}<${at}>(${text})`, isConstant) };
  }
  const extent = x.parts.modes[at];
  // An element of a tuple of layouts is one.
  const isNamed = extent !== undefined && extent.text !== '?' && extent.isRole !== true;
  return isNamed ? { kind: 'term', extent } : null;
};

/** `take<0,2>(x)`, `select<0,2>(x)` of a tuple that has a name, or of something with modes. */
const chosen =
  (indices: (numbers: readonly number[], rank: number | null) => readonly number[] | null): ByModes =>
  (call) => {
    const [x] = call.args;
    const numbers = numbersOf(call);
    if (x === undefined || numbers === null) return null;
    const known = modesOf(x);
    const at = indices(numbers, known?.modes.length ?? null);
    if (at === null || at.length === 0 || at.length > MOST_MODES) return null;
    if (known !== null) {
      const modes = at.map((i) => known.modes[i]);
      return modes.every((m) => m !== undefined) ? { ...unpacked(known), modes: modes as Extent[] } : null;
    }
    if (!(x instanceof Symbolic) || x.parts.kind !== 'term') return null;
    const { text, isConstant } = x.parts.extent;
    // Whether it is a tuple or a layout is not known; of what it may be this is a part for part.
    const modes = at.map((i) => named(`size<${i}>(${text})`, isConstant));
    return { kind: 'tuple', modes, mayBeLayout: true };
  };

const range = (from: number, to: number): readonly number[] =>
  to - from > MOST_MODES ? [] : Array.from({ length: to - from }, (_, i) => from + i);

const take = chosen(([from, to], rank) => {
  const end = to === -1 ? rank : to;
  return from === undefined || end === undefined || end === null || from < 0 || end <= from
    ? null
    : range(from, end);
});

const select = chosen((numbers) => (numbers.every((n) => n >= 0) ? numbers : null));

const kindBy = (added: Value): 'layout' | 'tuple' | null =>
  modesOf(added)?.kind === 'layout' ? 'layout' : isInteger(added) ? 'tuple' : null;

/** How many elements a layout has. */
function sizeOf(v: Value): Extent {
  const { kind, modes = [] } = modesOf(v) ?? {};
  return kind === 'layout' && modes.length === 1 ? modes[0]! : OPEN;
}

const extended =
  (side: 'append' | 'prepend'): ByModes =>
  (call) => {
    const [x, added] = call.args;
    const numbers = numbersOf(call);
    const known = modesOf(x);
    if (numbers === null || added === undefined) return null;
    const size = numbers[0];
    // Whatever is extended to a rank has it: a layout by layouts, a tuple by anything else.
    if (known === null) {
      if (size === undefined || size < 2 || size > MOST_MODES) return null;
      const kind = kindBy(added);
      return kind === null ? null : { kind, modes: openModes(size) };
    }
    const count = size === undefined ? 1 : size - known.modes.length;
    if (count < 0 || count > MOST_MODES) return null;
    const more = new Array<Extent>(count).fill(known.kind === 'tuple' ? extentOf(added) : sizeOf(added));
    // An integer is appended to a tuple alone.
    const of: Modes = isInteger(added) ? { kind: known.kind, modes: [] } : unpacked(known);
    return {
      ...of,
      modes: side === 'append' ? [...known.modes, ...more] : [...more, ...known.modes],
    };
  };

const group: ByModes = (call) => {
  const known = modesOf(call.args[0]);
  const [from, to] = numbersOf(call) ?? [];
  if (known === null || from === undefined || to === undefined) return null;
  const { modes } = known;
  const end = to === -1 ? modes.length : to;
  if (from < 0 || end <= from || end > modes.length) return null;
  return { ...known, modes: [...modes.slice(0, from), grouped(modes.slice(from, end)), ...modes.slice(end)] };
};

const concatenated: ByModes = ({ args }) => {
  const all = args.map(modesOf);
  if (!all.every((parts) => parts?.kind === 'tuple')) return null;
  const modes = all.flatMap((parts) => parts!.modes);
  return modes.length > MOST_MODES ? null : { kind: 'tuple', modes };
};

/** `make_shape(a, b)`: each argument is a mode, whatever it is. */
const made: ByModes = ({ args, template }) =>
  template.length > 0 || args.length === 0 || args.length > MOST_MODES
    ? null
    : { kind: 'tuple', modes: args.map(extentOf) };

/** `shape(tensor)`; the extents of its modes stand for what may be tuples. */
const shapeOfTensor: ByModes = ({ args, template }) => {
  const known = args.length === 1 && template.length === 0 ? modesOf(args[0]) : null;
  return known === null ? null : { kind: 'tuple', modes: known.modes };
};

/** The sizes of the modes, integers each. */
const productEach: ByModes = ({ args }) => {
  const known = args.length === 1 ? modesOf(args[0]) : null;
  return known?.kind === 'tuple' ? { kind: 'tuple', modes: known.modes } : null;
};

const layoutOfTensor: ByModes = ({ args, template }) => {
  const known = args.length === 1 && template.length === 0 ? modesOf(args[0]) : null;
  return known === null || known.kind === 'tuple' ? null : { kind: 'layout', modes: known.modes };
};

export const tupleModes: ReadonlyMap<string, ByModes> = new Map<string, ByModes>([
  ['get', part],
  ['size', part],
  ['shape', (call) => (call.template.length === 0 ? shapeOfTensor(call) : part(call))],
  ['layout', layoutOfTensor],
  ['product_each', productEach],
  ['take', take],
  ['select', select],
  ['append', extended('append')],
  ['prepend', extended('prepend')],
  ['group_modes', group],
  ['group', group],
  ['tuple_cat', concatenated],
  ...['make_shape', 'make_stride', 'make_coord', 'make_tile', 'make_tuple'].map(
    (name) => [name, made] as const,
  ),
]);
