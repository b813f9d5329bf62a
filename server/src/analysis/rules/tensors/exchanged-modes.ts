// Operands whose modes are exchanged: B made as (K, N) and tiled or partitioned as (N, K), by how the extents are written that
// the tensors of one product share.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../frontends/common/lists.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import { keptByUnit } from '../../values/check-unit-memo.ts';
import type { Site } from '../../values/model.ts';
import { itemsOf } from '../coordinates/tiles-of.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { madeBy, tiledBy } from './storage/buffer-views.ts';

type Operand = 'A' | 'B' | 'C';

/** `Step<_1, X, _1>{}` */
const STEPS: readonly (readonly [Operand, RegExp])[] = [
  ['A', /^Step<_1,X,_1>\{?/],
  ['B', /^Step<X,_1,_1>\{?/],
  ['C', /^Step<_1,_1,X>\{?/],
];

/** A tensor of global memory that is one operand, with how its first two extents are written. */
interface Made {
  readonly operand: Operand;
  /** Where its shape is written. */
  readonly shape: Site;
  readonly extents: readonly [string, string];
  /** Where it is taken as the operand. */
  readonly as: string;
}

/** `p.1` of `get<1>(p)`; `{}` of constants says nothing. */
const extentText = (written: string): string =>
  written.replace(/^(?:cute::)?get<(\d+)>\((\w+)\)$/, '$2.$1').replace(/\{\}$/, '');

/** How the extents of a shape are written, those of `select<0, 2>(shape_MNK)` by their places. */
function extentsAt(shape: Site, written: Written): readonly string[] | null {
  const call = writtenCall(initialiserOf(shape) ?? shape);
  const places = call === null ? undefined : /^(?:cute::)?select<([\d,]+)>$/.exec(written(call.callee))?.[1];
  const [of] = call?.args ?? [];
  if (places !== undefined && of !== undefined)
    return places.split(',').map((place) => `${written(of)}.${place}`);
  return itemsOf(shape, written)?.map(extentText) ?? null;
}

/** The shape that a tensor is made with. */
function shapeOf(tensor: Site): Site | null {
  const call = writtenCall(initialiserOf(tensor) ?? tensor);
  if (call === null) return null;
  if (call.name === 'get_tma_tensor') return call.args[0] ?? null;
  if (call.name !== 'make_tensor') return sliced(tensor);
  const second = call.args[1];
  const layout = second === undefined ? null : writtenCall(initialiserOf(second) ?? second);
  return layout?.name === 'make_layout' ? (layout.args[0] ?? null) : (second ?? null);
}

/** That of `mB(_, _, batch)`, which keeps the first two modes. */
function sliced(tensor: Site): Site | null {
  const made = madeBy(tensor);
  return made === null || writtenCall(made)?.name !== 'make_tensor' || made === tensor ? null : shapeOf(made);
}

/** The operand that a tile is, by its Step or by what it is partitioned as. */
function operandOf(
  tile: Site,
  projection: Site | undefined,
  written: Written,
  partitions: readonly Partition[],
) {
  if (projection !== undefined) return STEPS.find(([, step]) => step.test(written(projection)))?.[0] ?? null;
  const own = new Set(partitions.flatMap(({ operand, of }) => (of === tile.span.start ? [operand] : [])));
  return own.size === 1 ? [...own][0]! : null;
}

interface Partition {
  readonly operand: Operand;
  /** Where the tile is taken. */
  readonly of: number | undefined;
  readonly around: Scope | null;
}

const partitionsIn = (sites: readonly Site[]): readonly Partition[] =>
  (['A', 'B', 'C'] as const).flatMap((operand) =>
    callsIn(sites, [`partition_${operand}`]).map(({ site, call }) => ({
      operand,
      of: call.args[0] === undefined ? undefined : tiledBy(call.args[0])?.span.start,
      around: functionAround(site),
    })),
  );

/** Modes of (M,N,K). */
const MODES: Readonly<Record<Operand, string>> = { A: '(M, K)', B: '(N, K)', C: '(M, N)' };

/** The tensor of which the extents fit exchanged, and not as they are; null where they fit, or where more is open. */
function exchanged(
  a: Made,
  b: Made,
  c: Made | undefined,
): { readonly of: Made; readonly why: string } | null {
  const [[a0, a1], [b0, b1]] = [a.extents, b.extents];
  if (a1 !== b1 && a0 !== a1 && b0 !== b1) {
    if (b0 === a1 && a0 !== b1) return { of: b, why: `${a1} is the K of A` };
    if (a0 === b1 && a1 !== b0) return { of: a, why: `${b1} is the K of B` };
  }
  const [c0, c1] = c?.extents ?? [];
  if (a1 !== b1 || a0 === b0 || c === undefined || c0 !== b0 || c1 !== a0) return null;
  return { of: c, why: `${a0} is the M of A, and ${b0} the N of B` };
}

/** Findings of `operand-projection` about the modes of operands. */
export const checkExchangedModes = keptByUnit<RuleContext, RuleFinding>(({ sites }, { model, text }) => {
  if (model.dialect === 'python') return [];
  const tiles = callsIn(sites, ['local_tile']).filter(({ site }) => functionAround(site) !== null);
  if (tiles.length < 2) return [];
  const code = codeOf(text, 'cpp');
  const written = compactIn(code);
  const partitions = partitionsIn(sites);
  const byFunction = new Map<Scope, Made[]>();
  for (const { site, call } of tiles) {
    const around = functionAround(site)!;
    const tensor = argumentAt(call, 0, 'input');
    const own = partitions.filter((each) => each.around === around);
    const operand = operandOf(site, call.args[3], written, own);
    const shape = tensor === undefined || operand === null ? null : shapeOf(tensor);
    const [first, second] = shape === null ? [] : (extentsAt(shape, written) ?? []);
    if (shape === null || operand === null || first === undefined || second === undefined) continue;
    const made = { operand, shape, extents: [first, second] as const, as: MODES[operand] };
    addTo(byFunction, around, made);
  }
  return [...byFunction.values()].flatMap((made): readonly RuleFinding[] => {
    const [as, bs, cs] = (['A', 'B', 'C'] as const).map((operand) => {
      const own = made.filter((each) => each.operand === operand);
      return own.every(({ extents }) => extents.join() === own[0]!.extents.join()) ? own : [];
    });
    const found = as![0] === undefined || bs![0] === undefined ? null : exchanged(as![0], bs![0], cs![0]);
    if (found === null || model.neverRuns(found.of.shape)) return [];
    const { operand, extents, shape, as: modes } = found.of;
    const message = `${operand} has the modes (${extents.join(', ')}) here, and is tiled as ${modes}: ${found.why}, so that rows and columns are exchanged; give it the shape (${[...extents].reverse().join(', ')}), with its strides exchanged as well`;
    return [{ span: shape.span, message }];
  });
});
