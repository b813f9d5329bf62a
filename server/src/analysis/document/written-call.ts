// A call as it is written, whether or not anything is known of its value: rules about arguments ask for it.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr, MemberExpr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { textAt } from '../values/sites.ts';
import { PlacedSite } from './placed-site.ts';

export interface WrittenCall {
  /** The name of the function or type without what it is a member of; `[]` of `x[i]`, `()` of a call of something else. */
  readonly name: string;
  /** What is called, or what is indexed: the whole of `cute.copy` and `x.partition_A`. */
  readonly callee: Site;
  /** What it is a member of, what is called or what is indexed; null: a plain name is called. */
  readonly object: Site | null;
  readonly args: readonly Site[];
  readonly keywords: ReadonlyMap<string, Site>;
  /** What stands in the angles of `kernel<<<grid, block>>>(…)`; null for what is no launch. */
  readonly launch: readonly Site[] | null;
}

/** The runtime's own launches: `cudaLaunchKernel((void const*)&kernel, grid, block, arguments, bytes, stream)`. */
export const LAUNCHES_KERNEL = /^cudaLaunch(?:Cooperative)?Kernel$/;

/** A call of a document. */
interface CallAt {
  readonly site: Site;
  readonly call: WrittenCall;
}

/** The same, read when somebody asks for it. */
class NamedCall implements CallAt {
  readonly site: Site;
  #call: WrittenCall | null = null;

  /** `site`: where a call stands. */
  constructor(site: Site) {
    this.site = site;
  }

  get call(): WrittenCall {
    this.#call ??= writtenCall(this.site)!;
    return this.#call;
  }
}

type CallsByName = ReadonlyMap<string, readonly NamedCall[]>;

/** The calls among the places of a part of a unit, by the names of what is called. Edits elsewhere leave the part alone. */
const named = new WeakMap<readonly Site[], CallsByName>();

function callsByName(sites: readonly Site[]): CallsByName {
  const before = named.get(sites);
  if (before !== undefined) return before;
  const byName = new Map<string, NamedCall[]>();
  for (const site of sites) {
    const name = site.role === 'expression' ? calledName(site) : null;
    if (name === null) continue;
    const calls = byName.get(name);
    if (calls === undefined) byName.set(name, [new NamedCall(site)]);
    else calls.push(new NamedCall(site));
  }
  named.set(sites, byName);
  return byName;
}

/**
 * The calls of a document that are reached, by their names, in each part in the order of the text. They are for rules that
 * look at what stands elsewhere, too: what these find of a call may change by an edit that leaves the call as it was.
 */
export function callsOf({ sitesByUnit }: DocumentModel, ...names: readonly string[]): readonly CallAt[] {
  const calls: CallAt[] = [];
  // Every rule asks for all parts after every edit.
  for (const { parts } of sitesByUnit)
    for (const { sites } of parts) for (const call of namedCalls(callsByName(sites), names)) calls.push(call);
  return calls;
}

const NO_CALLS: readonly NamedCall[] = [];

function namedCalls(byName: CallsByName, names: readonly string[]): readonly NamedCall[] {
  if (byName.size === 0) return NO_CALLS;
  let found = NO_CALLS;
  for (const name of names) {
    const calls = byName.get(name);
    if (calls !== undefined) found = found.length === 0 ? calls : [...found, ...calls];
  }
  return names.length === 1 || found.length < 2
    ? found
    : [...found].sort((a, b) => a.site.span.start - b.site.span.start);
}

const NO_KEYWORDS: ReadonlyMap<string, Site> = new Map();

/** Whether an expression may count: it is the counter of a loop around it, or worked out of something, here or by name. */
const isCount = (e: Expr, around: readonly Scope[]): boolean =>
  e.kind === 'binary' ||
  isStage(e) ||
  (e.kind === 'name' &&
    around.some(
      (scope) =>
        (isLoop(scope) && declares(scope, e.name)) ||
        computes(scope, e.name) ||
        scope.assigned?.has(e.name) === true,
    )) ||
  (e.kind === 'tuple' && e.items.some((item) => isCount(item, around)));

