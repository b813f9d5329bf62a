// Operands of warpgroup and tcgen05 products in CuTe DSL that the MMA reads along another mode than the one that lies
// contiguous in shared memory: the product is that of other elements, or the compiler takes no such descriptor.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import type { Operand } from '../../../hardware/mma/mma-atom.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { givenTo } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { handedTensor, writtenAt } from './handed/dsl/handed.ts';
import {
  type MajorSource,
  type SharedOperand,
  sharedOperand,
  type TrivialMma,
  trivialMma,
} from './handed/dsl/majors.ts';
import { checkMatrices } from './handed/dsl/matrices.ts';
import { tiledOf } from './handed/operand-tiling.ts';
import { originOf } from './storage/shared-layout.ts';

type Mode = 'K' | 'MN';

/** Which of the modes (MN, K) of an instruction's operand is contiguous; null where both or none is. */
function contiguousMode({ layout }: Tensor): Mode | null {
  if (!(layout instanceof Layout) || !Array.isArray(layout.shape) || !Array.isArray(layout.stride))
    return null;
  const [shape, stride] = [layout.shape[0] as unknown, layout.stride[0] as unknown];
  if (!Array.isArray(shape) || !Array.isArray(stride) || shape.length !== 2) return null;
  const isUnit = [0, 1].map((i) => {
    const [sizes, strides] = [leavesOf(shape[i] as Shape), leavesOf<unknown>(stride[i])];
    const first = sizes.findIndex((size) => knownNumber(size as number) !== 1);
    return first >= 0 && strides[first] === 1;
  });
  if (isUnit[0] === isUnit[1]) return null;
  return isUnit[0] ? 'MN' : 'K';
}

const readsAs = (mode: Mode): string => (mode === 'K' ? 'K-major' : 'MN-major');

/** `mma.make_fragment_A(thr.partition_A(sA))`, of which everything is known. */
function ofValues(
  { site, call }: CalledSite,
  operand: Operand,
  { model, text }: RuleContext,
): RuleFinding | null {
  const mma = tiledOf(call.object === null ? null : knownValueOf(model, call.object));
  const home = mma?.atom.homes[operand];
  const tensor = knownValueOf(model, call.args[0]);
  if (home?.kind !== 'descriptor' || home.major === null || !(tensor instanceof Tensor)) return null;
  const lies = tensor.engine.space === 'smem' ? contiguousMode(tensor) : null;
  if (lies === null || lies === home.major) return null;
  const { start, end } = call.args[0]!.span;
  return {
    span: site.span,
    message: `the MMA reads ${operand} ${readsAs(home.major)}, and ${text.slice(start, end)} is ${readsAs(lies)} in shared memory`,
  };
}

/** Whether two are written to be other modes. */
const areOthers = (one: MajorSource | null, other: MajorSource | null): boolean =>
  one !== null &&
  other !== null &&
  (one.mode === null
    ? other.mode === null && one.tensor !== other.tensor
    : other.mode !== null && one.mode !== other.mode);

const sourceText = (source: MajorSource): string =>
  source.mode === null ? `as ${source.tensor} is` : readsAs(source.mode);

const conflictText = (operand: Operand, major: MajorSource, lies: MajorSource): string =>
  `the MMA reads ${operand} ${sourceText(major)}, and shared memory is laid out ${sourceText(lies)}`;

/** The layout that a tensor of shared memory is allocated by. */
function layoutOf(context: RuleContext, tensor: Site): WrittenCall | null {
  const call = writtenCall(givenTo(tensor));
  if (call?.name !== 'allocate_tensor' && call?.name !== 'get_tensor') return null;
  const layout = argumentAt(call, call.name === 'allocate_tensor' ? 1 : 0, 'layout');
  return layout === undefined ? null : writtenCall(originOf(context, layout));
}

/** The same of tilings and layouts of which only the majors are written. */
function ofWriting({ site }: CalledSite, operand: 'A' | 'B', context: RuleContext): RuleFinding | null {
  const handed = handedTensor(site);
  const maker = handed === null ? null : writtenCall(originOf(context, handed.by));
  const mma = maker === null ? null : trivialMma(context, maker);
  const layout = handed?.of == null ? null : layoutOf(context, handed.of);
  const shared = layout === null ? null : sharedOperand(context, layout);
  if (mma === null || shared === null || (operand === 'A' && mma.hasOtherA)) return null;
  const major = mma.sources[operand === 'A' ? 0 : 1]!;
  if (!areOthers(major, shared.source)) return null;
  return { span: site.span, message: conflictText(operand, major!, shared.source!) };
}

function checkFragment(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const operand = called.call.name === 'make_fragment_A' ? 'A' : 'B';
  if (called.site.dialect !== 'python' || context.model.neverRuns(called.site)) return [];
  // What evaluation refuses it tells itself.
  if (isFailure(context.model.evaluate(called.site).value)) return [];
  const found = ofValues(called, operand, context) ?? ofWriting(called, operand, context);
  return found === null ? [] : [found];
}

/** What one function says of one product. */
interface Setup {
  readonly around: Scope | null;
  readonly mma: TrivialMma | null;
  readonly shared: readonly (SharedOperand | null)[];
}

