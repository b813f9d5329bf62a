// Pipelines of CuTe DSL, `PipelineTmaAsync.create(tx_count=…)`, of which a stage expects other bytes than the copies by TMA
// bring that are written behind its acquisition.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { memberAt } from '../../document/written/expressions.ts';
import { initialiserOf, lastGiven } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { otherBytes } from './other-bytes.ts';
import { stagedBytes } from './staged-bytes.ts';
import { bytesOf, reportingCopies, SHARED_BY_BLOCKS, timesFor } from './tma-copies.ts';

/** What a pipeline, or its producer, is asked for without being handed on. */
const OWN_METHODS =
  /^\.(?:producer_\w+|consumer_\w+|acquire\w*|try_acquire|advance|tail|make_participants)\s*\(/;

const ACQUIRES = ['producer_acquire', 'acquire_and_advance', 'acquire'];

/** The name that a pipeline is given where it is created, or its producer: the first of the participants. */
function nameOf({ site }: CalledSite, { text }: RuleContext): string | null {
  const line = text.slice(text.lastIndexOf('\n', site.span.start) + 1, site.span.start);
  return /^\s*(\w+)(?:\s*,\s*\w+)?\s*=\s*$/.exec(line)?.[1] ?? null;
}

/** Whether all that is done with the pipeline is written by its name. */
function isKept(name: string, text: string): boolean {
  const code = codeOf(text, 'python');
  const uses = [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) =>
    code.slice(index + name.length, index + name.length + 40),
  );
  const assigned = uses.filter((behind) => /^\s*(?:,\s*\w+\s*)?=(?!=)/.test(behind));
  return (
    assigned.length === 1 && uses.every((behind) => assigned.includes(behind) || OWN_METHODS.test(behind))
  );
}

const writtenAt = (site: Site | null | undefined, text: string): string =>
  site == null ? '' : text.slice(site.span.start, site.span.end);

const givenBefore = (site: Site): Site => initialiserOf(site) ?? lastGiven(site) ?? site;

/** The name of the pipeline whose barrier a copy reports to. */
function pipelineOf({ call }: CalledSite, text: string): string | null {
  const barrier = call.keywords.get('tma_bar_ptr')!;
  const given = givenBefore(barrier);
  const asked = writtenCall(given);
  if (asked?.name === 'producer_get_barrier') return writtenAt(asked.object, text);
  const member = memberAt(given);
  const handle = member?.name === 'barrier' ? member.object : null;
  const acquired = handle === null ? null : writtenCall(givenBefore(handle));
  return acquired !== null && ACQUIRES.includes(acquired.name) ? writtenAt(acquired.object, text) : null;
}

function checkPipeline(
  created: CalledSite,
  copies: readonly CalledSite[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const [name, count] = [nameOf(created, context), created.call.keywords.get('tx_count')!];
  const expected = settledNumberAt(model, count);
  if (name === null || !isKept(name, text) || model.neverRuns(created.site)) return [];
  const acquired = callsOf(model, ...ACQUIRES).filter(({ call }) => writtenAt(call.object, text) === name);
  const own = copies.filter((copy) => pipelineOf(copy, text) === name);
  const around = functionAround(created.site);
  if (![...acquired, ...own].every(({ site }) => functionAround(site) === around)) return [];
  const behind = new Map<CalledSite, CalledSite[]>();
  for (const copy of own) {
    const stage = acquired.findLast(({ site }) => site.span.start < copy.site.span.start);
    // What is copied in some rounds alone, or in several, is not added up.
    if (stage === undefined || timesFor(context, stage.site, copy.site) !== 1) return [];
    behind.set(stage, [...(behind.get(stage) ?? []), copy]);
  }
  for (const all of behind.values()) {
    const found = otherBytes(
      count,
      expected,
      all.map((copy) => ({ site: copy.site, bytes: bytesOf(copy, context) })),
    );
    if (found.length > 0) return found;
    const staged = stagedBytes(count, all, context);
    if (staged.length > 0) return staged;
  }
  return [];
}

/** What pipelines of CuTe DSL expect in each stage. */
export function checkPipelines(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, 'tx_count') || mentions(text, SHARED_BY_BLOCKS)) return [];
  const created = callsOf(model, 'create').filter(({ call }) => call.keywords.has('tx_count'));
  const copies = created.length === 0 ? null : reportingCopies(context);
  // Which pipeline a copy reports to is known of all of them.
  if (copies === null || copies.some((copy) => pipelineOf(copy, text) === null)) return [];
  return created.flatMap((each) => checkPipeline(each, copies, context));
}
