// Strides of another matrix, by the names of parameters: `make_tensor(b, make_layout((N, K), stride=(lda, 1)))`, where ldb is
// there and not taken; and strides of the modes in another order than the shape, (M, N) with (stride_cn, stride_cm).

import type { Span } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { itemsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { pointedOperand, type StrideName, strideName } from './operand-names.ts';

interface NamedStride extends StrideName {
  readonly span: Span;
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

/** CuTe's tensors, and Triton's views of memory. */
const MAKES = ['make_tensor', 'make_block_ptr', 'make_tensor_descriptor'];

function madeIn(calls: readonly CalledSite[], { text }: RuleContext): readonly Made[] {
  return calls.flatMap(({ site, call }): readonly Made[] => {
    const isOfCute = call.name === 'make_tensor';
    const pointer = argumentAt(call, 0, isOfCute ? 'iterator' : 'base');
    const around = functionAround(site);
    const layout = layoutOf([
      argumentAt(call, 1, isOfCute ? 'layout' : 'shape'),
      isOfCute ? call.args[2] : argumentAt(call, 2, 'strides'),
    ]);
    if (pointer === undefined || around === null || layout === null) return [];
    const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
    const names = code.slice(pointer.span.start, pointer.span.end).match(NAME) ?? [];
    const isParameter = (name: string): boolean =>
      around.declarations.some((d) => d.kind === 'parameter' && d.name === name);
    const [base, ...others] = names.filter(isParameter);
    const matrix = base === undefined || others.length > 0 ? null : pointedOperand(base);
    if (matrix === null) return [];
    const [shape, stride] = layout;
    const { start, end } = given(stride).span;
    const strides = [...code.slice(start, end).matchAll(NAME)].flatMap(({ 0: name, index }) => {
      const named = isParameter(name) ? strideName(name, 'python') : null;
      const at = start + index;
      return named === null ? [] : [{ ...named, span: { start: at, end: at + name.length } }];
    });
    return [{ site, around, matrix, shape, stride, strides }];
  });
}

type Edit = NonNullable<RuleFinding['fixes']>[number];

interface Told {
  readonly message: string;
  /** The strides that are meant, where their names tell. */
  readonly right: Edit | null;
}

/** The strides of a matrix that the function is handed and takes for none of its tensors. */
function ofAnother(made: Made, all: readonly Made[], code: string): Told | null {
  const [first, ...more] = made.strides;
  if (first === undefined || first.operand === made.matrix) return null;
  if (more.some(({ operand }) => operand !== first.operand)) return null;
  const same = all.filter(({ around }) => around === made.around);
  if (!same.some(({ matrix }) => matrix === first.operand)) return null;
  const parameters = (functionAround(made.site)?.declarations ?? []).filter(
    ({ kind }) => kind === 'parameter',
  );
  const own = parameters.flatMap(({ name }) => {
    const stride = strideName(name, 'python');
    return stride?.operand === made.matrix && (stride.mode === null) === (first.mode === null) ? [name] : [];
  });
  const isTaken = same.some(({ strides }) => strides.some(({ name }) => own.includes(name)));
  if (own.length === 0 || isTaken) return null;
  const message = `${first.name} is the stride of ${first.operand}, and this is ${made.matrix}: nothing takes ${own.join(' and ')}`;
  const right = made.strides.map((stride) => stride.named(made.matrix));
  return { message, right: right.every((name) => own.includes(name)) ? replaced(made, right, code) : null };
}

/** The strides with other names for those that have some. */
function replaced({ stride, strides }: Made, names: readonly string[], code: string): Edit {
  const { span } = given(stride);
  const pieces = strides.map((each, i) => {
    const before = strides[i - 1]?.span.end ?? span.start;
    return `${code.slice(before, each.span.start)}${names[i]}`;
  });
  const newText = pieces.join('') + code.slice(strides.at(-1)!.span.end, span.end);
  return { title: `Take ${[...new Set(names)].join(' and ')}`, span, newText };
}

/** Strides by modes that the shape has in another order. */
function ofOrder(made: Made, text: string): Told | null {
  const { shape, stride, strides, matrix } = made;
  const written = writtenIn(text);
  const list = (site: Site | null): readonly string[] => {
    const at = site === null ? null : given(site);
    return at === null ? [] : (itemsAt(at) ?? writtenCall(at)?.args ?? []).map(written);
  };
  const [extents, items] = [list(shape), list(stride)];
  if (extents.length < 2 || extents.length !== items.length) return null;
  const named = items.map((item) => strides.find(({ name }) => name === item));
  const [modes, sizes] = [named.map((each) => each?.mode ?? null), extents.map((e) => e.toLowerCase())];
  if (modes.includes(null) || named.some((each) => each?.operand !== matrix)) return null;
  if (modes.join() === sizes.join() || new Set(modes).size < modes.length) return null;
  if ([...modes].sort().join() !== [...sizes].sort().join()) return null;
  const message = `the modes are (${extents.join(', ')}), and their strides (${items.join(', ')}) those in another order`;
  const right = sizes.map((size) => items[modes.indexOf(size)]!);
  return { message, right: replaced(made, right, text) };
}

const checkMade = callsByUnit<RuleContext, RuleFinding>(MAKES, (calls, context) => {
  const all = madeIn(calls, context);
  return all.flatMap((made) => {
    // Tensors of C++ are looked at with the members of their parameters (other-stride.ts).
    const other = made.site.dialect === 'python' ? ofAnother(made, all, context.text) : null;
    const told = other ?? ofOrder(made, context.text);
    if (told === null || context.model.neverRuns(made.site)) return [];
    const fixes = told.right === null ? [] : [told.right];
    return [{ span: made.stride.span, message: told.message, fixes }];
  });
});

/** Findings of `leading-dimension` about tensors whose strides are those of another matrix. */
export const checkNamedStrides = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\bld_?[a-zA-Z]\b|stride/) ? checkMade(context) : [];
