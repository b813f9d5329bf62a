// Launches of Triton's kernels that hand over the stride of another dimension than the one that lanes go along.

import type { Scope } from '../../../../frontends/common/scope.ts';
import { handedItem, tritonLaunches } from '../../../tiles/launches.ts';
import { areOfTwo, dimensionOf } from '../../../tiles/origins.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { accessesByKernel, type TritonAccess } from '../accesses.ts';
import { limitNames } from '../exchanged-limits.ts';

/** Lanes that are a parameter apart in memory, and go up to another one. */
interface Walk {
  readonly stride: string;
  readonly limits: readonly string[];
}

/** `m[:, None] * stride_m` of addresses, with `m < M` of the same access or another one. */
function walksOf(kernel: Scope, accesses: readonly TritonAccess[]): readonly Walk[] {
  const parameters = new Set(
    kernel.declarations.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : [])),
  );
  const limits = limitNames(accesses);
  const walks = new Map<string, Set<string>>();
  for (const { pointer } of accesses)
    for (const { counted, name } of pointer) {
      if (counted.kind !== 'lanes' || name === null || !parameters.has(name)) continue;
      const own = walks.get(name) ?? new Set();
      for (const limit of limits.get(counted.call.span.start) ?? [])
        if (parameters.has(limit)) own.add(limit);
      walks.set(name, own);
    }
  return [...walks].map(([stride, names]) => ({ stride, limits: [...names] }));
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
    walks.flatMap(({ stride, limits }): readonly RuleFinding[] => {
      const given = handedItem(model, call, kernel, stride);
      const step = given === null ? null : dimensionOf(given);
      if (given === null || step?.of !== 'stride') return [];
      const ends = limits.flatMap((limit) => {
        const handed = handedItem(model, call, kernel, limit);
        const end = handed === null ? null : dimensionOf(handed);
        return end?.of === 'shape' && end.tensor === step.tensor ? [{ limit, end }] : [];
      });
      const [first] = ends;
      // Where one mask says it as the launch does, another one is wrong.
      if (first === undefined || !ends.every(({ end }) => areOfTwo(step, end))) return [];
      const { limit, end } = first;
      const message = `${stride} is ${step.name}.stride(${step.at}), and ${name} goes by it up to ${limit}, which is ${end.name}.shape[${end.at}]: one of them is that of another dimension`;
      return [{ span: given.site.span, message }];
    }),
  );
}

export const handedStrides: Rule = {
  id: 'handed-strides',
  severity: 'warning',
  title: 'The stride of another dimension',
  checkDocument: (context) =>
    [...accessesByKernel(context)].flatMap(([kernel, accesses]) => checkKernel(kernel, accesses, context)),
};
