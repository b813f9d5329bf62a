// The check units of a document: what is checked as a whole, and stays checked while edits elsewhere leave it as it is.

import type { Environment, UnitMemo } from '../../evaluate/model/environment.ts';
import type { FunctionBody } from '../../frontends/common/body-edits.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { fileEnd, fileSpan, toUnitOffset } from '../../frontends/common/gap-map.ts';
import type { Dialect, Unit } from '../../frontends/common/scope.ts';
import type { CheckUnit } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { type EvaluableNode, type Part, partsOfUnit } from '../values/sites.ts';
import { LAUNCHES_KERNEL } from './written/call.ts';

/** A function of a unit, or what of the unit stands outside of functions. Rules ask thousands of times for what it holds. */
export class LocatedCheckUnit implements CheckUnit {
  readonly memo: UnitMemo;
  readonly of: FunctionBody | null;
  readonly key: CheckUnit['key'];
  readonly sites: readonly PlacedSite[];
  readonly launches: readonly PlacedSite[];
  readonly callsBy: PartSites['callsBy'];

  constructor(
    memo: UnitMemo,
    of: FunctionBody | null,
    key: CheckUnit['key'],
    { sites, launches, callsBy }: Pick<PartSites, 'sites' | 'launches' | 'callsBy'>,
  ) {
    this.memo = memo;
    this.of = of;
    this.key = key;
    this.sites = sites;
    this.launches = launches;
    this.callsBy = callsBy;
  }

  get revision(): number {
    return this.memo.invalidations.length;
  }

  readonly invalidatedSince = (changes: number): readonly Span[] =>
    this.memo.invalidations.slice(changes).flatMap(({ of, spans }) => (of === this.of ? spans : []));

  readonly holds = ({ start, end }: Span): boolean => {
    const { placed } = this.memo;
    return placed.start <= start && end <= fileEnd(placed);
  };

  readonly kept = ({ start, end }: Span): Span => {
    const { placed } = this.memo;
    return { start: toUnitOffset(placed, start), end: toUnitOffset(placed, end) };
  };

  readonly placed = (span: Span): Span => fileSpan(this.memo.placed, span);
}

/** What the check units of a unit are known by, for as long as its templates are looked at in the same environments. */
interface Keys {
  readonly envs: readonly Environment[];
  readonly byPart: WeakMap<object, CheckUnit['key']>;
}

const keysOf = new WeakMap<UnitMemo, Keys>();

function keyOf(memo: UnitMemo, part: object, envs: readonly Environment[]): CheckUnit['key'] {
  let keys = keysOf.get(memo);
  if (keys === undefined || !isSame(keys.envs, envs)) {
    keys = { envs, byPart: new WeakMap() };
    keysOf.set(memo, keys);
  }
  let key = keys.byPart.get(part);
  if (key === undefined) {
    key = { remembered: [] };
    keys.byPart.set(part, key);
  }
  return key;
}

/** The sites of a unit, by start, outer before inner, with the function that they stand in. */
export interface UnitSites {
  readonly memo: UnitMemo;
  readonly parts: readonly ({ readonly of: FunctionBody | null } & PartSites)[];
}

interface PartSites {
  readonly sites: readonly PlacedSite[];
  /** Launches of kernels, which are no sites. */
  readonly launches: readonly PlacedSite[];
  /** The calls by a name, sites or not, of all names and of one. */
  readonly calls: () => ReadonlyMap<string, readonly PlacedSite[]>;
  readonly callsBy: (name: string) => readonly PlacedSite[];
  /** The same of members. */
  readonly methodsBy: (name: string) => readonly PlacedSite[];
}

/** The name that a call calls, with or without those that it stands in; null for members, and for what is no call. */
function calledName(node: EvaluableNode): string | null {
  if (node.kind !== 'expression' || node.expr.kind !== 'call') return null;
  let { callee } = node.expr;
  while (callee.kind === 'template') callee = callee.target;
  if (callee.kind === 'name') return callee.name;
  return callee.kind === 'qualified' ? callee.name.name : null;
}

/** The same of a call of a member, `init` of `full[s].init(1)`. */
function calledMember(node: EvaluableNode): string | null {
  if (node.kind !== 'expression' || node.expr.kind !== 'call') return null;
  const { callee } = node.expr;
  return callee.kind === 'member' ? callee.name.name : null;
}

