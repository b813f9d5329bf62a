// The modes of what CuTe DSL makes of layouts and tensors that are only known by their modes, or not at all.

import type { Expr } from '../../../frontends/common/expression.ts';
import { modesOfCall } from '../../cute/modes/layouts.ts';
import { openEnded } from '../../cute/modes/leading.ts';
import { modesOfMethod, modesOfSlice } from '../../cute/modes/methods.ts';
import { modesOf } from '../../cute/modes/parts.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { reasonOf } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { WrittenCall } from '../../model/library.ts';
import { type Extent, OPEN, type Parts, Symbolic, withExtents } from '../../model/symbolic.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { modesOfHelper } from './helper-modes.ts';
import { ANY_PLACE, ARITHMETIC } from './integer-expressions.ts';
import { leadingOfCall, leadingOfIndexed, leadingOfMethod } from './leading-modes.ts';
import { partitionsOf } from './partition-modes.ts';
import { groupToEnd, sliceOfOpen } from './written-modes.ts';

/** How a call is written in C++; null: nothing is said of it. */
type AsInCpp = (call: BuiltinCall) => BuiltinCall | null;

/** Calls by the names of their parameters, which may stand in their places; `modes`: numbers that C++ has in its template. */
const named =
  (name: string, parameters: readonly string[], ignored: readonly string[] = []): AsInCpp =>
  (call) => {
    const args = [...call.args.slice(0, parameters.length)];
    for (const [keyword, value] of call.keywords) {
      const at = parameters.indexOf(keyword);
      if (at >= 0) {
        if (at !== args.length) return null;
        args.push(value);
      } else if (!ignored.includes(keyword)) return null;
    }
    return { ...call, name, args, keywords: new Map(), template: [] };
  };

/** The numbers of a tuple, or one number. */
function numbersIn(v: Value | undefined): readonly number[] | null {
  const items = Array.isArray(v) ? (v as readonly Value[]) : [v];
  return items.every((i) => typeof i === 'number') ? (items as readonly number[]) : null;
}

/** `select(x, mode=[0, 2])`, `size(x, mode=[1])` */
const ofModes: AsInCpp = (call) => {
  const [x, at = call.keywords.get('mode')] = call.args;
  const numbers = at === undefined ? [] : numbersIn(at);
  if (x === undefined || numbers === null || [...call.keywords.keys()].some((k) => k !== 'mode')) return null;
  return { ...call, args: [x], keywords: new Map(), template: numbers };
};

/** `group_modes(x, 0, 3)`: to the end where no end is given. */
const grouped: AsInCpp = (call) => {
  const [x, begin, end = -1] = call.args;
  if (x === undefined || typeof begin !== 'number' || typeof end !== 'number' || call.keywords.size > 0)
    return null;
  return { ...call, args: [x], template: [begin, end] };
};

/** Tensors and layouts alone: a tiler that is a tuple is applied by modes. */
const ofLayouts: AsInCpp = (call) => {
  const isOne = call.args.every((a) => modesOf(a) !== null && !Array.isArray(a));
  return isOne && call.keywords.size === 0 ? call : null;
};

const DIVIDES = ['logical_divide', 'zipped_divide', 'tiled_divide', 'flat_divide'];

const FORMS: ReadonlyMap<string, AsInCpp> = new Map<string, AsInCpp>([
  ['make_tensor', named('make_tensor', ['iterator', 'layout'])],
  ['make_layout', named('make_layout', ['shape'], ['stride'])],
  ['make_ordered_layout', named('make_ordered_layout', ['shape', 'order'])],
  ['make_identity_layout', named('make_identity_layout', ['shape'])],
  ['make_identity_tensor', named('make_identity_tensor', ['shape'])],
  ['make_rmem_tensor', named('make_fragment_like', ['layout'], ['dtype'])],
  ['make_fragment', named('make_fragment_like', ['layout'], ['dtype'])],
  ['make_rmem_tensor_like', named('make_fragment_like', ['layout'], ['dtype'])],
  ['make_fragment_like', named('make_fragment_like', ['layout'], ['dtype'])],
  ['tile_to_shape', named('tile_to_shape', ['atom', 'trg_shape', 'order'])],
  ['local_tile', named('local_tile', ['input', 'tiler', 'coord', 'proj'])],
  ['domain_offset', named('domain_offset', ['coord', 'tensor'])],
  ['filter_zeros', named('filter_zeros', ['input'])],
  ['recast_tensor', named('filter_zeros', ['src'], ['dtype'])],
  ['group_modes', grouped],
  ['select', ofModes],
  ['size', ofModes],
  ['composition', ofLayouts],
  ...DIVIDES.map((name) => [name, named(name, ['target', 'tiler'])] as const),
]);

/** Modes with what their names are by the other. */
function withNames(modes: Parts, named: Parts | readonly (Parts | null)[] | null): Parts {
  if (named === null || isEach(named) || named.kind === 'term' || modes.kind === 'term') return modes;
  return { ...modes, modes: modes.modes.map((m, i) => (m.text === '?' ? (named.modes[i] ?? m) : m)) };
}

const isEach = (of: Parts | readonly (Parts | null)[] | null): of is readonly (Parts | null)[] =>
  Array.isArray(of);

const isOfCute = (path: readonly string[]): boolean =>
  /^(?:cutlass\.)?cute\.(?:core\.|tensor\.|nvgpu\.(?:cpasync\.)?)?\w+$/.test(path.join('.'));

/** Where in the source the operation stands, for messages. */
const PLACE: ReadonlySet<string> = new Set(['loc', 'ip']);

