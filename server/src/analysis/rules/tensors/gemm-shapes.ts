import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Operand } from '../../../hardware/mma/mma-atom.ts';
import { atomTileMnk, tileSizeMnk } from '../../../hardware/mma/tiled-mma.ts';
import { alsoByDefault } from '../../values/default-view.ts';
import { gemmCalls } from '../products/gemm-calls.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { operandsOfGemm, type WrittenOperand } from './written-operands.ts';

/** What two operands share: which mode of each, and which of (M,N,K) it is. */
const SHARED: readonly (readonly [Operand, 0 | 1, Operand, 0 | 1, 'M' | 'N' | 'K'])[] = [
  ['A', 1, 'B', 1, 'K'],
  ['A', 0, 'C', 0, 'M'],
  ['B', 0, 'C', 1, 'N'],
];

const PLACES = { M: 0, N: 1, K: 2 } as const;

/** How often the atoms of the TiledMMA are repeated in a mode; null: not known. */
function repetitions(
  { extents, mma, repeats }: WrittenOperand,
  mode: 0 | 1,
  name: 'M' | 'N' | 'K',
): number | null {
  if (repeats !== undefined) return repeats[mode];
  const [tile, ofAtoms] = [tileSizeMnk, atomTileMnk].map((size) =>
    mma === null ? undefined : knownNumber(size(mma, PLACES[name])),
  );
  const extent = extents[mode];
  if (extent === null || tile === undefined || ofAtoms === undefined) return null;
  return Math.ceil(extent / tile) * (tile / ofAtoms);
}

/** `cute.gemm(mma, d, a, b, c)` of fragments that were partitioned of tiles whose strides nobody knows. */
function judged({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const operands = operandsOfGemm(context, call.args);
  if (operands === null) return [];
  const { text } = context;
  for (const [one, i, other, j, name] of SHARED) {
    const [a, b] = [operands[one], operands[other]];
    if (a?.part !== one || b?.part !== other) continue;
    const [own, has] = [repetitions(a, i, name), repetitions(b, j, name)];
    if (own === null || has === null || own === has) continue;
    const [left, right] = [a, b].map(({ tile: { span } }) => text.slice(span.start, span.end));
    const isByElements = a.repeats === undefined && b.repeats === undefined;
    const message = isByElements
      ? `${one} and ${other} share ${name}: ${left} has ${a.extents[i]} elements of it, and ${right} has ${b.extents[j]}`
      : `${one} and ${other} share ${name}: the atoms of the MMA are repeated ${own} times along it in ${left}, and ${has} times in ${right}`;
    return [{ span: site.span, message }];
  }
  return [];
}

export const gemmShapes: Rule = {
  id: 'gemm-shapes',
  severity: 'error',
  title: 'Operands do not fit',
  checkDocument: (context) =>
    gemmCalls(context).flatMap((called) =>
      alsoByDefault(called.site, context, (_, of: RuleContext) => judged(called, of)),
    ),
};
