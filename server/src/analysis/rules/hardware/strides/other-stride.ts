// Tensors of C++ with the stride of another operand, by their names: `make_tensor(make_gmem_ptr(B), shape,
// make_stride(ldA, _1{}))`, where ldB is handed over as well, and no stride is made of it.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { memberAt, operandsAt } from '../../../document/written/expressions.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { areOfOneProduct, pointedOperand, type StrideName, strideName } from './operand-names.ts';

type Written = (site: Site) => string;

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

/** The name that a call gives its value to, `dB = make_stride(…)`; empty where there is none. */
const targetBefore = (code: string, at: number): string =>
  /(\w+)\s*=\s*(?:cute::)?$/.exec(code.slice(Math.max(0, at - 80), at))?.[1] ?? '';

/** What calls of a function make strides of, as it is written. */
function stridesMade(context: RuleContext, site: Site, written: Written): readonly string[] {
  const around = functionAround(site);
  return callsOf(context.model, 'make_tensor', 'make_layout', 'make_stride')
    .filter((other) => functionAround(other.site) === around)
    .map((other) => written(other.site));
}

function checkStride(
  context: RuleContext,
  code: string,
  of: { readonly operand: string; readonly what: string },
  stride: NamedStride,
): readonly RuleFinding[] {
  const { site, operand, path } = stride;
  if (operand === of.operand || !areOfOneProduct(operand, of.operand) || context.model.neverRuns(site))
    return [];
  const name = stride.named(of.operand);
  const isThere =
    path === ''
      ? site instanceof PlacedSite && declarationsOf(site, name).length > 0
      : new RegExp(`\\b${name}\\b`).test(code);
  const written: Written = ({ span }) => code.slice(span.start, span.end);
  const right = `${path}${name}`;
  // One that another tensor has is not left over.
  const isTaken = stridesMade(context, site, written).some((made) => new RegExp(`\\b${name}\\b`).test(made));
  if (!isThere || isTaken) return [];
  const message = `${written(site)} is a stride of ${operand}, and ${of.what}: no tensor has ${right}, which is there for it`;
  return [{ span: site.span, message, fixes: [{ title: `Take ${right}`, span: site.span, newText: right }] }];
}

/** Findings of `leading-dimension` about tensors with the stride of another operand. */
export function checkOtherStrides(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!text.includes('make_stride') && !text.includes('make_tensor')) return [];
  const code = codeOf(text, 'cpp');
  const written: Written = ({ span }) => code.slice(span.start, span.end).replace(/\s+/g, '');
  const isOurs = ({ site }: CalledSite): boolean => site.dialect === 'cpp' && functionAround(site) !== null;
  const tensors = callsOf(model, 'make_tensor').filter(isOurs);
  const ofTensors = tensors.flatMap(({ call }) => {
    const [pointer] = call.args;
    const stride = strideOf(call);
    const to = pointer === undefined || stride === undefined ? null : operandOf(pointer, written);
    if (to === null) return [];
    const of = { operand: to.operand, what: `the tensor begins at ${to.name}` };
    return stridesIn(stride!, written).flatMap((each) => checkStride(context, code, of, each));
  });
  const strides = callsOf(model, 'make_stride').filter(isOurs);
  const ofNames = strides.flatMap(({ site }) => {
    const target = targetBefore(code, site.span.start);
    const operand = strideName(target, 'cpp')?.operand;
    if (operand === undefined) return [];
    const of = { operand, what: `${target} is made of it` };
    return stridesIn(site, written).flatMap((each) => checkStride(context, code, of, each));
  });
  return [...ofTensors, ...ofNames];
}
