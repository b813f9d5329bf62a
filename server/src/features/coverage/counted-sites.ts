// Which places of a file are counted by `layout-lens stats` and by what an editor shows: one for each layout expression, whether its value is known or not.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Swizzle } from '../../algebra/layout/layout.ts';
import type { DocumentModel, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Symbolic } from '../../evaluate/model/symbolic.ts';
import { OneOf, Unknown, type Value } from '../../evaluate/model/value.ts';
import { isTritonValue } from '../../hardware/triton/value.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { hasHoles, isKnown as hasKnownParts, isStaticallyKnown } from '../../render/emit/form.ts';
import { callsMaker, initialisesLayout, withoutBodies } from '../../render/text/layout-words.ts';
import { layoutIn } from '../hover/layout-summary.ts';

export interface CountedSite {
  readonly site: Site;
  readonly value: Value | Failure;
  readonly isKnown: boolean;
  /** Whether it is known to be an atom, a tiling, or a slice of one; Triton’s layouts are none. */
  readonly isTiling: boolean;
  /** What is not known of the value, or of the values of the instantiations that are shown. */
  readonly open: Openness;
}

/** 'run-time': only integers that C++ too knows at run time alone; the type is known in full. */
export type Openness = 'nothing' | 'run-time' | 'parts';

const isLayoutLike = (value: Value): boolean =>
  layoutIn(value) !== null ||
  value instanceof Swizzle ||
  isHardwareValue(value) ||
  (value instanceof OneOf && value.alternatives.some(isLayoutLike));

const isTiling = (value: Value | Failure): boolean =>
  value instanceof OneOf
    ? value.alternatives.every(isTiling)
    : isHardwareValue(value) && !isTritonValue(value);

/**
 * The declarations, the layout text, and the expressions that are not part of a counted one, whose value is a layout, a
 * tensor or a tiling, or by its words would be one if it were known. `copy(a, partition(b))` is none; what it is given is.
 */
export function* countedSites(model: DocumentModel, text: string): Iterable<CountedSite> {
  // Wrappers of instructions have a hundred numbers for parameters each.
  // Nobody reads what `_` holds.
  const sites = model.sites.filter(
    (site) => !site.isNumber && !(site.role === 'declaration' && site.name === '_'),
  );
  const initialisers = new Set<number>();
  for (const site of sites)
    if (site.role === 'declaration' && site.valueSpan !== null) initialisers.add(site.valueSpan.start);
  const open = new Set<number>();
  // The end of the expression that was last decided about.
  let decided = 0;
  for (const site of sites) {
    const isExpression = site.role === 'expression';
    if (isExpression && site.depth > 0 && site.span.start < decided) continue;
    if (isExpression && initialisers.has(site.span.start)) {
      // Where the declaration is no layout, what it is made from may be.
      if (!open.has(site.span.start)) decided = site.span.end;
      continue;
    }
    const { value, open: parts } = shownValue(model.evaluate(site));
    const isKnown = !isFailure(value) && !(value instanceof Unknown);
    const counts = isKnown ? isLayoutLike(value) : mayBeLayout(site, value, text);
    if (isExpression && (isKnown || counts)) decided = site.span.end;
    if (!isExpression && !isKnown && !counts && site.valueSpan !== null) open.add(site.valueSpan.start);
    if (counts) yield { site, value, isKnown, isTiling: isTiling(value), open: parts };
  }
}

/** What is shown of an evaluation: the value, or where a template's parameters leave it open those of its instantiations. */
function shownValue({ value, instanceValues }: SiteEvaluation): Pick<CountedSite, 'value' | 'open'> {
  const open = isFailure(value) || value instanceof Unknown ? 'parts' : openness(value);
  if (open === 'nothing' || instanceValues === undefined) return { value, open };
  let best: { readonly value: Value; readonly open: Openness } | null = null;
  let worst: Openness = 'nothing';
  for (const each of instanceValues()) {
    const isKnown = !isFailure(each) && !(each instanceof Unknown);
    const here = isKnown ? openness(each) : 'parts';
    if (DEGREE[here] > DEGREE[worst]) worst = here;
    if (isKnown && (best === null || DEGREE[here] < DEGREE[best.open])) best = { value: each, open: here };
    // The others change nothing any more.
    if (worst === 'parts' && best?.open === 'nothing') break;
  }
  return best === null ? { value, open: 'parts' } : { value: best.value, open: worst };
}

const DEGREE: Readonly<Record<Openness, number>> = { nothing: 0, 'run-time': 1, parts: 2 };

function openness(value: Value): Openness {
  if (value instanceof OneOf) return 'parts';
  const layout = layoutIn(value) ?? value;
  if (hasKnownParts(layout) && !hasHoles(layout)) return 'nothing';
  return isStaticallyKnown(layout) ? 'run-time' : 'parts';
}

function mayBeLayout(site: Site, value: Value | Failure, text: string): boolean {
  if (site.role === 'notation') return true;
  // A lambda, a function, an object of a class, a shape are known to be no layout, and what is not compiled is nothing.
  if (value instanceof Unknown && (value.category === 'not-a-layout' || value.category === 'discarded'))
    return false;
  if (value instanceof Symbolic && value.parts.kind === 'tuple' && value.parts.mayBeLayout !== true)
    return false;
  const span = site.valueSpan ?? site.span;
  const source = withoutBodies(text.slice(span.start, span.end));
  return site.role === 'expression' ? callsMaker(source) : initialisesLayout(source);
}
