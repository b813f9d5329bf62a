// The copies that one CTA makes for several, and which CTAs their masks name.

import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext } from '../../rule.ts';
import { extentAt, type MaskMode, maskMode } from './cluster-modes.ts';
import { type MaskLoop, maskLoopOf } from './mask-loops.ts';

/** A copy by an atom of TMA, with the CTAs that its mask names. */
export interface SharedCopy {
  readonly site: Site;
  readonly atom: Site;
  /** Where the mask is handed over. */
  readonly mask: Site;
  /** Null where a loop makes the mask. */
  readonly along: MaskMode | null;
  readonly loop: MaskLoop | null;
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
    : [{ site, atom, mask, along, loop: null, count: extentAt(context, along.of, along.mode) }];
}

/** `copy(atom.with(barrier, mask), …)` */
function ofCpp({ site, call }: CalledSite, context: RuleContext): readonly SharedCopy[] {
  const given = call.args[0] === undefined ? null : writtenCall(call.args[0]);
  const atom = given?.name === 'with' ? given.object : null;
  if (given === null || atom === null) return [];
  return given.args.flatMap((mask): readonly SharedCopy[] => {
    const along = maskMode(context, initialiserOf(mask) ?? mask);
    const loop = along === null ? maskLoopOf(context, mask) : null;
    const count = along === null ? loop?.count : extentAt(context, along.of, along.mode);
    return along === null && loop === null ? [] : [{ site, atom, mask, along, loop, count }];
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
