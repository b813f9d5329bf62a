// The copies that one CTA makes for several, and which CTAs their masks name.

import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext } from '../../rule.ts';
import { extentAt, type MaskMode, maskMode } from './cluster-modes.ts';

/** A copy by an atom of TMA, with the CTAs that its mask names. */
export interface SharedCopy {
  readonly site: Site;
  readonly atom: Site;
  /** Where the mask is handed over. */
  readonly mask: Site;
  /** Null where a loop makes the mask. */
  readonly along: MaskMode | null;
  /** How many CTAs; undefined where that is not known. */
  readonly count: number | undefined;
}

/** The calls by a name, in Python and in C++. */
export const calledBy = ({ model }: Pick<RuleContext, 'model'>, name: string): readonly CalledSite[] => [
  ...callsOf(model, name).filter(({ site }) => site.dialect === 'python'),
  ...callsBy(model, name).flatMap((site) => {
    const call = site.dialect === 'cpp' ? writtenCall(site) : null;
    return call === null ? [] : [{ site, call }];
  }),
];

export const sharedCopies = (context: RuleContext): readonly SharedCopy[] =>
  calledBy(context, 'copy').flatMap((called) =>
    called.site.dialect === 'python' ? ofPython(called, context) : ofCpp(called, context),
  );

/** `cute.copy(atom, …, mcast_mask=mask)` */
function ofPython({ site, call }: CalledSite, context: RuleContext): readonly SharedCopy[] {
  const atom = argumentAt(call, 0, 'atom');
  const mask = call.keywords.get('mcast_mask');
  const made = mask === undefined ? null : masksAt(mask, new Set());
  const along = made?.length === 1 ? maskMode(context, made[0]!) : null;
  return atom === undefined || mask === undefined || along === null
    ? []
    : [{ site, atom, mask, along, count: extentAt(context, along.of, along.mode) }];
}

/** `copy(atom.with(barrier, mask), …)` */
function ofCpp({ site, call }: CalledSite, context: RuleContext): readonly SharedCopy[] {
  const given = call.args[0] === undefined ? null : writtenCall(call.args[0]);
  const atom = given?.name === 'with' ? given.object : null;
  if (given === null || atom === null) return [];
  return given.args.flatMap((mask): readonly SharedCopy[] => {
    const along = maskMode(context, initialiserOf(mask) ?? mask);
    if (along !== null) return [{ site, atom, mask, along, count: extentAt(context, along.of, along.mode) }];
    const count = countOfLoop(context, mask);
    return count === undefined ? [] : [{ site, atom, mask, along: null, count }];
  });
}

const EMPTY = /^(?:Int|Uint)(?:16|32)$/;

/** The calls that make a mask of Python, which may be none otherwise: `None`, 0; null where something else may make it. */
function masksAt(site: Site, followed: Set<string>): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'underscore' || (expr.kind === 'integer' && expr.value === 0)) return [];
  // Behind a branch nothing is said of what is assigned in it, and that nobody wrote.
  if (expr.kind === 'opaque') return expr.span.start === expr.span.end ? [] : null;
  const all = (sites: readonly Site[]): readonly Site[] | null => {
    const made = sites.map((each) => masksAt(each, followed));
    return made.includes(null) ? null : made.flatMap((each) => each ?? []);
  };
  if (expr.kind === 'conditional')
    return all([expr.then, expr.otherwise].map((branch) => siteOf(site, branch)));
  if (expr.kind === 'name') {
    if (followed.has(expr.name)) return [];
    followed.add(expr.name);
    const declared = declarationsOf(site, expr.name, true);
    const given = declared.flatMap(({ kind, init, element }) =>
      kind === 'value' && init !== null && element === null ? [siteOf(site, init)] : [],
    );
    return given.length === declared.length ? all(given) : null;
  }
  const call = writtenCall(site);
  if (call === null) return null;
  return EMPTY.test(call.name) && call.args.length === 1 ? masksAt(call.args[0]!, followed) : [site];
}

const NOTHING = /^(?:u?int16_t\s*[({]\s*)?0?\s*[)}]?$/;
const ONE_BIT = /^(?:\(\s*)?(?:u?int16_t\s*[({]\s*1\s*[)}]|1u?)\s*<<\s*/;

/** How many CTAs a variable of C++ names to which a loop adds one each round, `mask |= uint16_t(1) << cta_layout(m, n, 0)`. */
function countOfLoop(context: RuleContext, mask: Site): number | undefined {
  const { model, text } = context;
  const name = text.slice(mask.span.start, mask.span.end);
  const around = /^\w+$/.test(name) ? functionCodeAt(mask, text) : null;
  if (around === null) return undefined;
  const changes = new RegExp(`(?<![\\w.])${escaped(name)}\\s*([|&^+-]?=|\\{)(?!=)([^;,]*)`, 'g');
  const [first, second, ...more] = [...around.code.matchAll(changes)];
  if (first === undefined || second?.[1] !== '|=' || more.length > 0) return undefined;
  if (first[1] === '|=' || !NOTHING.test(first[2]!.trim())) return undefined;
  const added = second[2]!.trimStart();
  const bit = ONE_BIT.exec(added);
  const callee = bit === null ? undefined : /^\w+/.exec(added.slice(bit[0].length))?.[0];
  if (bit === null || callee === undefined) return undefined;
  const at = around.start + second.index + second[0].length - added.length + bit[0].length;
  const call = callsBy(model, callee).find(({ span }) => span.start === at);
  const counts =
    call === undefined ? [] : (writtenCall(call)?.args ?? []).flatMap((arg) => roundsAt(model, arg) ?? []);
  const [rounds, ...others] = counts;
  return rounds === undefined || others.length > 0
    ? undefined
    : (rounds.last - rounds.first) / rounds.step + 1;
}
