// Name lookup: from a position in an environment outwards through blocks, functions, classes and templates,
// then through the namespaces of the file.

import { pathText } from '../../frontends/common/expression-parts.ts';
import { fileOffset } from '../../frontends/common/gap-map.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { boundInBody, declarationsOf, type Environment, scopePath } from '../model/environment.ts';
import type { FileView } from '../model/file.ts';
import type { LookupResult } from '../model/lookup-result.ts';
import { conditionAt } from './conditions.ts';

/**
 * Finds members of classes, which takes evaluation: bases may be template parameters. Of a function: those of the class
 * that it is a member of, where it is defined outside of the class.
 */
export type MemberLookup = (env: Environment, scope: Scope, name: string) => LookupResult | null;

/** Finds what a macro declares for a lambda that is its argument. */
export type DispatchLookup = (env: Environment, lambda: Scope, name: string) => LookupResult | null;

export function lookUp(
  db: FileView,
  env: Environment,
  position: number,
  name: string,
  members: MemberLookup,
  dispatched: DispatchLookup,
): LookupResult | null {
  let at: { env: Environment; position: number } | null = { env, position };
  // What is called sees the variables around it as they are then, not as they were where it was defined.
  let isCalled = false;
  while (at !== null) {
    const found = inEnvironment(db, at.env, at.position, name, members, dispatched, isCalled);
    if (found !== null) return found;
    if (at.env.parent === null) break;
    isCalled ||=
      at.env.isCall && db.language.scopes.closuresSeeLastValue && !isInDefault(at.env.root, at.position);
    at = at.env.parent;
  }
  return amongUnits(db, env, position, name, at ?? { env, position });
}

function inEnvironment(
  db: FileView,
  env: Environment,
  position: number,
  name: string,
  members: MemberLookup,
  dispatched: DispatchLookup,
  isCalled: boolean,
): LookupResult | null {
  const path = scopePath(env.root, position);
  let insideFunction = isCalled;
  for (let i = path.length - 1; i >= 0; i--) {
    const scope = path[i]!;
    // The unit itself is part of the file.
    if (scope.kind === 'file' && i === 0 && env.parent === null) return null;
    if (scope.kind === 'class' && !db.language.scopes.classScopesSeenFromMethods) {
      // Only the statements of the body itself see its names.
      const isOwn = !insideFunction && path.slice(i + 1).every(({ kind }) => kind !== 'class');
      const seen = isOwn ? lastSeen(db, boundInBody(scope, name), position, false) : [];
      if (seen.length > 0) return { declarations: seen, scope, env, isAmbiguous: false };
      continue;
    }
    if (scope.kind === 'class') {
      const found = members(env, scope, name);
      if (found !== null && !isWithinItself(found, scope, position)) return found;
      continue;
    }
    if (db.language.scopes.closuresSeeLastValue && isInDefault(scope, position)) continue;
    const declared = declarationsOf(scope, name);
    if (declared.length > 0) {
      const seen = isOrdered(scope) ? lastSeen(db, declared, position, insideFunction) : declared;
      if (seen.length > 0) return { declarations: seen, scope, env, isAmbiguous: false };
    }
    if (scope.kind !== 'function') continue;
    insideFunction = true;
    const constant = scope.enclosingCall == null ? null : dispatched(env, scope, name);
    if (constant !== null) return constant;
    if (scope.owner === undefined) continue;
    const found = members(env, scope, name);
    if (found !== null) return found;
  }
  return null;
}

/** `using Atom = Atom<X>;` in a class: the name of an alias is not declared yet in what it stands for. */
const isWithinItself = ({ declarations, scope: of }: LookupResult, scope: Scope, position: number): boolean =>
  of === scope &&
  declarations.every(({ kind, span }) => kind === 'type' && span.start <= position && position < span.end);

/** Whether a place is in the default of a parameter, which Python works out once, where the function is defined. */
function isInDefault({ kind, declarations }: Scope, position: number): boolean {
  if (kind !== 'function') return false;
  for (const { kind: of, init } of declarations) {
    if (of !== 'parameter') return false;
    if (init !== null && init.span.start <= position && position < init.span.end) return true;
  }
  return false;
}

const isOrdered = (scope: Scope): boolean => scope.kind === 'function' || scope.kind === 'block';

/** Of the declarations in an ordered scope the last before the position; all of them when they are functions. */
function lastSeen(
  db: FileView,
  declared: readonly Declaration[],
  position: number,
  fromNested: boolean,
): readonly Declaration[] {
  if (fromNested && db.language.scopes.closuresSeeLastValue) {
    return [declared.at(-1)!];
  }
  for (let i = declared.length - 1; i >= 0; i--) {
    if (seenFrom(db, declared[i]!) <= position) return [declared[i]!];
  }
  return [];
}

