// Launches that ask for more dynamic shared memory than a kernel has without an attribute that nobody sets.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { STATIC_SHARED_BYTES } from '../../../hardware/memory/capacity.ts';
import { isLaunchedByName } from '../../launches/kernel-names.ts';
import { launchesWithBytes } from '../../launches/launches.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** Findings of `shared-memory-size` about launches. */
export function checkLaunchedBytes(context: RuleContext): readonly RuleFinding[] {
  const tooMany = launchesWithBytes(context).filter(({ count }) => (count ?? 0) > STATIC_SHARED_BYTES);
  if (tooMany.length === 0) return [];
  const code = codeOf(context.text, 'cpp');
  if (/FuncSetAttribute|MaxDynamicSharedMemorySize/.test(code)) return [];
  return tooMany.flatMap(({ kernel, bytes, count }) =>
    isLaunchedByName(context.text, kernel) && !context.model.neverRuns(bytes)
      ? [
          {
            span: bytes.span,
            message: `${kernel} is launched with ${count} bytes of dynamic shared memory, and has 48 KB as long as cudaFuncSetAttribute does not set its cudaFuncAttributeMaxDynamicSharedMemorySize: the launch fails`,
          },
        ]
      : [],
  );
}