const withoutPlace = (call: BuiltinCall): BuiltinCall =>
  [...call.keywords.keys()].some((name) => PLACE.has(name))
    ? { ...call, keywords: new Map([...call.keywords].filter(([name]) => !PLACE.has(name))) }
    : call;

export function modesOfPythonCall(
  made: BuiltinCall,
  path: readonly string[],
  written: WrittenCall,
): Parts | readonly (Parts | null)[] | null {
  const call = withoutPlace(made);
  if (!isOfCute(path)) {
    const parts = partitionsOf(call, path) ?? modesOfHelper(call, path);
    return isEach(parts) ? parts.map(told) : told(parts);
  }
  const inCpp = FORMS.get(call.name)?.(call);
  const known = inCpp == null ? null : modesOfCall(inCpp);
  const leading = call.name === 'group_modes' ? groupOf(call, written) : leadingOfCall(call);
  if (known !== null) return told(withNames(known, leading));
  return isEach(leading) ? leading.map(told) : told(leading);
}

const groupOf = (call: BuiltinCall, written: WrittenCall): Parts | null => {
  const modes = leadingOfCall(call);
  return groupToEnd(call, written) ?? (isEach(modes) ? null : modes);
};

const METHODS = /^(?:partition_[ABCSD]|make_fragment_[ABC]|retile)$/;
const METHODS_OF_SHAPES = /^partition_shape_[ABC]$/;

/** `thr_mma.partition_A(tensor)`, `tiled_mma.partition_shape_C(shape)` */
export function modesOfPythonMethod(object: Value, made: BuiltinCall): Parts | null {
  if (modesOf(object) !== null) return null;
  const call = withoutPlace(made);
  return told(ofMethod(object, call) ?? leadingOfMethod(call));
}

function ofMethod(object: Value, call: BuiltinCall): Parts | null {
  if (call.keywords.size > 0) return null;
  if (METHODS_OF_SHAPES.test(call.name) && call.args.length === 1)
    return modesOfCall({ ...call, args: [object, call.args[0]!] });
  const name = call.name === 'retile' ? 'retile_S' : call.name;
  return METHODS.test(call.name) ? modesOfMethod(object, { ...call, name }) : null;
}

/** What is worked out by arithmetic is a place, and never None. */
const placeAt = (e: Expr, v: Value): Value =>
  v instanceof Unknown && e.kind === 'binary' && ARITHMETIC.has(e.operator) ? ANY_PLACE : v;

/** `tensor[None, None, k]`; null: nothing is known of it. */
export function modesOfPythonSlice(
  ev: Evaluation,
  object: Unknown,
  exprs: readonly Expr[],
  env: Environment,
): Symbolic | null {
  const given = exprs.map((e) => placeAt(e, ev.value(e, env)));
  const [first] = given;
  const coordinates = given.length === 1 && Array.isArray(first) ? (first as readonly Value[]) : given;
  if (!(object instanceof Symbolic)) return sliceOfOpen(ev, object, exprs, coordinates, env);
  if (object.parts.kind === 'term')
    return (
      itemOfTerm(object, object.parts.extent, coordinates) ?? sliceOfOpen(ev, object, exprs, coordinates, env)
    );
  const isNested = coordinates.some((c) => Array.isArray(c));
  const parts =
    (isNested ? null : modesOfSlice(object, coordinates)) ?? leadingOfIndexed(object, coordinates);
  return parts === null ? null : new Symbolic(reasonOf(object), parts);
}

/** `tile[0]` of a tuple that is known by its name. */
function itemOfTerm(of: Symbolic, { text, isConstant }: Extent, at: readonly Value[]): Symbolic | null {
  const [index] = at;
  if (at.length !== 1 || typeof index !== 'number' || index < 0 || !/^\w+$/.test(text)) return null;
  return new Symbolic(reasonOf(of), { kind: 'term', extent: { text: `${text}[${index}]`, isConstant } });
}

/** What has the modes of what it is taken of; `outer` is the layout that a composed one applies first. */
const KINDS: ReadonlyMap<string, 'layout' | 'tuple'> = new Map([
  ['layout', 'layout'],
  ['outer', 'layout'],
  ['shape', 'tuple'],
]);

/** `tensor.layout`, `tensor.shape` */
export function attributeOfModes(object: Symbolic, name: string): Symbolic | undefined {
  const { parts } = object;
  if (parts.kind === 'term' || (parts.kind === 'tuple' && parts.mayBeLayout !== true)) return undefined;
  const kind = KINDS.get(name);
  if (kind === undefined) return undefined;
  const { modes, isOpenEnded } = parts;
  return new Symbolic(reasonOf(object), isOpenEnded === true ? openEnded(kind, modes) : { kind, modes });
}

/** As Python writes the extents: static integers plainly. What only C++ has words for is left open. */
function told(parts: Parts | null): Parts | null {
  if (parts === null) return null;
  if (parts.kind === 'term') return { ...parts, extent: toldExtent(parts.extent) };
  return withExtents(parts, toldExtent);
}

function toldExtent(extent: Extent): Extent {
  const { text, isConstant, isRole } = extent;
  if (text.includes('<')) return OPEN;
  // C++ marks what is static by an underscore; a run-time size may have a name that begins with one.
  const isMarked = (isConstant && isRole !== true) || text.startsWith('(');
  return { ...extent, text: text.replace(isMarked ? /(?<!\w)_(?=[\w(])/g : /(?<!\w)_(?=\d)/g, '') };
}
