// Accumulators in tensor memory that share columns: `s1.data() = base + 128; o.data() = base + 192;`. What is stored where
// scores stood, as the probabilities are, is no accumulator.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
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

const declaredBefore = ({ model }: RuleContext, name: string, at: number): Site | undefined =>
  model.sites.findLast((each) => each.role === 'declaration' && each.name === name && each.span.start < at);

function isMadeAccumulator({ model }: RuleContext, { valueSpan }: Site): boolean {
  const given = valueSpan === null ? [] : model.sitesAt(valueSpan.start);
  return given.some((at) => MAKES_ACCUMULATOR.test(writtenCall(initialiserOf(at) ?? at)?.name ?? ''));
}

function placedIn(context: RuleContext): readonly Placed[] {
  const { model, text } = context;
  return [...codeOf(text, 'cpp').matchAll(PUT_THERE)].flatMap(
    ({ 0: put, 1: name, 2: base, 3: by, index }) => {
      const site = declaredBefore(context, name!, index);
      const first = by === undefined ? 0 : offsetAt(context, by, index + put.lastIndexOf(by));
      if (site === undefined || first === undefined) return [];
      const columns = isMadeAccumulator(context, site)
        ? columnsReached(settledValueOf(model, site))
        : undefined;
      return columns === undefined ? [] : [{ site, name: name!, base: base!, first, end: first + columns }];
    },
  );
}

/** `accumulator.data() = base + stage * step;` */
const PUT_BY_STEP = /\b(\w+)\s*\.\s*data\s*\(\s*\)\s*=\s*([\w.>-]+)\s*\+\s*(\w+)\s*\*\s*([\w:]+)\s*;/g;

/** The last loop before a place that counts a name from 0; its end as it is written. */
function endOfLoop(code: string, counter: string): string | undefined {
  const loops = code.matchAll(
    new RegExp(`\\bfor\\s*\\([^;(){}]*\\b${counter}\\s*=\\s*0\\s*;\\s*${counter}\\s*<\\s*(\\w+)\\s*;`, 'g'),
  );
  return [...loops].at(-1)?.[1];
}

/**
 * Accumulators that one loop puts over and another one reads: rounds that follow one another put them closer together than
 * they are wide.
 */
function checkSteps(context: RuleContext): readonly RuleFinding[] {
  const code = codeOf(context.text, 'cpp');
  const puts = [...code.matchAll(PUT_BY_STEP)].map(({ 0: put, 1: name, 2: base, 3: by, 4: step, index }) => {
    const site = declaredBefore(context, name!, index);
    const end = endOfLoop(code.slice(0, index), by!);
    const rounds = end === undefined ? undefined : numberNamed(context, end);
    const at = index + put.lastIndexOf(step!);
    return { site, name: name!, base: base!, by: by!, step: step!, rounds, at };
  });
  return puts.flatMap(({ site, name, base, by: counter, step, rounds, at }, i): readonly RuleFinding[] => {
    const others = puts.filter((other) => other.site === site && other.base === base);
    const isFirst = puts.findIndex((other) => other.site === site) === i;
    if (site === undefined || !isFirst || others.length < 2 || !(rounds !== undefined && rounds > 1))
      return [];
    const between = code.slice(at, others.at(-1)!.at);
    const isOtherLoop = endOfLoop(between, counter) !== undefined;
    if (!isOtherLoop || others.some((other) => other.step !== step || other.by !== counter)) return [];
    const by = offsetAt(context, step, at);
    const columns = isMadeAccumulator(context, site)
      ? columnsReached(settledValueOf(context.model, site))
      : undefined;
    if (by === undefined || columns === undefined || by <= 0 || by >= columns) return [];
    if (context.model.neverRuns(site)) return [];
    const message = `${name} has ${columns} columns of tensor memory, and the next round of the loop puts it ${by} behind: columns ${by} to ${columns - 1} are those of both`;
    return [{ span: { start: at, end: at + step.length }, message }];
  });
}

/** Findings of `tmem-columns` about two accumulators of a function. */
export function checkOverlaps(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, /\.\s*data\b/) || !mentions(context.text, 'fragment_C')) return [];
  return [...checkPairs(context), ...checkSteps(context)];
}

function checkPairs(context: RuleContext): readonly RuleFinding[] {
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