/** Looked up once, when somebody asks: rules ask for many names after every edit. */
function byNames(
  nodes: readonly EvaluableNode[],
  placed: (node: EvaluableNode) => PlacedSite,
  nameIn: (node: EvaluableNode) => string | null,
): PartSites['calls'] {
  let known: Map<string, PlacedSite[]> | null = null;
  return () => {
    if (known !== null) return known;
    known = new Map();
    for (const node of nodes) {
      const called = nameIn(node);
      if (called === null) continue;
      const calls = known.get(called);
      if (calls === undefined) known.set(called, [placed(node)]);
      else calls.push(placed(node));
    }
    return known;
  };
}

const lookedUp =
  (all: PartSites['calls']): PartSites['callsBy'] =>
  (name) =>
    all().get(name) ?? NO_SITES;

const NO_SITES: readonly PlacedSite[] = [];

const isLaunch = (node: EvaluableNode): boolean =>
  node.kind === 'expression' &&
  node.expr.kind === 'call' &&
  (node.expr.launch !== undefined ||
    (node.expr.callee.kind === 'name' && LAUNCHES_KERNEL.test(node.expr.callee.name)));

/** By the units of states. */
const sitesOf = new WeakMap<UnitMemo, { readonly unit: Unit; readonly sites: UnitSites }>();

/** By the places that an edit has left as they were. */
const placedSites = new WeakMap<UnitMemo, WeakMap<readonly EvaluableNode[], PartSites>>();

/** `isSite`: whether a place of the unit is worth showing; it is asked once. */
export function sitesOfUnit(
  memo: UnitMemo,
  dialect: Dialect,
  isSite: (node: EvaluableNode) => boolean,
): UnitSites {
  const { unit } = memo.placed;
  const before = sitesOf.get(memo);
  if (before?.unit === unit) return before.sites;
  let known = placedSites.get(memo);
  if (known === undefined) {
    known = new WeakMap();
    placedSites.set(memo, known);
  }
  const shown = ({ nodes }: Part): PartSites => {
    let found = known.get(nodes);
    if (found === undefined) {
      const placed = (node: EvaluableNode): PlacedSite => new PlacedSite(memo, node, dialect);
      const calls = byNames(nodes, placed, calledName);
      found = {
        sites: nodes.filter(isSite).map(placed),
        launches: nodes.filter(isLaunch).map(placed),
        calls,
        callsBy: lookedUp(calls),
        methodsBy: lookedUp(byNames(nodes, placed, calledMember)),
      };
      known.set(nodes, found);
    }
    return found;
  };
  const sites = { memo, parts: partsOfUnit(unit).map((part) => ({ of: part.of, ...shown(part) })) };
  sitesOf.set(memo, { unit, sites });
  return sites;
}

/** Most units have the same check units behind an edit. */
const knownPieces = new WeakMap<
  UnitSites,
  { envs: readonly Environment[]; checkUnits: readonly LocatedCheckUnit[] }
>();

/** `envs`: those in which the templates of the unit are looked at. */
export function checkUnitsOf(sites: UnitSites, envs: readonly Environment[]): readonly LocatedCheckUnit[] {
  const known = knownPieces.get(sites);
  if (known !== undefined && isSame(known.envs, envs)) return known.checkUnits;
  const { memo, parts } = sites;
  const checkUnit = (
    of: FunctionBody | null,
    own: Pick<PartSites, 'sites' | 'launches' | 'callsBy'>,
  ): LocatedCheckUnit => new LocatedCheckUnit(memo, of, keyOf(memo, of ?? memo.placed.unit.scope, envs), own);
  const outside = parts.filter((part) => part.of === null);
  const checkUnits = [
    checkUnit(null, {
      sites: outside.flatMap((part) => part.sites),
      launches: outside.flatMap((part) => part.launches),
      callsBy: (name) => outside.flatMap((part) => part.callsBy(name)),
    }),
    ...parts.flatMap((part) => (part.of === null ? [] : [checkUnit(part.of, part)])),
  ];
  knownPieces.set(sites, { envs, checkUnits });
  return checkUnits;
}

const isSame = (a: readonly Environment[], b: readonly Environment[]): boolean =>
  a.length === b.length && a.every((env, i) => env === b[i]);

/** The check unit that an offset of its unit stands in. */
export const checkUnitAt = (checkUnits: readonly LocatedCheckUnit[], offset: number): LocatedCheckUnit =>
  checkUnits.find(({ of }) => of !== null && of.span.start <= offset && offset < of.span.end) ??
  checkUnits[0]!;

/** Tells the places of a check unit apart. */
export const nodeId = (node: EvaluableNode): string =>
  `${node.kind === 'expression' ? node.expr.kind : node.kind} ${node.start} ${node.end}`;