const seenFrom = (db: FileView, d: Declaration): number =>
  // An alias is declared behind what it stands for: `using X = X<int>` names the outer X.
  db.language.scopes.visibleFrom === 'name' && d.kind !== 'type' && d.isCapture !== true
    ? d.nameSpan.end
    : d.span.end;

/** `top`: where the search leaves the unit that the name is used in. */
function amongUnits(
  db: FileView,
  from: Environment,
  position: number,
  name: string,
  top: { readonly env: Environment; readonly position: number },
): LookupResult | null {
  from.unit.nameDependencies.add(name);
  top.env.unit.nameDependencies.add(name);
  const entries = db.declarationsByNamespace(name);
  if (entries.size === 0) return null;
  const namespaces = around(top.env.unit.placed.namespace);
  // A module of Python does not see the one that imports it.
  for (const prefix of db.language.scopes.isFileScopeOrdered ? namespaces.slice(0, 1) : namespaces) {
    const near = entries.get(prefix) ?? NO_ENTRIES;
    const found = pick(db, near, from, position);
    if (found === null) continue;
    const hides =
      !db.language.scopes.isFileScopeOrdered && near.every((e) => isLater(e, top.env, top.position));
    if (!hides) return found;
    const outer = [...entries].some(
      ([other, declared]) =>
        isAround(other, prefix, db) && declared.some((e) => !isLater(e, top.env, top.position)),
    );
    return outer
      ? { ...found, isAmbiguous: true, reason: `${name} is declared around and, after its use, again` }
      : found;
  }
  let seen: readonly Entry[] | null = null;
  const inBlocks = openedInBlocks(from, position, namespaces);
  const isOpen = (namespace: string): boolean => db.opened.has(namespace) || inBlocks.has(namespace);
  for (const [namespace, declared] of entries) {
    if (!isOpen(namespace)) continue;
    if (seen !== null) {
      // Of several the order of the files counts.
      seen = db
        .declarationsNamed(name)
        .filter((e) => isOpen(e.namespace) && entries.get(e.namespace)!.includes(e));
      break;
    }
    seen = declared;
  }
  return seen === null ? null : pick(db, seen, from, position);
}

/** What `using namespace` opens in the blocks around a place: a namespace of those around, or of the file. */
function openedInBlocks(
  env: Environment,
  position: number,
  namespaces: readonly string[],
): ReadonlySet<string> {
  const opened = new Set<string>();
  for (let at: Environment['parent'] = { env, position }; at !== null; at = at.env.parent)
    for (const { kind, usings = [] } of scopePath(at.env.root, at.position))
      if (kind !== 'file')
        for (const using of usings)
          for (const around of namespaces)
            opened.add(around === '' ? pathText(using) : `${around}::${pathText(using)}`);
  return opened;
}

const namespacesAround = new WeakMap<readonly string[], readonly string[]>();

/** The namespaces around what stands in one, the innermost first, the file's own last: `a::b`, `a`, ``. */
function around(namespace: readonly string[]): readonly string[] {
  let known = namespacesAround.get(namespace);
  if (known === undefined) {
    known = [...namespace.keys(), namespace.length].reverse().map((n) => namespace.slice(0, n).join('::'));
    namespacesAround.set(namespace, known);
  }
  return known;
}

const NO_ENTRIES: readonly Entry[] = [];

/** Whether it is declared after the position, in the same file. Macros have no namespace. */
export function isLater({ memo, declaration }: Entry, env: Environment, position: number): boolean {
  if (declaration.kind === 'macro' || memo.file.uri !== env.unit.file.uri) return false;
  return fileOffset(memo.placed, declaration.span.start) > fileOffset(env.unit.placed, position);
}

/** Whether names of the namespace are seen from inside of `inner` unless something nearer has them. */
const isAround = (namespace: string, inner: string, db: FileView): boolean =>
  namespace !== inner && (namespace === '' || inner.startsWith(`${namespace}::`) || db.opened.has(namespace));

/** A name of a namespace: `cutlass::gemm::X`, as it is seen from the unit of `from`. */
export function inNamespace(
  db: FileView,
  namespace: string,
  name: string,
  from: Environment,
): LookupResult | null {
  from.unit.nameDependencies.add(name);
  const entries = db.declarationsByNamespace(name);
  if (entries.size === 0) return null;
  const around = from.unit.placed.namespace;
  const wanted: string[] = [];
  for (let n = around.length; n >= 0; n--) wanted.push([...around.slice(0, n), namespace].join('::'));
  for (const opened of db.opened) wanted.push(`${opened}::${namespace}`);
  for (const full of wanted) {
    const found = pick(db, entries.get(full) ?? NO_ENTRIES, from, Number.POSITIVE_INFINITY);
    if (found !== null) return found;
  }
  return null;
}