function setupsIn(context: RuleContext): readonly Setup[] {
  const named = ['make_trivial_tiled_mma', 'make_smem_layout_a', 'make_smem_layout_b'].map((name) =>
    callsOf(context.model, name).filter(
      ({ site }) => site.dialect === 'python' && !context.model.neverRuns(site),
    ),
  );
  const around = new Set(named.flat().map(({ site }) => functionAround(site)));
  return [...around].map((scope) => {
    const [mma, ...shared] = named.map((calls) => {
      const own = calls.filter(({ site }) => functionAround(site) === scope);
      return own.length === 1 ? own[0]!.call : null;
    });
    return {
      around: scope,
      mma: mma == null ? null : trivialMma(context, mma),
      shared: shared.map((call) => (call === null ? null : sharedOperand(context, call))),
    };
  });
}

const OPERANDS = ['A', 'B'] as const;

/** Operands whose elements are those of one tensor, and whose contiguous mode is that of the other. */
function ofTensors(
  operands: readonly {
    readonly type: string | null;
    readonly source: MajorSource | null;
    readonly at: Site | undefined;
  }[],
  told: ReadonlySet<number>,
): readonly RuleFinding[] {
  const types = operands.map(({ type }) => type);
  if (types.includes(null) || types[0] === types[1]) return [];
  if (operands.some(({ source }) => source?.tensor == null || !types.includes(source.tensor))) return [];
  return operands.flatMap(({ type, source, at }, i) =>
    source!.tensor === type || at === undefined || told.has(source!.at!.span.start)
      ? []
      : [
          {
            span: at.span,
            message: `operand ${OPERANDS[i]} has elements of ${type}, and its contiguous mode is that of ${source!.tensor}`,
          },
        ],
  );
}

function checkSetup({ mma, shared }: Setup, told: ReadonlySet<number>): readonly RuleFinding[] {
  const found =
    mma === null
      ? []
      : ofTensors(
          mma.majors.map((at, i) => ({ at, type: mma.types[i]!, source: mma.sources[i]! })),
          told,
        );
  const laid = shared.includes(null) ? [] : ofTensors(shared as readonly SharedOperand[], told);
  if (mma === null || found.length + laid.length > 0) return [...found, ...laid];
  return shared.flatMap((operand, i) => {
    const major = mma.sources[i]!;
    if (operand?.at === undefined || (i === 0 && mma.hasOtherA) || !areOthers(major, operand.source))
      return [];
    if ([major, operand.source].some((source) => source?.at != null && told.has(source.at.span.start)))
      return [];
    return [{ span: operand.at.span, message: conflictText(OPERANDS[i]!, major!, operand.source!) }];
  });
}

const TARGET = /(?:\bself\s*\.\s*)?\b([a-zA-Z])_(\w+)\s*=\s*$/;
/** So far before a call what it is assigned to stands. */
const NEAR = 80;
const plain = (name: string): string => (/^m[A-Z]$/.test(name) ? name.slice(1) : name).toLowerCase();

/** `self.b_layout = LayoutEnum.from_tensor(a)`, where `self.a_layout` is that, too, and b is there. */
function ofNames(context: RuleContext): readonly (RuleFinding & { readonly callee: number })[] {
  const code = codeOf(context.text, 'python');
  const asked = callsOf(context.model, 'from_tensor').flatMap(({ site, call }) => {
    const of = argumentAt(call, 0, 'tensor');
    const { start } = site.span;
    const [, target, what] = TARGET.exec(code.slice(Math.max(0, start - NEAR), start)) ?? [];
    const name = of === undefined ? '' : writtenAt(context, of);
    return target === undefined || !/^\w+$/.test(name) || !/LayoutEnum/.test(writtenAt(context, call.callee))
      ? []
      : [{ site, callee: call.callee.span.start, target: target.toLowerCase(), what, name, of: plain(name) }];
  });
  return asked.flatMap((each) => {
    const around = functionAround(each.site);
    const same = asked.filter(({ site }) => functionAround(site) === around);
    const own = (around?.declarations ?? []).find(
      ({ kind, name }) => kind === 'parameter' && plain(name) === each.target,
    );
    if (each.target === each.of || own === undefined || same.some(({ of }) => of === each.target)) return [];
    if (!same.some((other) => other.what === each.what && other.target === each.of && other.of === each.of))
      return [];
    const message = `${each.target}_${each.what} is that of ${each.name}, which ${each.of}_${each.what} is: nothing asks ${own.name}`;
    return [{ span: each.site.span, message, callee: each.callee }];
  });
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, /make_fragment_[AB]|make_trivial_tiled_mma|make_smem_layout|from_tensor/)) return [];
  const named = mentions(text, /LayoutEnum/) ? ofNames(context) : [];
  const told = new Set(named.map(({ callee }) => callee));
  const setups = (
    mentions(text, /make_trivial_tiled_mma|make_smem_layout_[ab]/) ? setupsIn(context) : []
  ).map((setup) => ({ around: setup.around, found: checkSetup(setup, told) }));
  const made = [
    ...named.map(({ span, message }) => ({ span, message })),
    ...setups.flatMap(({ found }) => found),
  ];
  const scopes = setups.filter(({ found }) => found.length > 0).map(({ around }) => around);
  const fragments = callsOf(model, 'make_fragment_A', 'make_fragment_B').filter(
    ({ site }) => !scopes.includes(functionAround(site)),
  );
  return [...made, ...fragments.flatMap((called) => checkFragment(called, context))];
}

export const operandMajor: Rule = {
  id: 'operand-major',
  severity: 'warning',
  title: 'The operand is contiguous along another mode',
  checkDocument: (context) => [...checkDocument(context), ...checkMatrices(context)],
};
