// Barriers of Gluon that expect the bytes of other tiles than TMA brings: `mbarrier.expect(bar, a_desc.block_type.nbytes)`
// where tiles of two descriptors come.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { compactIn } from '../../document/written/source-text.ts';
import { pythonCallsBy } from '../../indexing/callers.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** What happens to a barrier, in the order of the text. */
interface Event {
  readonly site: Site;
  readonly kind: 'expects' | 'copies' | 'waits';
  readonly barrier: string;
  /** The descriptors whose tiles are meant, each as often as it is; null: that is not read. */
  readonly tiles: readonly string[] | null;
  /** When it happens, as that is written; empty: always. */
  readonly predicate: string;
  readonly at: Site;
}

const COPIES = ['async_copy_global_to_shared', 'async_load'];
const TILE = /^(?:(\d+)\*)?([\w.]+?)\.(?:block_type\.nbytes|nbytes_per_cta|nbytes)(?:\*(\d+))?$/;
const MOST = 16;

/** `a_desc.block_type.nbytes + 2 * b_desc.block_type.nbytes` */
function tilesIn(written: string): readonly string[] | null {
  const tiles: string[] = [];
  for (const term of written.replace(/\s+/g, '').split('+')) {
    const [, before, of, after] = TILE.exec(term) ?? [];
    const count = Number(before ?? 1) * Number(after ?? 1);
    if (of === undefined || count > MOST) return null;
    for (let i = 0; i < count; i++) tiles.push(of);
  }
  return tiles;
}

function eventsIn(context: RuleContext): readonly Event[] {
  const { model, text } = context;
  const code = codeOf(text, 'python');
  const written = compactIn(code);
  const of = (name: string, kind: Event['kind'], place: number, parameter: string): readonly Event[] =>
    pythonCallsBy(model, name).flatMap((site): readonly Event[] => {
      const call = site.dialect === 'python' ? writtenCall(site) : null;
      const barrier = call ? argumentAt(call, place, parameter) : undefined;
      if (call === null || barrier === undefined) return [];
      const what =
        kind === 'expects'
          ? (argumentAt(call, 1, 'bytes_per_cta') ?? call.keywords.get('bytes'))
          : argumentAt(call, 0, 'tensor_desc');
      const most = kind === 'expects' ? 3 : 5;
      const predicate = kind === 'waits' ? undefined : argumentAt(call, most - 1, 'pred');
      const isPlain = call.args.length <= most && !call.keywords.has('multicast');
      const isRead = isPlain && what !== undefined;
      const tiles = !isRead ? null : kind === 'copies' ? [written(what)] : tilesIn(written(what));
      return [
        {
          site,
          kind,
          barrier: written(barrier),
          tiles,
          predicate: predicate === undefined ? '' : written(predicate),
          at: what ?? barrier,
        },
      ];
    });
  return [
    ...of('expect', 'expects', 0, 'mbarrier'),
    ...COPIES.flatMap((name) => of(name, 'copies', 2, 'barrier')),
    ...of('wait', 'waits', 0, 'mbarrier'),
  ].sort((a, b) => a.site.span.start - b.site.span.start);
}

/** Whether two places stand in one block, and nothing between them in one around it. */
function isInOneBlock(code: string, from: Site, to: Site): boolean {
  const lines = code.slice(code.lastIndexOf('\n', from.span.start) + 1, to.span.start + 1).split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  return indents.every((n) => n >= indents[0]!) && indents.at(-1) === indents[0];
}

const without = (all: readonly string[], some: readonly string[]): readonly string[] | null => {
  const left = [...all];
  for (const one of some) {
    const i = left.indexOf(one);
    if (i < 0) return null;
    left.splice(i, 1);
  }
  return left;
};

/** What one round of a barrier expects and is brought, where all of it is read. */
function checkRound(round: readonly Event[], context: RuleContext): readonly RuleFinding[] {
  const [first] = round;
  const [expects, copies] = [
    round.filter(({ kind }) => kind === 'expects'),
    round.filter(({ kind }) => kind === 'copies'),
  ];
  if (first === undefined || expects.length === 0 || copies.length === 0) return [];
  if (round.some(({ tiles }) => tiles === null) || context.model.neverRuns(first.site)) return [];
  if (round.some(({ predicate }) => predicate !== first.predicate)) return [];
  if (!round.every(({ site }) => isInOneBlock(codeOf(context.text, 'python'), first.site, site))) return [];
  const [expected, brought] = [expects, copies].map((events) => events.flatMap(({ tiles }) => tiles!));
  const missing = without(brought!, expected!);
  if (missing === null || missing.length === 0) return [];
  const message = `the barrier expects the bytes of ${[...expected!].join(' and ')}, and ${missing.join(' and ')} ${missing.length === 1 ? 'comes' : 'come'}, too`;
  return [{ span: expects.at(-1)!.at.span, message }];
}

/** Findings of `transaction-bytes` about barriers of Gluon. */
export function checkGluonBytes(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, /\.expect\(/) || !mentions(context.text, 'gluon')) return [];
  const byBarrier = new Map<string, Event[][]>();
  for (const event of eventsIn(context)) {
    const key = `${functionAround(event.site)?.name} ${event.barrier}`;
    const rounds = byBarrier.get(key) ?? [[]];
    byBarrier.set(key, rounds);
    if (event.kind === 'waits') rounds.push([]);
    else rounds.at(-1)!.push(event);
  }
  return [...byBarrier.values()].flat().flatMap((round) => checkRound(round, context));
}
