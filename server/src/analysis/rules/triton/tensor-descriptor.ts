// Tensor descriptors of Triton and Gluon that TMA does not take.

import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { TorchTensor } from '../../../evaluate/python/dsl/host/torch.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { TMA_DIRECTIONS } from '../../../hardware/tma/box.ts';
import { TMA_UNIT_BITS } from '../../../hardware/tma/descriptor.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { handed, tritonLaunches } from '../../tiles/launches.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkBuffers } from './gluon/tma-buffers.ts';

/** What is known of a descriptor. */
interface Descriptor {
  /** Bits of an element. */
  readonly bits: number | null;
  /** Elements between neighbours in each dimension. */
  readonly strides: readonly (number | undefined)[] | null;
  /** Elements of the block in each dimension. */
  readonly block: readonly (number | undefined)[] | null;
}

type Numbers = readonly (number | undefined)[];

const numbersIn = (value: Value | null): Numbers | null =>
  Array.isArray(value)
    ? (value as readonly Value[]).map((v) => (isInteger(v) ? knownNumber(v) : undefined))
    : null;

/** What makes a descriptor; the tensor data mover of AMD has rules of its own. */
const MAKES =
  /^(?!.*\b(?:tdm|amd)\b).*\b(?:TensorDescriptor|make_tensor_descriptor|TensorDescriptor\.from_tensor)$/;

/** Bits of the elements that every launch of the kernel around hands a parameter of it; null where that is not known. */
function launchedBits(base: Site | undefined, context: RuleContext): number | null {
  if (!(base instanceof PlacedSite) || base.node.kind !== 'expression' || base.node.expr.kind !== 'name')
    return null;
  const { expr } = base.node;
  const path = scopePath(base.memo.placed.unit.scope, expr.span.start);
  const kernel = path.findLast(({ kind }) => kind === 'function');
  const [declared, ...others] = path.flatMap((scope) =>
    scope.declarations.filter((d) => d.name === expr.name),
  );
  if (kernel?.name == null || declared?.kind !== 'parameter' || others.length > 0) return null;
  const bits = tritonLaunches(context, kernel.name).map(({ call }) => {
    const tensor = knownValueOf(context.model, handed(context.model, call, kernel, expr.name) ?? undefined);
    return tensor instanceof TorchTensor ? (tensor.element?.bits ?? null) : null;
  });
  return bits.length > 0 && bits.every((b) => b === bits[0]) ? bits[0]! : null;
}

function descriptorOf({ call }: CalledSite, context: RuleContext): Descriptor | null {
  const { model, text } = context;
  const isFromTensor = call.name === 'from_tensor';
  if (!isFromTensor && !/^(?:TensorDescriptor|make_tensor_descriptor)$/.test(call.name)) return null;
  const { start, end } = call.callee.span;
  if (!MAKES.test(text.slice(start, end))) return null;
  const basis = argumentAt(call, 0, isFromTensor ? 'tensor' : 'base');
  const base = knownValueOf(model, basis);
  const tensor = base instanceof TorchTensor ? base : null;
  const given = isFromTensor ? null : numbersIn(knownValueOf(model, argumentAt(call, 2, 'strides')));
  const own = tensor === null ? null : leavesOf<Int>(tensor.layout.stride as Int).map((d) => knownNumber(d));
  const block = knownValueOf(model, argumentAt(call, isFromTensor ? 1 : 3, 'block_shape'));
  return {
    bits: tensor?.element?.bits ?? launchedBits(basis, context),
    strides: isFromTensor ? own : given,
    block: numbersIn(block),
  };
}

function faultOf({ bits, strides, block }: Descriptor): string | null {
  const count = (block ?? strides)?.length ?? 0;
  if (count > TMA_DIRECTIONS)
    return `a tensor descriptor has at most ${TMA_DIRECTIONS} dimensions, and this one ${count}`;
  const [last, lastStride] = [block?.at(-1), strides?.at(-1)];
  if (lastStride !== undefined && lastStride !== 1)
    return `the last stride of a tensor descriptor is 1, and this one is ${lastStride}`;
  // A stride that is 1 at run time is a constant of the kernel, too.
  if (strides !== null && strides.length > 1 && lastStride === undefined && strides.includes(1))
    return 'the last stride of a tensor descriptor is 1, and here it is that of another dimension';
  if (bits === null) return null;
  if (last !== undefined && last * bits < TMA_UNIT_BITS)
    return `the last dimension of the block is ${last} elements of ${bits} bits, ${(last * bits) / 8} bytes: TMA takes at least 16`;
  const refused = strides?.slice(0, -1).find((d) => d !== undefined && (d * bits) % TMA_UNIT_BITS !== 0);
  if (refused === undefined) return null;
  return `TMA takes strides of whole 16 bytes: ${refused} elements of ${bits} bits are ${(refused * bits) / 8} bytes`;
}

function checkCall(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { site } = called;
  if (site.dialect !== 'python') return [];
  const descriptor = descriptorOf(called, context);
  const message = descriptor === null ? null : faultOf(descriptor);
  return message === null ? [] : [{ span: site.span, message }];
}

export const tensorDescriptor: Rule = {
  id: 'tensor-descriptor',
  severity: 'warning',
  title: 'A tensor descriptor that TMA does not take',
  checkDocument: (context) => [
    ...(mentions(context.text, /TensorDescriptor|make_tensor_descriptor/)
      ? callsOf(context.model, 'TensorDescriptor', 'make_tensor_descriptor', 'from_tensor').flatMap(
          (called) => checkCall(called, context),
        )
      : []),
    ...checkBuffers(context),
  ],
};