/** `slot.index`, `state.index()` */
const isStage = (e: Expr): boolean =>
  (e.kind === 'member' && e.name.name === 'index') || (e.kind === 'call' && isStage(e.callee));

const isLoop = ({ loop, counts }: Scope): boolean => loop !== undefined || counts !== undefined;

const computes = ({ declarations }: Scope, name: string): boolean =>
  declarations.some(
    ({ name: declared, kind, init }) =>
      declared === name && kind === 'value' && init !== null && COMPUTED.has(init.kind),
  );

const COMPUTED: ReadonlySet<Expr['kind']> = new Set(['binary', 'conditional', 'name', 'mutated']);

const declares = ({ declarations }: Scope, name: string): boolean =>
  declarations.some((d) => d.name === name && (d.kind === 'value' || d.kind === 'parameter'));

/** Whether a place is an index, or a call by the plain name of a variable, that a count is handed to. */
export function isCounting(site: Site): boolean {
  const placed = site.role === 'expression' ? ofHost(site) : null;
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (placed === null || (expr?.kind !== 'call' && expr?.kind !== 'index')) return false;
  const of = expr.kind === 'call' ? expr.callee : expr.object;
  if (expr.kind === 'call' && of.kind !== 'name') return false;
  const around = scopePath(placed.memo.placed.unit.scope, expr.span.start);
  // Functions of a library are not declared in the unit, as tensors are.
  if (of.kind === 'name' && !around.some((scope) => declares(scope, of.name))) return false;
  return expr.args.some((arg) => isCount(arg, around));
}

/** Whether a place is an index, or a call by the plain name of a variable. */
export function isElement(site: Site): boolean {
  const placed = site.role === 'expression' ? ofHost(site) : null;
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (expr?.kind === 'index') return true;
  if (placed === null || expr?.kind !== 'call' || expr.callee.kind !== 'name') return false;
  const { name, span } = expr.callee;
  return scopePath(placed.memo.placed.unit.scope, span.start).some((scope) => declares(scope, name));
}

/** The place of another expression of the same unit. */
export const siteOf = ({ memo, node, dialect }: PlacedSite, expr: Expr): PlacedSite =>
  new PlacedSite(
    memo,
    { kind: 'expression', expr, start: expr.span.start, end: expr.span.end, depth: node.depth + 1 },
    dialect,
  );

const ofHost = (site: Site): PlacedSite | null =>
  site instanceof PlacedSite && textAt(site.node) === null ? site : null;

/** The name of a call that stands there, as `WrittenCall` has it; null for what is no call. */
function calledName(site: Site): string | null {
  const node = ofHost(site)?.node;
  const expr = node?.kind === 'expression' ? node.expr : null;
  if (expr?.kind === 'index') return '[]';
  return expr?.kind === 'call' ? nameOf(expr.callee) : null;
}

/** Null where no call of the host's code stands. */
export function writtenCall(site: Site): WrittenCall | null {
  const placed = ofHost(site);
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (placed === null || (expr?.kind !== 'index' && expr?.kind !== 'call')) return null;
  const at = (e: Expr): Site => siteOf(placed, e);
  const args = expr.args.map(at);
  if (expr.kind === 'index')
    return {
      name: '[]',
      callee: at(expr.object),
      object: at(expr.object),
      args,
      keywords: NO_KEYWORDS,
      launch: null,
    };
  const { callee } = expr;
  const keywords = new Map(expr.keywords.map(({ name, value }) => [name, at(value)]));
  const launch = expr.launch?.map(at) ?? null;
  return { name: nameOf(callee), callee: at(callee), object: objectOf(callee, at), args, keywords, launch };
}

function nameOf(callee: Expr): string {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind === 'qualified' || callee.kind === 'member') return callee.name.name;
  return callee.kind === 'template' ? nameOf(callee.target) : '()';
}

