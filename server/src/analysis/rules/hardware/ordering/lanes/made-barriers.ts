// mbarriers that one thread makes and others wait for, with nothing between that has them wait for that thread: they may come
// to a barrier that is not made yet.

import { scopePath } from '../../../../../evaluate/model/environment.ts';
import { fileSpan, toUnitOffset } from '../../../../../frontends/common/gap-map.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { callsBy, methodsBy, pythonCallsBy } from '../../../../indexing/callers.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { DocumentModel, Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';

interface Language {
  readonly makes: (model: DocumentModel) => readonly Site[];
  /** How the call of one is written. */
  readonly made: RegExp;
  readonly waits: RegExp;
  readonly sync: string;
}

const LANGUAGES: Readonly<Record<'cpp' | 'python', Language>> = {
  cpp: {
    makes: (model) => [
      ...callsBy(model, 'initialize_barrier'),
      ...callsBy(model, 'init'),
      ...methodsBy(model, 'init'),
    ],
    made: /Barrier\s*::\s*init\s*\(|initialize_barrier\s*\(|\b\w*(?:bar|full|empty|mbar)\w*\s*(?:\[[^[\]]*\])?\s*(?:\.|->)\s*init\s*\(/i,
    waits: /\b(?:try_wait|wait|wait_barrier|test_wait)\s*\(\s*[^)\s]/,
    sync: '__syncthreads();',
  },
  python: {
    makes: (model) => pythonCallsBy(model, 'mbarrier_init'),
    made: /mbarrier_init\s*\(/,
    waits: /\bmbarrier_(?:try_)?wait\s*\(/,
    sync: 'cute.arch.sync_threads()',
  },
};

/** What may have threads wait for one another, or make the barriers a second time, as its name says. */
const MEETS = /sync|cluster|named_?barrier|pipeline|\bbarrier\s*\(|\basm\b|setup|prepare|arrive_and_wait/i;
const CALLED = /\b([A-Za-z_]\w*)\s*(?:<[^<>;]*>)?\s*\(/g;

/** Whether a function that the file defines is called, which may do anything. */
const callsOwn = (code: string, text: string): boolean =>
  [...code.matchAll(CALLED)].some(([, name]) =>
    new RegExp(
      `\\b(?:def|void|auto|bool|int|float)\\s+${name}\\s*\\(|\\bauto\\s+(?:const\\s+)?${name}\\s*=\\s*\\[`,
    ).test(text),
  );

/** The branches of the function around an offset in the file that not all of its threads need take, outermost first. */
function branchesAt({ memo: { placed }, dialect }: PlacedSite, offset: number): readonly Scope[] {
  const path = scopePath(placed.unit.scope, toUnitOffset(placed, offset));
  return path
    .slice(path.findLastIndex(({ kind }) => kind === 'function') + 1)
    .filter(({ guard, counts, isLoop }) =>
      dialect === 'python' ? counts === undefined && isLoop !== true : guard != null,
    );
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

/** By how much a branch is indented that a text ends with: in Python its head stands before what it holds. */
function indentAround(text: string, isPython: boolean): string {
  const lines = text.split('\n');
  const last = indentOf(lines.at(-1)!);
  if (!isPython) return last;
  const head = lines.findLast((line) => line.trim() !== '' && indentOf(line).length < last.length);
  return head === undefined ? last : indentOf(head);
}

function checkMade(
  site: Site,
  { made, waits, sync }: Language,
  { model, text }: RuleContext,
): RuleFinding | null {
  const around = functionCodeAt(site, text);
  if (around === null || !(site instanceof PlacedSite)) return null;
  const [branch] = branchesAt(site, site.span.start);
  if (branch === undefined) return null;
  const { code, start } = around;
  const { end } = fileSpan(site.memo.placed, branch.span);
  if (!made.test(code.slice(site.span.start - start, site.span.end - start))) return null;
  const behind = code.slice(end - start);
  const wait = waits.exec(behind);
  // The threads that made it may be those that wait in a branch.
  if (wait === null || branchesAt(site, end + wait.index).length > 0) return null;
  const between = behind.slice(0, wait.index);
  // In a function of the file, or one of its lambdas, they may have met before.
  if (MEETS.test(between) || made.test(between) || callsOwn(between, text) || model.neverRuns(site))
    return null;
  const own = indentAround(text.slice(0, end), site.dialect === 'python');
  const fixes = [
    { title: `Add ${sync.replace(';', '')}`, span: { start: end, end }, newText: `\n${own}${sync}` },
  ];
  const message =
    'some threads make this barrier, and others wait for it that may come there before it is made: all have to meet between';
  return { span: site.span, message, fixes };
}

/** Findings of `barrier-use` about barriers that are not made yet; one of each function. */
export function checkMadeBarriers(context: RuleContext): readonly RuleFinding[] {
  const language = LANGUAGES[context.model.dialect === 'python' ? 'python' : 'cpp'];
  const byFunction = new Map<unknown, Site>();
  for (const site of language.makes(context.model)) byFunction.set(functionAround(site), site);
  return [...byFunction.values()].flatMap((site) => checkMade(site, language, context) ?? []);
}
