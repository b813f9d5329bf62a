// Accumulators in tensor memory that share columns: `s1.data() = base + 128; o.data() = base + 192;`. What is stored where
// scores stood, as the probabilities are, is no accumulator.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { numberNamed } from '../../hardware/launched-threads.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { columnsReached } from './columns.ts';

interface Placed {
  readonly site: Site;
  readonly name: string;
  readonly base: string;
  readonly first: number;
  /** Behind its last column. */
  readonly end: number;
}

/** `accumulator.data() = base + offset;` */
const PUT_THERE =
  /\b(\w+)\s*\.\s*data\s*\(\s*\)\s*=\s*([\w.>-]+)\s*(?:\+\s*([\w:]+(?:\(\s*[\w:.]+\s*\))?)\s*)?;/g;

const MAKES_ACCUMULATOR = /^(?:make_fragment_C|partition_fragment_C)$/;

/** A name, or a conversion of one, `uint32_t(Columns::kSecond)`. */
function offsetAt(context: RuleContext, written: string, at: number): number | undefined {
  const { model } = context;
  const whole = model.sitesAt(at).find(({ span }) => span.start === at && span.end === at + written.length);
  return numberNamed(context, written) ?? (whole === undefined ? undefined : settledNumberAt(model, whole));
}

function placedIn(context: RuleContext): readonly Placed[] {
  const { model, text } = context;
  return [...codeOf(text, 'cpp').matchAll(PUT_THERE)].flatMap(
    ({ 0: put, 1: name, 2: base, 3: by, index }) => {
      const site = model.sites.findLast(
        (each) => each.role === 'declaration' && each.name === name && each.span.start < index,
      );
      const first = by === undefined ? 0 : offsetAt(context, by, index + put.lastIndexOf(by));
      if (site === undefined || first === undefined) return [];
      const given = site.valueSpan === null ? null : model.sitesAt(site.valueSpan.start);
      const isAccumulator = (given ?? []).some((at) =>
        MAKES_ACCUMULATOR.test(writtenCall(initialiserOf(at) ?? at)?.name ?? ''),
      );
      const columns = isAccumulator ? columnsReached(settledValueOf(model, site)) : undefined;
      return columns === undefined ? [] : [{ site, name: name!, base: base!, first, end: first + columns }];
    },
  );
}

/** Findings of `tmem-columns` about two accumulators of a function. */
export function checkOverlaps(context: RuleContext): readonly RuleFinding[] {
  if (!/\.\s*data\b/.test(context.text) || !context.text.includes('fragment_C')) return [];
  const all = placedIn(context);
  return all.flatMap((own, at): readonly RuleFinding[] => {
    const other = all.slice(0, at).find(
      ({ site, name, base, first, end }) =>
        name !== own.name &&
        base === own.base &&
        functionAround(site) === functionAround(own.site) &&
        // At one column they are meant to be the same.
        first !== own.first &&
        first < own.end &&
        own.first < end,
    );
    if (other === undefined || context.model.neverRuns(own.site)) return [];
    const [first, last] = [Math.max(own.first, other.first), Math.min(own.end, other.end) - 1];
    const message = `columns ${first} to ${last} of tensor memory are those of ${other.name}, too, which has ${other.first} to ${other.end - 1}`;
    return [{ span: own.site.span, message }];
  });
}
