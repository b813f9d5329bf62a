// Vectors that begin where memory is not aligned for them, as a row padded by one element does.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Int } from '../../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { type AnyLayout, ComposedLayout, type Layout, Swizzle } from '../../../../algebra/layout/layout.ts';
import { cosize } from '../../../../algebra/layout/measure.ts';
import { isInt } from '../../../../algebra/layout/stride-operations.ts';
import { applySwizzle } from '../../../../algebra/layout/swizzle.ts';
import { coalesce, modeOf } from '../../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { atomOf } from '../../../../evaluate/cute/algorithms/copying.ts';
import { Tensor, type Value } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { CopyAtom } from '../../../../hardware/copy/copy-atom.ts';
import { type Side, ThrCopy, tidfrg } from '../../../../hardware/copy/tiled-copy.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { type Address, addressOf } from '../../../indexing/addresses.ts';
import { isUniform } from '../../../indexing/lanes.ts';
import { restsOnDefault } from '../../../values/default-arguments.ts';
import type { Site, SiteEvaluation } from '../../../values/model.ts';
import { operationName } from '../../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { checkBulkBytes } from './bulk-bytes.ts';
import { checkCasts, faultOf, laneContext } from './cast-alignment.ts';
import { checkCopiedStarts } from './copied-starts.ts';
import { checkMembers } from './member-alignment.ts';
import { checkRecasts } from './recast-strides.ts';
import { checkSaidIterators } from './said-iterators.ts';
import { checkSliceStarts } from './slice-starts.ts';
import { checkStridedVectors } from './strided-vectors.ts';
import { stepOfParts } from './tile-starts.ts';
import { vectorOf } from './vector-bytes.ts';

/** A stride over which vectors are taken that leaves their alignment; null: there is none. */
function misaligned(partition: Layout, vector: number): number | null {
  const values = coalesce(modeOf(modeOf(partition, 1), 0));
  // Values that are not together are told where they are copied.
  if (isFailure(values) || values.stride !== 1) return null;
  const others = [modeOf(partition, 0), modeOf(modeOf(partition, 1), 1), modeOf(partition, 2)];
  for (const { shape, stride } of others) {
    const [sizes, strides] = [leavesOf(shape), leavesOf(stride)];
    for (const [i, size] of sizes.entries()) {
      const step = strides[i];
      if (knownNumber(size as Int) === 1 || step === undefined || !isInt(step)) continue;
      const number = knownNumber(step);
      if (number !== undefined && number % vector !== 0) return number;
    }
  }
  return null;
}

/**
 * Whether a swizzle takes elements of one vector apart, where the layout has them together. It is linear over F2: what it does
 * to the elements of the first vector and to each bit of where vectors begin says what it does to all.
 */
function takesApart({ outer }: ComposedLayout, partition: Layout, vector: number): boolean {
  if (!(outer instanceof Swizzle) || !Number.isInteger(Math.log2(vector))) return false;
  const values = coalesce(modeOf(modeOf(partition, 1), 0));
  const last = cosize(partition);
  if (isFailure(values) || values.stride !== 1 || isFailure(last)) return false;
  for (let i = 1; i < vector; i++) if (applySwizzle(outer, i) !== i) return true;
  const end = Math.min(knownNumber(last) ?? 0, 2 ** (outer.base + Math.abs(outer.shift) + outer.bits));
  for (let first = vector; first + vector <= end; first *= 2)
    if (applySwizzle(outer, first) % vector !== 0) return true;
  return false;
}

/** A tensor whose partition is moved by vectors. */
interface Vectors {
  readonly atom: CopyAtom;
  readonly tensor: Tensor;
  /** Elements that one access moves. */
  readonly count: number;
  readonly parts: AnyLayout;
}

function vectorsAt({ origin }: SiteEvaluation): Vectors | null {
  const side = origin === null ? undefined : /^partition_([SD])$/.exec(operationName(origin))?.[1];
  const tensor = origin?.args[0]?.value;
  const thread = origin?.object;
  if (side === undefined || !(tensor instanceof Tensor) || !(thread instanceof ThrCopy)) return null;
  const { space, bits } = tensor.engine;
  const { atom } = thread.tiled;
  // The widths of another type would have to be counted.
  if (space === 'rmem' || space === 'counting' || (bits !== null && bits !== atom.element.bits)) return null;
  const count = vectorOf(thread.tiled, side as Side);
  const parts = count === null ? null : tidfrg(thread.tiled, side as Side, tensor.layout);
  return count === null || parts === null || isFailure(parts) ? null : { atom, tensor, count, parts };
}

const bytesOf = ({ atom: { element }, count }: Vectors): number | null =>
  typeof element.bits === 'number' ? (count * element.bits) / 8 : null;

function told(site: Site, vectors: Vectors, fault: string): RuleFinding {
  const bytes = bytesOf(vectors);
  const width = bytes === null ? `${vectors.count} elements` : `${bytes} bytes`;
  return {
    span: site.valueSpan ?? site.span,
    message: `${vectors.atom.operation.name} moves ${width} at once, aligned to as many: ${fault}`,
    data: { atom: vectors.atom.operation.name },
  };
}

