// Tensors of C++ with the stride of another operand, by their names: `make_tensor(make_gmem_ptr(B), shape,
// make_stride(ldA, _1{}))`, where ldB is handed over as well, and no stride is made of it.

import type { Span } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { memberAt, operandsAt } from '../../../document/written/expressions.ts';
import { compactIn, targetBefore, type Written } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { areOfOneProduct, pointedOperand, type StrideName, strideName } from './operand-names.ts';

interface NamedOperand {
  readonly operand: string;
  readonly name: string;
}

/** What a pointer is to, by its name: behind casts and `make_gmem_ptr`, and with what it is a member of left out. */
function operandOf(site: Site, written: Written): NamedOperand | null {
  const call = writtenCall(site);
  const [only] = call?.args ?? [];
  const isSame = /^(?:make_gmem_ptr|reinterpret_cast|static_cast|raw_pointer_cast|\(\))$/.test(
    call?.name ?? '',
  );
  if (isSame && only !== undefined && call!.args.length === 1) return operandOf(only, written);
  const sum = operandsAt(site);
  if (sum?.operator === '+') return operandOf(sum.left, written);
  // `params.ptr_B`, `d_B.data().get()`
  const name = written(site).replace(/^(?:\w+(?:\.|->))*(?=\w+(?:\.(?:data|get)\(\))*$)/, '');
  const operand = pointedOperand(name.replace(/(?:\.(?:data|get)\(\))+$/, ''));
  return operand === null ? null : { operand, name: written(site) };
}

interface NamedStride extends StrideName {
  readonly site: Site;
  /** `params.` of what it is a member of. */
  readonly path: string;
}

function namedStride(site: Site, written: Written): NamedStride | null {
  const name = memberAt(site)?.name ?? written(site);
  const path = written(site).slice(0, -name.length);
  const stride = strideName(name, 'cpp');
  return stride && { ...stride, site, path };
}

/** The strides that a stride is made of, `make_stride(ldA, _1{})`, or itself. */
function stridesIn(site: Site, written: Written): readonly NamedStride[] {
  const call = writtenCall(site);
  const parts = call?.name === 'make_stride' ? call.args : [site];
  return parts.flatMap((part) => namedStride(part, written) ?? []);
}

/** The stride of a tensor, of `make_layout(shape, stride)` as well. */
function strideOf({ args }: WrittenCall): Site | undefined {
  if (args.length > 2) return args[2];
  const layout = args[1] === undefined ? null : writtenCall(args[1]);
  return layout?.name === 'make_layout' ? layout.args[1] : undefined;
}

/** A stride that may be that of another operand. */
interface Doubtful {
  readonly span: Span;
  readonly stride: NamedStride;
  readonly of: Of;
  /** What calls of the function make strides of, as it is written. */
  readonly made: readonly string[];
}

/** The operand whose stride is asked for, and how that is known. */
interface Of {
  readonly operand: string;
  readonly what: string;
}

const MAKES = ['make_tensor', 'make_layout', 'make_stride'];

const doubtfulIn = callsByUnit<RuleContext, Doubtful>(MAKES, (calls, { text }) => {
  const code = codeOf(text, 'cpp');
  const written = compactIn(code);
  const madeAround = (site: Site): readonly string[] =>
    calls
      .filter((other) => functionAround(other.site) === functionAround(site))
      .map((other) => code.slice(other.site.span.start, other.site.span.end));
  return calls.flatMap((called): readonly Doubtful[] => {
    const { site } = called;
    const asked =
      site.dialect === 'cpp' && functionAround(site) !== null ? askedOf(called, code, written) : null;
    if (asked === null) return [];
    const { of, strides } = asked;
    return strides
      .filter(({ operand }) => operand !== of.operand && areOfOneProduct(operand, of.operand))
      .map((stride) => ({ span: stride.site.span, stride, of, made: madeAround(site) }));
  });
});

/** The operand that a tensor begins at or a name is of, and the strides that it is given. */
function askedOf(
  { site, call }: CalledSite,
  code: string,
  written: Written,
): { readonly of: Of; readonly strides: readonly NamedStride[] } | null {
  if (call.name === 'make_stride') {
    const target = targetBefore(code, site.span.start);
    const operand = strideName(target, 'cpp')?.operand;
    return operand === undefined
      ? null
      : { of: { operand, what: `${target} is made of it` }, strides: stridesIn(site, written) };
  }
  const [pointer] = call.args;
  const stride = call.name === 'make_tensor' ? strideOf(call) : undefined;
  const to = pointer === undefined || stride === undefined ? null : operandOf(pointer, written);
  return to === null
    ? null
    : {
        of: { operand: to.operand, what: `the tensor begins at ${to.name}` },
        strides: stridesIn(stride!, written),
      };
}

function checkStride({ model, text }: RuleContext, { stride, of, made }: Doubtful): readonly RuleFinding[] {
  const { site, operand, path } = stride;
  if (model.neverRuns(site)) return [];
  const code = codeOf(text, 'cpp');
  const name = stride.named(of.operand);
  const isName = new RegExp(`\\b${name}\\b`);
  const isThere =
    path === '' ? site instanceof PlacedSite && declarationsOf(site, name).length > 0 : isName.test(code);
  // One that another tensor has is not left over.
  if (!isThere || made.some((each) => isName.test(each))) return [];
  const { span } = site;
  const right = `${path}${name}`;
  const message = `${code.slice(span.start, span.end)} is a stride of ${operand}, and ${of.what}: no tensor has ${right}, which is there for it`;
  return [{ span, message, fixes: [{ title: `Take ${right}`, span, newText: right }] }];
}

/** Findings of `leading-dimension` about tensors with the stride of another operand. */
export const checkOtherStrides = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'cpp'
    ? doubtfulIn(context).flatMap((doubtful) => checkStride(context, doubtful))
    : [];
