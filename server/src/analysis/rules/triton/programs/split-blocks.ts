// Blocks of Triton's kernels that are divided among programs, `cdiv(K, BLOCK_K) // SPLIT_K` for each, where nothing takes those
// that are left.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { namesOf, partsOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { launchedNumber } from '../../../tiles/launches.ts';
import { givenTo, pathText, reachingOf } from '../../../tiles/reaching.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const MAXIMUM_DEPTH = 4;
/** What a comment or a check says of a number that divides another one. */
const SAYS_WHOLE = /\b(?:multiples? of|divisib|divides|divide evenly|evenly|EVEN_K|remainder|leftover|tail)/i;

/** `K` and `BLOCK_K` of `tl.cdiv(K, BLOCK_K)`, also by a name. */
function roundedUp(
  unit: Scope,
  e: Expr,
): { readonly of: Expr; readonly by: Expr; readonly name: string | null } | null {
  const given = e.kind === 'name' ? givenTo(reachingOf(unit, e)?.declaration ?? NOTHING) : e;
  if (given?.kind !== 'call' || given.args.length !== 2) return null;
  if (!/(?:^|\.)cdiv$/.test(pathText(given.callee) ?? '')) return null;
  return { of: given.args[0]!, by: given.args[1]!, name: e.kind === 'name' ? e.name : null };
}

const NOTHING = { kind: 'parameter', init: null, element: null } as unknown as Declaration;

/** Whether an expression is a number of the program, behind names. */
function isProgram(unit: Scope, e: Expr, depth = 0): boolean {
  if (e.kind === 'call') return /(?:^|\.)program_id$/.test(pathText(e.callee) ?? '');
  const given = e.kind === 'name' ? givenTo(reachingOf(unit, e)?.declaration ?? NOTHING) : null;
  return given !== null && depth < MAXIMUM_DEPTH && isProgram(unit, given, depth + 1);
}

const isName = (e: Expr, name: string): boolean => e.kind === 'name' && e.name === name;

/** Whether a number of the program times what each has stands there, `split * per_split * BLOCK_K`. */
function hasStart(unit: Scope, e: Expr, per: string): boolean {
  const factors = (of: Expr): readonly Expr[] =>
    of.kind === 'binary' && of.operator === '*' ? [...factors(of.left), ...factors(of.right)] : [of];
  const own = factors(e);
  if (own.some((f) => isName(f, per)) && own.some((f) => isProgram(unit, f))) return true;
  return partsOf(e).some((part) => hasStart(unit, part, per));
}

/** Whether the end of a loop rests on what each has. */
function restsOn(unit: Scope, e: Expr, per: string, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  return namesOf(e).some((name) => {
    if (name.name === per) return true;
    const given = givenTo(reachingOf(unit, name)?.declaration ?? NOTHING);
    return given !== null && given.kind !== 'mutated' && restsOn(unit, given, per, depth + 1);
  });
}

function checkDivision(declaration: Declaration, at: PlacedSite, context: RuleContext): RuleFinding | null {
  const unit = at.memo.placed.unit.scope;
  const kernel = functionAround(at);
  const e = givenTo(declaration);
  if (kernel === null || e?.kind !== 'binary' || e.operator !== '//' || e.right.kind !== 'name') return null;
  const blocks = roundedUp(unit, e.left);
  const code = functionCodeAt(at, context.text)?.code;
  if (blocks === null || code === undefined) return null;
  const [per, split] = [declaration.name, e.right.name];
  const times = (name: string): number =>
    code.match(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g'))?.length ?? 0;
  // Whoever asks for all blocks, or for how many programs there are, may take the rest.
  const isUsedOnce = blocks.name === null || times(blocks.name) === 2;
  if (!isUsedOnce || times(split) > 2) return null;
  if (!kernel.declarations.some((d) => d !== declaration && hasStartIn(unit, d, per))) return null;
  const ranges = loopsOf(kernel);
  if (!ranges.some((range) => restsOn(unit, range, per))) return null;
  const numbers = [blocks.of, blocks.by, e.right].map((part) =>
    part.kind === 'integer'
      ? part.value
      : part.kind === 'name'
        ? launchedNumber(context, kernel, part.name)
        : undefined,
  );
  const [k, block, count] = numbers;
  if (count === 1 || (k && block && count && Math.ceil(k / block) % count === 0)) return null;
  const written = ({ span }: Site): string => context.text.slice(span.start, span.end);
  const division = siteOf(at, e);
  const message = `${written(division)} rounds down, and each program goes through ${per} blocks from its number times ${per} on: what is left of ${written(siteOf(at, blocks.of))} when ${split} does not divide the blocks is in no program; cdiv rounds up`;
  const cdiv = written(siteOf(at, e.left));
  const module = /^(\w+)\.cdiv/.exec(code.slice(code.search(/\w+\.cdiv/)))?.[1] ?? 'tl';
  const fixes = [{ title: 'Round up', span: division.span, newText: `${module}.cdiv(${cdiv}, ${split})` }];
  return { span: division.span, message, fixes };
}

const hasStartIn = (unit: Scope, d: Declaration, per: string): boolean => {
  const given = givenTo(d);
  return given !== null && given.kind !== 'mutated' && hasStart(unit, given, per);
};

/** What the loops of a function count through. */
const loopsOf = (scope: Scope): readonly Expr[] => [
  ...(scope.counts == null ? [] : [scope.counts]),
  ...scope.children.flatMap(loopsOf),
];

/** Findings of `grid-cover` about blocks that are divided among programs. What divides what is said at run time at last. */
export function checkSplitBlocks(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'cdiv') || mentions(text, SAYS_WHOLE)) return [];
  const kernels = new Map(callsOf(model, 'program_id').map(({ site }) => [functionAround(site), site]));
  return [...kernels].flatMap(([kernel, site]): readonly RuleFinding[] => {
    if (kernel === null || !(site instanceof PlacedSite) || site.dialect !== 'python') return [];
    const found = kernel.declarations.flatMap(
      (declaration) => checkDivision(declaration, site, context) ?? [],
    );
    return found.length === 0 || model.neverRuns(site)
      ? []
      : found.map((finding) => ({ ...finding, severity: 'information' }));
  });
}