type Entry = ReturnType<FileView['declarationsNamed']>[number];

/** Whether the name is defined differently under a condition that is not decided here. */
const isConditional = (db: FileView, { memo, declaration }: Entry): boolean =>
  conditionAt(db, memo, fileOffset(memo.placed, declaration.nameSpan.start), declaration.name).condition !==
  null;

function pick(
  db: FileView,
  found: readonly Entry[],
  from: Environment,
  position: number,
): LookupResult | null {
  if (found.length === 0) return null;
  if (db.language.scopes.isFileScopeOrdered) return pickInOrder(db, found, from, position);
  let known = picked.get(found);
  if (known === undefined) {
    // A macro may be defined again as it is, and `using cute::size;` be said in each of several headers.
    const isRepeated = found.length > 1 && (isOneMacro(found) || isOneUsing(found));
    known = together(db, isRepeated ? found.slice(-1) : found);
    picked.set(found, known);
  }
  return known;
}

/** By the lists of a database, which it replaces when something changes. */
const picked = new WeakMap<readonly Entry[], LookupResult>();

/** Declarations of a name that are seen at once: overloads, a template with its specialisations. */
function together(db: FileView, entries: readonly Entry[]): LookupResult {
  const last = entries.at(-1)!;
  const kinds = entries.map((e) => e.declaration);
  const isAmbiguous =
    (entries.length > 1 &&
      !kinds.every(
        (d) =>
          d.kind === 'function' ||
          d.kind === 'class' ||
          d.kind === 'namespace' ||
          (d.kind === 'value' && d.template != null),
      )) ||
    // Two namespaces that are opened declare it, each its own.
    entries.some((e) => e.namespace !== last.namespace) ||
    entries.some((e) => isConditional(db, e));
  return { declarations: kinds, scope: last.memo.placed.unit.scope, env: last.memo.env, isAmbiguous };
}

const isOneMacro = (entries: readonly Entry[]): boolean =>
  new Set(entries.map(({ declaration: d }) => (d.kind === 'macro' ? JSON.stringify(d.macro) : d.name)))
    .size === 1 && entries[0]!.declaration.kind === 'macro';

const isOneUsing = (entries: readonly Entry[]): boolean => {
  const [first, ...others] = entries.map(usedName);
  const namespaces = new Set(entries.map(({ namespace }) => namespace));
  return first !== null && namespaces.size === 1 && others.every((name) => name === first);
};

/** `cute::size` of `using cute::size;` */
function usedName({ declaration: { kind, name, template, init } }: Entry): string | null {
  const path = kind === 'type' && template == null && init !== null ? pathText(init) : '';
  return path.endsWith(`::${name}`) ? path : null;
}

/** Python: the last assignment before the use; from inside a function the last one of the file. */
function pickInOrder(
  db: FileView,
  entries: readonly Entry[],
  from: Environment,
  position: number,
): LookupResult | null {
  const fromFunction = isInFunction(from, position);
  const here = fileOffset(from.unit.placed, position);
  const before = entries.filter((e) => fileOffset(e.memo.placed, seenFrom(db, e.declaration)) <= here);
  const last = fromFunction ? entries.at(-1) : changedLater(entries, before.at(-1), from, position);
  if (last === undefined) return null;
  return {
    declarations: [last.declaration],
    scope: last.memo.placed.unit.scope,
    env: last.memo.env,
    isAmbiguous: false,
  };
}

/** Whether a place is run when a function is called. */
function isInFunction({ root, parent }: Environment, position: number): boolean {
  const functions = scopePath(root, position).filter((s) => s.kind === 'function');
  if (!functions.some((s) => isInDefault(s, position))) return functions.length > 0 || parent !== null;
  if (functions.some((s) => !isInDefault(s, position))) return true;
  return parent !== null && (parent.env.parent !== null || isInFunction(parent.env, parent.position));
}

/** A default stays the list that it was where the function was defined, and holds what is put into it later. */
function changedLater(
  entries: readonly Entry[],
  found: Entry | undefined,
  { root }: Environment,
  position: number,
): Entry | undefined {
  if (found === undefined || !scopePath(root, position).some((s) => isInDefault(s, position))) return found;
  let last = found;
  for (const entry of entries.slice(entries.indexOf(found) + 1)) {
    const { nameSpan, init } = entry.declaration;
    const isChange = nameSpan.start === nameSpan.end && (init?.kind === 'mutated' || init?.kind === 'opaque');
    if (!isChange) break;
    last = entry;
  }
  return last;
}
