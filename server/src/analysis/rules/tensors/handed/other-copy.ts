// Copies of what another TiledCopy hands out: `copy(copy_a, tAgA, tBsB)`, where they are made for two operands, or where a
// template leaves both open and no copy takes what copy_a gives; and fragments of B that ldmatrix writes without `retile_D`.

import { TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { hardwareKey } from '../../../../hardware/value.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { spacedIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { type Handed, handedOut, isOpen, type Tiling, tilingOf } from './handed-out.ts';
import { isTakenBy, namesIn } from './other-product.ts';

/** What is handed out to copy from and to. */
const SIDES = [/^(?:partition|retile)_S$/, /^(?:partition|retile)_D$/] as const;

/** The operand that a copy is made for. */
const operandOf = ({ made }: Tiling): string | undefined =>
  /^make_tiled_copy_([ABC])$/.exec(made?.name ?? '')?.[1];

/** Source and destination; null for what is no copy by a TiledCopy. */
function tensorsOf({ call: { name, args } }: CalledSite): readonly [Site, Site] | null {
  const count = name === 'copy_if' ? 4 : 3;
  return args.length === count ? [args[count - 2]!, args[count - 1]!] : null;
}

function checkCopy(called: CalledSite, { model }: RuleContext, code: string): readonly RuleFinding[] {
  const { site, call } = called;
  const tensors = tensorsOf(called);
  const around = functionAround(site);
  const own = tensors === null ? null : tilingOf(call.args[0]!, code);
  if (tensors === null || own === null || around === null || !(site instanceof PlacedSite)) return [];
  const written = spacedIn(code);
  return tensors.flatMap((tensor, i) => {
    const side = SIDES[i]!;
    const handed = handedOut(tensor, code);
    if (handed === null || !side.test(handed.name) || handed.by.key === own.key) return [];
    const areOpen = isOpen(model, own.site, handed.by.site);
    if ((!areOpen && !areOfTwoOperands(model, own, handed.by)) || model.neverRuns(site)) return [];
    const right = rightOf(own, handed, side, { around, site, code });
    if (right === null) return [];
    const message = `${written(tensor)} is what ${handed.by.name} gives a thread, and ${own.name} copies: ${right}`;
    return [{ span: tensor.span, message }];
  });
}

/** Whether two that are known are made for two operands, of which the threads have elements in two ways. */
function areOfTwoOperands(model: RuleContext['model'], ...two: readonly [Tiling, Tiling]): boolean {
  const [mine, its] = two.map(operandOf);
  if (mine === undefined || its === undefined || mine === its) return false;
  const [own, other] = two.map(({ site }) => settledValueOf(model, site));
  return own instanceof TiledCopy && other instanceof TiledCopy && hardwareKey(own) !== hardwareKey(other);
}

interface Around {
  readonly around: NonNullable<ReturnType<typeof functionAround>>;
  readonly site: PlacedSite;
  readonly code: string;
}

/** Why another one is meant; null: the two may be one. */
function rightOf(own: Tiling, { by }: Handed, side: RegExp, { around, site, code }: Around): string | null {
  const [mine, its] = [own, by].map(operandOf);
  if (mine !== undefined && its !== undefined && mine !== its)
    return `the threads have other elements of ${its} than of ${mine}`;
  const right = namesIn(around, site, code).find(
    ({ handed }) => handed.by.key === own.key && side.test(handed.name),
  );
  if (right === undefined || isTakenBy('copy|copies|load|store', right.name, around, site, code)) return null;
  return `no copy takes ${right.name}, which is what that gives`;
}

/** Four registers for a thread at once: fragments of B of one instruction of a warp have two. */
const FOUR = /\bSM75_(?:U32x4_LDSM_N|U16x8_LDSM_T)\b/;
/** But for these instructions. */
const LARGER = /sparse|double|F64|SM90_16x8/i;

/** `copy(copy_b, tCsB, tCrB)` with tCrB as `partition_fragment_B` gave it. */
function checkFragment(called: CalledSite, { model }: RuleContext, code: string): readonly RuleFinding[] {
  const tensors = tensorsOf(called);
  const { site, call } = called;
  const own = tensors === null ? null : tilingOf(call.args[0]!, code);
  const [atom, by] = own?.made?.args ?? [];
  if (own === null || operandOf(own) !== 'B' || atom === undefined || by === undefined || LARGER.test(code))
    return [];
  const written = spacedIn(code);
  if (!FOUR.test(written(initialiserOf(atom) ?? atom))) return [];
  const to = tensors![1];
  const handed = handedOut(to, code);
  if (handed?.name !== 'partition_fragment_B' || handed.by.key !== tilingOf(by, code)?.key) return [];
  if (!isOpen(model, handed.by.site) || model.neverRuns(site)) return [];
  const message = `${written(to)} is a fragment of B, of which an instruction takes two registers, and ${own.name} writes four at once: retile_D gives it in these`;
  return [{ span: to.span, message }];
}

/** Findings of `operand-partition` about copies of templates. */
export function checkOtherCopies(context: RuleContext, code: string): readonly RuleFinding[] {
  if (!/\b(?:partition|retile)_[SD]\b/.test(code)) return [];
  return callsOf(context.model, 'copy', 'copy_if').flatMap((called) =>
    called.site.dialect !== 'cpp'
      ? []
      : [...checkCopy(called, context, code), ...checkFragment(called, context, code)],
  );
}