function checkSite({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const vectors = vectorsAt(evaluation);
  if (vectors === null) return [];
  const { aligned } = vectors.tensor.engine;
  const bytes = bytesOf(vectors);
  if (aligned !== undefined && bytes !== null && bytes > aligned)
    return [told(site, vectors, `the tensor is said to be aligned to ${aligned}`)];
  const parts = innermostLayout(vectors.parts);
  const { layout: whole } = vectors.tensor;
  // C++ refuses the copy, which is told there.
  if (
    site.dialect === 'python' &&
    whole instanceof ComposedLayout &&
    takesApart(whole, parts, vectors.count)
  ) {
    const swizzle = valueText(whole.outer as Value, styleOf(site.dialect));
    return [told(site, vectors, `${swizzle} takes its elements apart`)];
  }
  const stride = misaligned(parts, vectors.count);
  if (stride === null) return [];
  const layout = valueText(innermostLayout(vectors.tensor.layout), styleOf(site.dialect));
  return [told(site, vectors, `the stride ${stride} of ${layout} is no multiple of ${vectors.count}`)];
}

/** Where the tensor begins that is partitioned, or a tile of it: tiles are as far from that as strides say. */
function startOf(context: RuleContext, site: Site, partitioned: Site | undefined): Address | null {
  for (let tensor = partitioned; tensor !== undefined; ) {
    const made = writtenCall(initialiserOf(tensor) ?? tensor);
    const [first] = made?.args ?? [];
    if (made?.name === 'make_tensor' && first !== undefined)
      return addressOf(laneContext(context, site), first);
    tensor = made?.name === 'local_tile' ? first : undefined;
  }
  return null;
}

/** A tensor that begins at `p + 4`, of halves: its strides may be right. */
function checkStart({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const address = site.dialect === 'cpp' ? startOf(context, site, call.args[0]) : null;
  if (address === null || !isUniform(address.bytes) || address.bytes.of(0) === 0) return [];
  const evaluation = context.model.evaluate(site);
  const vectors = restsOnDefault(evaluation.parameters) ? null : vectorsAt(evaluation);
  const bytes = vectors === null ? null : bytesOf(vectors);
  const fault = bytes === null || !Number.isInteger(bytes) ? null : faultOf(address, bytes, false);
  if (vectors === null || fault === null || context.model.neverRuns(site)) return [];
  return misaligned(innermostLayout(vectors.parts), vectors.count) === null
    ? [told(site, vectors, fault)]
    : [];
}

/** A tile whose neighbours begin where no vector does, which is chosen when the program runs. */
function checkTile({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const evaluation = model.evaluate(site);
  const vectors = restsOnDefault(evaluation.parameters) ? null : vectorsAt(evaluation);
  if (vectors === null || misaligned(innermostLayout(vectors.parts), vectors.count) !== null) return [];
  const step = stepOfParts(model, call.args[0], vectors.count);
  if (step === null || model.neverRuns(site)) return [];
  const fault = `the parts of the tensor that it may be are ${step} elements apart, no multiple of ${vectors.count}`;
  return [told(site, vectors, fault)];
}

/** Copies that take what the layouts allow. */
const OTHER_WIDTHS = /^(?:cute::)?(?:AutoVectorizingCopy|DefaultCopy)/;

const COPIES = ['copy', 'copy_if', 'copy_aligned', 'autovec_copy'] as const;

/** Whether all that is copied from or to a partition by its name is copied by other atoms, or by none. */
function isMovedOtherwise({ span, data }: RuleFinding, { model, text }: RuleContext): boolean {
  const [own] = model.sitesAt(span.start);
  const around = own === undefined ? null : functionAround(own);
  const behind = callsOf(model, ...COPIES).filter(
    ({ site }) => site.span.start > span.start && functionAround(site) === around,
  );
  const [next] = behind;
  if (next === undefined) return false;
  const code = codeOf(text, next.site.dialect === 'python' ? 'python' : 'cpp');
  const name = /\b(\w+)\s*=\s*$/.exec(code.slice(Math.max(0, span.start - 200), span.start))?.[1];
  if (name === undefined) return false;
  const isName = new RegExp(`^${name}\\b`);
  const copies = behind.filter(({ call }) =>
    call.args.slice(-2).some((arg) => isName.test(code.slice(arg.span.start, arg.span.end).trim())),
  );
  const isMoved = copies.some(({ call: { args } }) => {
    const [by] = args;
    if (by === undefined || args.length < 3) return false;
    if (OTHER_WIDTHS.test(code.slice(by.span.start, by.span.end).trim())) return false;
    const atom = atomOf(knownValueOf(model, by) ?? undefined);
    return atom === null || atom.operation.name === data?.['atom'];
  });
  return copies.length > 0 && !isMoved;
}

const checkStarts = (context: RuleContext): readonly RuleFinding[] =>
  callsOf(context.model, 'partition_S', 'partition_D').flatMap((called) => {
    const found = checkStart(called, context);
    return found.length > 0 ? found : checkTile(called, context);
  });

export const vectorAlignment: Rule = {
  id: 'vector-alignment',
  severity: 'warning',
  title: 'Vectors are not aligned',
  checkSite,
  isAnswered: isMovedOtherwise,
  checkDocument: (context) => [
    ...checkCasts(context),
    ...checkStarts(context),
    ...checkMembers(context),
    ...checkSliceStarts(context),
    ...checkSaidIterators(context),
    ...checkStridedVectors(context),
    ...checkCopiedStarts(context),
    ...checkRecasts(context),
    ...checkBulkBytes(context),
  ],
};
