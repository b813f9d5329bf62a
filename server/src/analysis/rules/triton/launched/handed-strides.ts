// Launches of Triton's kernels that hand over the stride of another dimension than the one that lanes go along.

import type { Scope } from '../../../../frontends/common/scope.ts';
import { type Handed, handedItem, tritonLaunches } from '../../../tiles/launches.ts';
import { areOfTwo, dimensionOf } from '../../../tiles/origins.ts';
import type { Term } from '../../../tiles/terms.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { limitsOf, type TritonAccess, tritonAccesses } from '../accesses.ts';

/** Lanes that are a parameter apart in memory, and go up to another one. */
interface Walk {
  readonly stride: string;
  readonly limit: string;
}

const lanesOf = (terms: readonly Term[]): number | null => {
  const lanes = terms.flatMap(({ counted }) => (counted.kind === 'lanes' ? [counted.call.span.start] : []));
  return lanes.length === 1 ? lanes[0]! : null;
};

/** `m[:, None] * stride_m` of addresses, with `m < M` of the same access or another one. */
function walksOf(kernel: Scope, accesses: readonly TritonAccess[]): readonly Walk[] {
  const parameters = new Set(
    kernel.declarations.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : [])),
  );
  const limits = new Map<number, Set<string>>();
  for (const access of accesses)
    for (const { counted, limit } of access.mask === undefined ? [] : limitsOf(access, access.mask)) {
      const lanes = lanesOf(counted);
      if (lanes === null || limit.kind !== 'name' || !parameters.has(limit.name)) continue;
      limits.set(lanes, (limits.get(lanes) ?? new Set()).add(limit.name));
    }
  const walks = accesses.flatMap(({ pointer }) =>
    pointer.flatMap(({ counted, name }) => {
      if (counted.kind !== 'lanes' || name === null || !parameters.has(name)) return [];
      return [...(limits.get(counted.call.span.start) ?? [])].map((limit) => ({ stride: name, limit }));
    }),
  );
  const seen = new Set<string>();
  return walks.filter(({ stride, limit }) => {
    const key = `${stride} ${limit}`;
    return !seen.has(key) && seen.add(key);
  });
}

function checkKernel(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { name } = kernel;
  const walks = name === null ? [] : walksOf(kernel, accesses);
  if (name === null || walks.length === 0) return [];
  const { model } = context;
  return tritonLaunches(context, name).flatMap(({ call }) =>
    walks.flatMap(({ stride, limit }): readonly RuleFinding[] => {
      const given: readonly (Handed | null)[] = [stride, limit].map((parameter) =>
        handedItem(model, call, kernel, parameter),
      );
      const [step, end] = given.map((each) => (each === null ? null : dimensionOf(each)));
      if (step?.of !== 'stride' || end?.of !== 'shape' || !areOfTwo(step, end)) return [];
      return [
        {
          span: given[0]!.site.span,
          message: `${stride} is ${step.name}.stride(${step.at}), and ${name} goes by it up to ${limit}, which is ${end.name}.shape[${end.at}]: the stride of that dimension is ${end.name}.stride(${end.at})`,
        },
      ];
    }),
  );
}

export const handedStrides: Rule = {
  id: 'handed-strides',
  severity: 'warning',
  title: 'The stride of another dimension',
  description:
    'A launch hands a kernel of Triton the stride of one dimension of a tensor, and the extent of another one, for lanes that go along one dimension: `m[:, None] * stride_m` with `m < M`. Strides handed over in another order than their parameters read the transposed matrix, and beyond it.',
  checkDocument(context) {
    const accesses = tritonAccesses(context);
    return [...new Set(accesses.map(({ kernel }) => kernel))].flatMap((kernel) =>
      checkKernel(
        kernel,
        accesses.filter((access) => access.kernel === kernel),
        context,
      ),
    );
  },
};