function objectOf(callee: Expr, at: (e: Expr) => Site): Site | null {
  if (callee.kind === 'name' || callee.kind === 'qualified') return null;
  if (callee.kind === 'member') return at(callee.object);
  return callee.kind === 'template' ? objectOf(callee.target, at) : at(callee);
}

/** `x` and `name` of `x.name`; null for what is no member. */
export function memberAt(site: Site): { readonly object: Site; readonly name: string } | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'member' ? { object: siteOf(site, expr.object), name: expr.name.name } : null;
}

/** An argument by its place, or by its name in Python. */
export const argumentAt = ({ args, keywords }: WrittenCall, i: number, name: string): Site | undefined =>
  args[i] ?? keywords.get(name);

/**
 * What the name that stands there was given, where it is declared once in the functions around it, also as one of several,
 * `x, y = a, b`; null for what is no name, a part of another value, or a parameter.
 */
export const initialiserOf = (site: Site): Site | null => initialiser(site, false);

/** The same of what keeps its length: items may be assigned afterwards. An attribute of `self` that one method gives counts. */
export const lengthOf = (site: Site): Site | null => initialiser(site, true);

function initialiser(site: Site, mayAssignItems: boolean): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'member' && mayAssignItems) return attributeOf(site, expr, true);
  if (expr.kind !== 'name') return null;
  const [first, ...others] = declarationsOf(site, expr.name, mayAssignItems);
  if (site.dialect === 'cpp' && isAssigned(site, expr.name)) return null;
  if (first === undefined || first.init === null) return null;
  const isKept = ({ init }: Declaration): boolean =>
    mayAssignItems &&
    (init?.kind === 'opaque' ||
      (init?.kind === 'mutated' && (init.how === 'carried' || init.how === 'touched')));
  if (!others.every(isKept) || first.kind === 'parameter' || first.init.kind === 'mutated') return null;
  const given = itemIn(first.init, first.element ?? []);
  return given === null ? null : siteOf(site, given);
}

/** The item of tuples that are written there, `y` of `(x, y)`; null where another expression stands for them. */
export function itemIn(e: Expr, [at, ...inside]: readonly number[]): Expr | null {
  if (at === undefined) return e;
  // `*xs` is any number of items.
  if (e.kind !== 'tuple' || e.items.some((item) => item.kind === 'unary' && item.operator === '*'))
    return null;
  const item = e.items[at];
  return item === undefined ? null : itemIn(item, inside);
}

/** Whether a variable of C++ is given another value somewhere in the function, or its address is taken. */
const isAssigned = ({ memo, node }: PlacedSite, name: string): boolean =>
  scopePath(memo.placed.unit.scope, node.start).some(({ assigned }) => assigned?.has(name) === true);

interface WrittenSum {
  readonly operator: string;
  readonly left: Site;
  readonly right: Site;
}

/** The two sides of `a + b`; null for what is no binary operator. */
export function operandsAt(site: Site): WrittenSum | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'binary') return null;
  return { operator: expr.operator, left: siteOf(site, expr.left), right: siteOf(site, expr.right) };
}

/** The items of a tuple that is written there; null for what is none. */
export function itemsAt(site: Site): readonly Site[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  return expr.kind === 'tuple' ? expr.items.map((item) => siteOf(site, item)) : null;
}

/** `None` and `:` of Python's index, which evaluate alike; null for others. */
export function placeholderAt(site: Site): 'None' | ':' | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'underscore') return null;
  return expr.isNone === true ? 'None' : ':';
}

/** `n` of `[x] * n`; null for what is no such list. */
export function repetitionAt(site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const isRepeated = expr.kind === 'binary' && expr.operator === '*' && expr.left.kind === 'tuple';
  return isRepeated ? siteOf(site, expr.right) : null;
}

/** A class as it is written. */
interface WrittenClass {
  /** Its members with their types. */
  readonly members: ReadonlyMap<string, Site>;
  /** The names of its decorators, without what they are members of. */
  readonly decorators: readonly string[];
}

