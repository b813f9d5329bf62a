// Strides of another matrix, by the names of parameters: `make_tensor(b, make_layout((N, K), stride=(lda, 1)))`, where ldb is
// there and not taken; and strides of the modes in another order than the shape, (M, N) with (stride_cn, stride_cm).

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { itemsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** The matrix that a pointer is named after: `b`, `b_ptr`, `ptr_B`, `mB`. */
const POINTER = /^(?:ptr_?|[mgp])?([a-zA-Z])(?:_?ptr|_?pointer|Ptr)?$/;
/** `ldb`, `ldB`, `ld_b` */
const LEADING = /^ld_?([a-zA-Z])$/;
/** `stride_bn`, `stride_b_n`, `b_stride_n` */
const BY_MODES = /^(?:stride_?([a-zA-Z])_?([a-zA-Z])|([a-zA-Z])_stride_?([a-zA-Z]))(?![a-z])\w*$/;

interface NamedStride {
  readonly name: string;
  readonly matrix: string;
  /** The mode that it is named after. */
  readonly mode: string | null;
}

function namedStride(name: string): NamedStride | null {
  const leading = LEADING.exec(name)?.[1];
  if (leading !== undefined) return { name, matrix: leading.toLowerCase(), mode: null };
  const [, a, i, b, j] = BY_MODES.exec(name) ?? [];
  const [matrix, mode] = [a ?? b, i ?? j];
  return matrix === undefined || mode === undefined
    ? null
    : { name, matrix: matrix.toLowerCase(), mode: mode.toLowerCase() };
}

interface Made {
  readonly site: Site;
  readonly around: object;
  readonly matrix: string;
  readonly shape: Site | null;
  readonly stride: Site;
  readonly strides: readonly NamedStride[];
}

const NAME = /[A-Za-z_]\w*/g;
const given = (site: Site): Site => initialiserOf(site) ?? site;

/** Shape and stride, as `make_tensor(p, shape, stride)` and `make_tensor(p, make_layout(shape, stride))` have them. */
function layoutOf(args: readonly (Site | undefined)[]): readonly [Site | null, Site] | null {
  const [first, second] = args;
  if (second !== undefined) return [first ?? null, second];
  const call = first === undefined ? null : writtenCall(given(first));
  if (call?.name !== 'make_layout') return null;
  const stride = argumentAt(call, 1, 'stride');
  return stride === undefined ? null : [argumentAt(call, 0, 'shape') ?? null, stride];
}

function madeIn({ model, text }: RuleContext): readonly Made[] {
  return callsOf(model, 'make_tensor').flatMap(({ site, call }): readonly Made[] => {
    const pointer = argumentAt(call, 0, 'iterator');
    const around = functionAround(site);
    const layout = layoutOf([argumentAt(call, 1, 'layout'), call.args[2]]);
    if (pointer === undefined || around === null || layout === null) return [];
    const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
    const names = code.slice(pointer.span.start, pointer.span.end).match(NAME) ?? [];
    const isParameter = (name: string): boolean =>
      around.declarations.some((d) => d.kind === 'parameter' && d.name === name);
    const [base, ...others] = names.filter(isParameter);
    const matrix = base === undefined || others.length > 0 ? undefined : POINTER.exec(base)?.[1];
    if (matrix === undefined) return [];
    const [shape, stride] = layout;
    const { start, end } = given(stride).span;
    const strides = (code.slice(start, end).match(NAME) ?? [])
      .filter(isParameter)
      .flatMap((name) => namedStride(name) ?? []);
    return [{ site, around, matrix: matrix.toLowerCase(), shape, stride, strides }];
  });
}

/** The strides of a matrix that the function is handed and takes for none of its tensors. */
function ofAnother(made: Made, all: readonly Made[]): string | null {
  const [first, ...more] = made.strides;
  if (first === undefined || first.matrix === made.matrix) return null;
  if (more.some(({ matrix }) => matrix !== first.matrix)) return null;
  const same = all.filter(({ around }) => around === made.around);
  if (!same.some(({ matrix }) => matrix === first.matrix)) return null;
  const parameters = (functionAround(made.site)?.declarations ?? []).filter(
    ({ kind }) => kind === 'parameter',
  );
  const own = parameters.flatMap(({ name }) => {
    const stride = namedStride(name);
    return stride?.matrix === made.matrix && (stride.mode === null) === (first.mode === null) ? [name] : [];
  });
  const isTaken = same.some(({ strides }) => strides.some(({ name }) => own.includes(name)));
  if (own.length === 0 || isTaken) return null;
  const [of, its] = [first.matrix.toUpperCase(), made.matrix.toUpperCase()];
  return `${first.name} is the stride of ${of}, and this is ${its}: nothing takes ${own.join(' and ')}`;
}

/** Strides by modes that the shape has in another order. */
function ofOrder({ shape, stride, strides, matrix }: Made, text: string): string | null {
  const written = (site: Site): string => text.slice(site.span.start, site.span.end);
  const list = (site: Site | null): readonly string[] => {
    const at = site === null ? null : given(site);
    return at === null ? [] : (itemsAt(at) ?? writtenCall(at)?.args ?? []).map(written);
  };
  const [extents, items] = [list(shape), list(stride)];
  if (extents.length < 2 || extents.length !== items.length) return null;
  const named = items.map((item) => strides.find(({ name }) => name === item));
  const [modes, sizes] = [named.map((each) => each?.mode ?? null), extents.map((e) => e.toLowerCase())];
  if (modes.includes(null) || named.some((each) => each?.matrix !== matrix)) return null;
  if (modes.join() === sizes.join() || new Set(modes).size < modes.length) return null;
  if ([...modes].sort().join() !== [...sizes].sort().join()) return null;
  return `the modes are (${extents.join(', ')}), and their strides (${items.join(', ')}) those in another order`;
}

/** Findings of `leading-dimension` about tensors whose strides are those of another matrix. */
export function checkNamedStrides(context: RuleContext): readonly RuleFinding[] {
  if (!/\bld_?[a-zA-Z]\b|stride/.test(context.text)) return [];
  const all = madeIn(context);
  return all.flatMap((made) => {
    // Tensors of C++ are looked at with the members of their parameters (other-stride.ts).
    const other = made.site.dialect === 'python' ? ofAnother(made, all) : null;
    const message = other ?? ofOrder(made, context.text);
    return message === null || context.model.neverRuns(made.site)
      ? []
      : [{ span: made.stride.span, message }];
  });
}
