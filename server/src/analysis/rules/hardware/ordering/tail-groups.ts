// Groups of cp.async that a loop closes only while there is more to copy. In its last rounds nothing is closed, and a wait
// that leaves groups under way leaves those that are read there.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { type Block, blocksOf } from './tiles/blocks.ts';

/** What a language calls closing a group and waiting for groups, and how its blocks are read. */
interface Language {
  readonly closes: string;
  readonly waits: string;
  readonly calls: typeof callsBy;
  /** Where a wait says how many groups it leaves. */
  readonly left: (wait: Site) => Site | null;
  /** Those around a place of a function's code, outermost first. */
  readonly blocks: (code: string, at: number) => readonly Block[];
}

const CPP: Language = {
  closes: 'cp_async_fence',
  waits: 'cp_async_wait',
  calls: callsBy,
  left(wait) {
    const expr = wait instanceof PlacedSite && wait.node.kind === 'expression' ? wait.node.expr : null;
    const callee = expr?.kind === 'call' ? expr.callee : null;
    const [count] = callee?.kind === 'template' ? callee.args : [];
    return count === undefined ? null : siteOf(wait as PlacedSite, count);
  },
  blocks: blocksOf.cpp,
};

const DSL: Language = {
  closes: 'cp_async_commit_group',
  waits: 'cp_async_wait_group',
  calls: pythonCallsBy,
  left(wait) {
    const given = writtenCall(wait);
    return given === null ? null : ([...given.args, ...given.keywords.values()][0] ?? null);
  },
  blocks: blocksOf.python,
};

const WORD = /[A-Za-z_]\w*/g;
const CHANGED =
  /\b(\w+)\s*(?:(?:[-+*/%&|^]|<<|>>|\/\/)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*(\w+)|\bfor\s+(\w+)\s+in\b/g;
const OF_THREADS = /thread|warp|lane|tid|leader|elect/i;

/** Whether a condition holds until so many rounds: one comparison of what the loop counts. */
function isOfRounds(condition: string, loop: string): boolean {
  if (!/^[^<>=!&|]*(?:<=?|>=?|!=)[^<>=!&|]*$/.test(condition) || / and | or /.test(condition)) return false;
  if (OF_THREADS.test(condition)) return false;
  const changed = new Set([...loop.matchAll(CHANGED)].map(([, a, b, c]) => a ?? b ?? c));
  return [...condition.matchAll(WORD)].some(([word]) => changed.has(word));
}

const countIn = (code: string, name: string): number =>
  [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;

function checkClosing(site: Site, language: Language, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const around = functionCodeAt(site, text);
  if (around === null) return [];
  const { code, start } = around;
  const own = language.blocks(code, site.span.start - start);
  const at = own.findLastIndex(({ kind }) => kind === 'loop');
  const loop = own[at];
  const [branch, ...more] = own.slice(at + 1);
  if (loop === undefined || branch?.kind !== 'if' || more.length > 0) return [];
  const inLoop = code.slice(loop.start, loop.end);
  const isAlone =
    countIn(inLoop, language.closes) === 1 && !/\belse\b|\belif\b/.test(code.slice(branch.start, branch.end));
  if (!isAlone || !isOfRounds(branch.condition, inLoop)) return [];
  // Another wait may be that of the last rounds.
  if (countIn(code.slice(loop.start), 'cp_async_wait\\w*') !== 1 || /\bbreak\b|\bcontinue\b/.test(inLoop))
    return [];
  const wait = language
    .calls(model, language.waits)
    .find(({ span }) => start + loop.start < span.start && span.end <= start + loop.end);
  if (wait === undefined || language.blocks(code, wait.span.start - start).at(-1)?.start !== loop.start)
    return [];
  const left = settledNumberAt(model, language.left(wait));
  if (left === undefined || left < 1 || model.neverRuns(site)) return [];
  const message = `groups are closed only where ${branch.condition.trim().replace(/\s+/g, ' ')}: in the rounds behind that, ${language.waits} leaves ${left} under way that are read there. Close one in every round, also where nothing is copied`;
  return [{ span: site.span, message }];
}

/** Findings of `unordered-access` about the last rounds of a loop. */
export function checkTailGroups(context: RuleContext): readonly RuleFinding[] {
  const language = context.model.dialect === 'python' ? DSL : CPP;
  if (!mentions(context.text, language.closes) || !mentions(context.text, language.waits)) return [];
  return language
    .calls(context.model, language.closes)
    .flatMap((site) => checkClosing(site, language, context));
}
