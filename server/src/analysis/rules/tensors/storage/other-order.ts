// Views of one memory whose modes are as long as those of another one in another order, and whose strides are not those of
// that order: (page, token, head, dim) of memory that holds (page, head, token, dim).

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { tableOf } from '../../../../evaluate/model/memo.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import type { Span } from '../../../../frontends/common/expression.ts';
import { addTo } from '../../../../frontends/common/lists.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround, isConditional } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { launchesKernels } from '../../../launches/kernel-names.ts';
import { launchesOf } from '../../../launches/launches.ts';
import { kernelAt, shortName } from '../../../launches/python-launches.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { tensorBehind } from './viewed-tensor.ts';

/** How many elements a mode has, and how far they are apart. */
type Mode = readonly [extent: number, stride: number];

/** The modes of a layout that has no gaps and repeats nothing; null for others. */
function compactModes(layout: Layout): readonly Mode[] | null {
  const [extents, strides] = [leavesOf<unknown>(shapeOf(layout)), leavesOf<unknown>(layout.stride)];
  const modes: Mode[] = [];
  for (const [i, extent] of extents.entries()) {
    const stride = strides[i];
    if (typeof extent !== 'number' || typeof stride !== 'number') return null;
    if (extent > 1) modes.push([extent, stride]);
  }
  let next = 1;
  for (const [extent, stride] of [...modes].sort((a, b) => a[1] - b[1])) {
    if (stride !== next) return null;
    next *= extent;
  }
  return modes;
}

const sorted = (modes: readonly Mode[], of: (mode: Mode) => string | number): string =>
  modes.map(of).sort().join();

/** Whether two layouts of the same memory have the same modes, as long as they are, at other places. */
function isOtherOrder(one: Layout, other: Layout): boolean {
  const [a, b] = [compactModes(one), compactModes(other)];
  if (a === null || b === null || a.length < 2) return false;
  return sorted(a, ([n]) => n) === sorted(b, ([n]) => n) && sorted(a, String) !== sorted(b, String);
}

/** A tensor over memory, by its layout. */
interface View {
  readonly site: Site;
  readonly tensor: Tensor & { readonly layout: Layout };
}

function viewAt({ model }: RuleContext, site: Site): View | null {
  const tensor = settledValueOf(model, site);
  // Registers have no order that anybody else sees.
  return tensor instanceof Tensor && tensor.engine.space === 'gmem' && tensor.layout instanceof Layout
    ? { site, tensor: tensor as View['tensor'] }
    : null;
}

function told(view: View, of: string, whole: View, context: RuleContext): readonly RuleFinding[] {
  const isSame = view.tensor.engine.bits === whole.tensor.engine.bits;
  if (!isSame || !isOtherOrder(view.tensor.layout, whole.tensor.layout)) return [];
  if (context.model.neverRuns(view.site)) return [];
  const [has, is] = [view, whole].map(({ tensor }) => valueText(tensor.layout, styleOf(view.site.dialect)));
  const message = `${has} has the modes of ${of}, ${is}, in another order, and not their strides: the same coordinates are other elements`;
  const related =
    whole.site === view.site ? {} : { related: [{ span: whole.site.span, message: 'the other view' }] };
  return [{ span: view.site.span, message, ...related }];
}

/** `cute.make_tensor(t.iterator, layout)`, `make_tensor(t.data(), layout)`. */
function checkBehind(site: Site, pointer: Site, context: RuleContext): readonly RuleFinding[] {
  const of = tensorBehind(pointer);
  const [view, whole] = [viewAt(context, site), of === null ? null : viewAt(context, of)];
  if (of === null || view === null || whole === null) return [];
  return told(view, writtenIn(context.text)(of), { ...whole, site }, context);
}

/** A tensor of a kernel over memory that a parameter of it is. */
interface Handed extends View {
  readonly span: Span;
  readonly kernel: string;
  /** Which parameter. */
  readonly nth: number;
}

/** `p` of `make_gmem_ptr(p)` and of a plain pointer. */
const pointerName = (pointer: Site, text: string): string =>
  writtenIn(text)(writtenCall(pointer)?.name === 'make_gmem_ptr' ? writtenCall(pointer)!.args[0]! : pointer);

function handedAt({ site, call }: CalledSite, context: RuleContext): Handed | null {
  const [pointer] = call.args;
  const [kernel, around] = [kernelAt(site), functionAround(site)];
  if (pointer === undefined || kernel === null || around === null) return null;
  const name = pointerName(pointer, context.text);
  const nth = around.declarations
    .filter(({ kind }) => kind === 'parameter')
    .findIndex((parameter) => parameter.name === name);
  const view = nth < 0 ? null : viewAt(context, site);
  return view === null ? null : { ...view, span: site.span, kernel, nth };
}

const handedViews = callsByUnit<RuleContext, Handed>(['make_tensor'], (calls, context) =>
  calls.flatMap((called) => handedAt(called, context) ?? []),
);

/** The tensors of kernels of C++ over each variable that a function launches several kernels with. */
function checkKernels(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  const byMemory = new Map<Scope, Map<string, Handed[]>>();
  for (const view of handedViews(context)) {
    const [launch, ...others] = launchesOf(context, view.kernel) ?? [];
    const [arg, host] = [launch?.args[view.nth], launch === undefined ? null : functionAround(launch.site)];
    if (arg === undefined || host === null || others.length > 0 || isConditional(launch!.site, text))
      continue;
    addTo(tableOf(byMemory, host), writtenIn(text)(arg), view);
  }
  return [...byMemory.values()].flatMap((named) =>
    [...named].flatMap(([memory, [first, ...others]]) =>
      others.flatMap((view) =>
        view.kernel === first!.kernel
          ? []
          : told(view, `${memory} in ${shortName(first!.kernel)}`, first!, context),
      ),
    ),
  );
}

const checkPointers = callsByUnit<RuleContext, RuleFinding>(['make_tensor'], (calls, context) =>
  calls.flatMap(({ site, call }) => {
    const pointer = argumentAt(call, 0, 'iterator');
    return pointer === undefined ? [] : checkBehind(site, pointer, context);
  }),
);

/** Findings of `other-view` about views of other orders. */
export const checkOtherOrders = (context: RuleContext): readonly RuleFinding[] => [
  ...checkPointers(context),
  ...(context.model.dialect === 'cpp' && launchesKernels(context.text) ? checkKernels(context) : []),
];