/**
 * The class that a name stands for, or an attribute of `self` that one method alone gives a class; null where it is no
 * class of the unit.
 */
export function classAt(site: Site): WrittenClass | null {
  if (!(site instanceof PlacedSite)) return null;
  const { node } = site;
  if (node.kind === 'declaration') return writtenClass(site, node.declaration);
  if (node.kind !== 'expression') return null;
  const { expr } = node;
  if (expr.kind === 'member') {
    const given = attributeOf(site, expr);
    return given === null ? null : classAt(given);
  }
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  return declared.length === 1 ? writtenClass(site, declared[0]!) : null;
}

function writtenClass(
  site: PlacedSite,
  { kind, bodyScope, decorators = [] }: Declaration,
): WrittenClass | null {
  if (kind !== 'class' || bodyScope === null) return null;
  const members = bodyScope.declarations.flatMap(({ name, type }) =>
    type === null ? [] : [[name, siteOf(site, type)] as const],
  );
  return { members: new Map(members), decorators: decorators.map(nameOf) };
}

/** What the methods of the class around leave in `self.name`, where that is one thing; items may be assigned afterwards. */
function attributeOf(site: PlacedSite, { object, name }: MemberExpr, mayAssignItems = false): Site | null {
  if (object.kind !== 'name') return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const type = [...path].reverse().find(({ attributes }) => attributes !== undefined);
  const [given, ...more] = (type?.attributes?.get(name.name) ?? []).filter(
    ({ value }) => value.kind !== 'underscore' && !(mayAssignItems && value.kind === 'opaque'),
  );
  const method = path[path.indexOf(type!) + 1];
  const isOwn = method?.declarations.find(({ kind }) => kind === 'parameter')?.name === object.name;
  return given === undefined || more.length > 0 || given.count !== 1 || !isOwn
    ? null
    : siteOf(site, given.value);
}

/** The declarations of a name in the innermost scope that has any, with those of the blocks around where `all` are asked for. */
export function declarationsOf(
  { memo, node }: PlacedSite,
  name: string,
  all = false,
): readonly Declaration[] {
  const path = scopePath(memo.placed.unit.scope, node.start);
  const found: Declaration[] = [];
  for (const scope of [...path].reverse()) {
    found.unshift(...scope.declarations.filter((d) => d.name === name));
    if (found.length > 0 && (!all || scope.kind === 'function')) return found;
  }
  return found;
}

/** The innermost call that gives the name that stands there a value, and which item of it; null for others. */
export function itemOf(site: Site): { readonly of: Site; readonly item: readonly number[] } | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  const [only] = declared;
  if (declared.length !== 1 || only?.init == null || only.element === null) return null;
  return { of: siteOf(site, only.init), item: only.element };
}

/** Whether something decides if the place is reached: a branch, or a loop. Blocks of Python are told by their indentation. */
export function isConditional(site: Site, text: string): boolean {
  if (!(site instanceof PlacedSite)) return true;
  if (site.dialect === 'python') return !isRightBelowDef(text.slice(0, site.span.start).split('\n'));
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.some(({ guard, isLoop }) => guard != null || isLoop === true);
}

/** Whether a place is in a loop of its function. */
export const isInLoop = (site: Site): boolean =>
  site instanceof PlacedSite && scopePath(site.memo.placed.unit.scope, site.node.start).some(isLoop);

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Whether the last of some lines stands in the body of a function itself. */
function isRightBelowDef(lines: readonly string[]): boolean {
  const own = indentOf(lines.at(-1) ?? '');
  const head = lines.findLast((line) => line.trim() !== '' && indentOf(line) < own) ?? '';
  return /^\s*(?:async\s+)?def\b/.test(head) || /^\s*\)\s*(?:->.*)?:\s*$/.test(head);
}

/** The innermost function around; null outside of one. */
export function functionAround(site: Site): Scope | null {
  if (!(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.findLast(({ kind }) => kind === 'function') ?? null;
}

export const functionNameAt = (site: Site): string | null => functionAround(site)?.name ?? null;
