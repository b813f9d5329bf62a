// Barriers of CuTe DSL that expect other bytes than the copies by TMA bring which report to them.

import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { alsoByDefault } from '../../values/default-view.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkExpectedBytes } from './expected-bytes.ts';
import { checkGluonBytes } from './gluon-bytes.ts';
import { checkBufferBytes } from './ordering/buffer-bytes.ts';
import { otherBytes } from './other-bytes.ts';
import { checkPipelines } from './pipeline-bytes.ts';
import { stagedBytes, tileBytes } from './staged-bytes.ts';
import { bytesOf, reportingCopies, SHARED_BY_BLOCKS, timesFor } from './tma-copies.ts';
import { checkTypeBytes } from './type-bytes.ts';

/** Where barriers are told something else of bytes, or handed on, nobody can add them up here. */
const EXPECTS = /\b(?:mbarrier_arrive_and_expect_tx|mbarrier_expect_tx)\s*\(/g;
const COUNTS_OTHERWISE = /\b(?:complete_tx|arrive_expect_tx|expect_transaction|producer_get_barrier)\b/;

const barrierOf = ({ call }: Pick<CalledSite, 'call'>): Site | undefined => argumentAt(call, 0, 'mbar_ptr');

function checkExpected(
  expected: CalledSite,
  all: readonly CalledSite[],
  copies: readonly CalledSite[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const written = (site: Site | undefined): string =>
    site === undefined ? '' : text.slice(site.span.start, site.span.end).replace(/\s+/g, '');
  const { args, keywords } = expected.call;
  const [barrier, bytes] = [barrierOf(expected), argumentAt(expected.call, 1, 'bytes')];
  const number = settledNumberAt(model, bytes);
  if (barrier === undefined || bytes === undefined || args.length + keywords.size > 2) return [];
  const around = functionAround(expected.site);
  const isHere = ({ site }: CalledSite): boolean => functionAround(site) === around;
  if (!all.every(isHere) || !copies.every(isHere)) return [];
  const alike = all.filter(({ call }) => written(barrierOf({ call })) === written(barrier));
  const reporting = copies.filter(
    ({ call }) => written(call.keywords.get('tma_bar_ptr')) === written(barrier),
  );
  // Of several that expect something at what is written alike, each has the copies behind it, or all have all of them.
  const copiesOf = (each: CalledSite): readonly CalledSite[] =>
    reporting.filter(
      ({ site }) => alike.findLast((other) => other.site.span.start < site.span.start) === each,
    );
  const own = alike.length === 1 ? reporting : copiesOf(expected);
  if (alike.some((each) => alike.length > 1 && copiesOf(each).length === 0)) return [];
  const names = new Set(all.map((each) => written(barrierOf(each))));
  const isTold = copies.every(({ call }) => names.has(written(call.keywords.get('tma_bar_ptr'))));
  const times = own.map(({ site }) => timesFor(context, site, expected.site));
  if (own.length === 0 || !isTold || times.includes(null)) return [];
  const brought = own.map((copy, i) => ({
    site: copy.site,
    bytes: bytesOf(copy, context),
    times: times[i]!,
  }));
  if (model.neverRuns(expected.site)) return [];
  const found = otherBytes(bytes, number, brought);
  if (found.length > 0 || times.some((n) => n !== 1)) return found;
  const staged = stagedBytes(bytes, own, context);
  return staged.length > 0 || number !== undefined ? staged : tileBytes(bytes, own, context);
}

/** What barriers of CuTe DSL expect. */
function checkBarriers(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, 'tma_bar_ptr') || mentions(text, SHARED_BY_BLOCKS) || mentions(text, COUNTS_OTHERWISE))
    return [];
  const all = callsOf(model, 'mbarrier_arrive_and_expect_tx', 'mbarrier_expect_tx');
  const copies = reportingCopies(context);
  // All that is written is read.
  if (copies === null || all.length !== (text.match(EXPECTS)?.length ?? 0)) return [];
  return all.flatMap((expected) =>
    alsoByDefault(argumentAt(expected.call, 1, 'bytes') ?? expected.site, context, (_, of: RuleContext) =>
      checkExpected(expected, all, copies, of),
    ),
  );
}

export const transactionBytes: Rule = {
  id: 'transaction-bytes',
  severity: 'warning',
  title: 'The barrier expects other bytes',
  checkDocument: (context) => [
    ...checkBarriers(context),
    ...checkPipelines(context),
    ...checkExpectedBytes(context),
    ...checkGluonBytes(context),
    ...checkTypeBytes(context),
    ...(context.model.dialect === 'python' ? [] : checkBufferBytes(context)),
  ],
};
