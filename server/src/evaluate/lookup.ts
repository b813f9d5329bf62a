// Name lookup: from a position in a frame outwards through blocks, functions, classes and templates,
// then through the namespaces of the file.

import type { Declaration, Scope } from '../frontends/scope.ts';
import { declarationsOf, type Frame, scopePath, type UnitState } from './frame.ts';
import { mayDiffer } from './imports.ts';
import type { World } from './world.ts';

/** Where a name is declared. Several declarations: overloads, or a template with its specialisations. */
export interface Found {
  readonly declarations: readonly Declaration[];
  /** The scope that declares it, and the frame that the scope is in. */
  readonly scope: Scope;
  readonly frame: Frame;
  /** Whether several declarations stand under different conditions of the preprocessor. */
  readonly isAmbiguous: boolean;
  /** Why it cannot be told which of several is meant. */
  readonly reason?: string;
}

/** Finds members of classes, which takes evaluation: bases may be template parameters. */
export type MemberLookup = (frame: Frame, scope: Scope, name: string, seen: Set<Scope>) => Found | null;

export function lookUp(
  world: World,
  frame: Frame,
  position: number,
  name: string,
  members: MemberLookup,
): Found | null {
  let at: { frame: Frame; position: number } | null = { frame, position };
  while (at !== null) {
    const found = inFrame(world, at.frame, at.position, name, members);
    if (found !== null) return found;
    if (at.frame.parent === null) break;
    at = at.frame.parent;
  }
  return inFile(world, frame, position, name, at ?? { frame, position });
}

function inFrame(
  world: World,
  frame: Frame,
  position: number,
  name: string,
  members: MemberLookup,
): Found | null {
  const path = scopePath(frame.root, position);
  let insideFunction = false;
  for (let i = path.length - 1; i >= 0; i--) {
    const scope = path[i]!;
    // The unit itself is part of the file.
    if (scope.kind === 'file' && i === 0 && frame.parent === null) return null;
    if (scope.kind === 'class') {
      if (insideFunction && !world.rules.classScopesSeenFromMethods) continue;
      const found = members(frame, scope, name, new Set());
      if (found !== null) return found;
      continue;
    }
    const declared = declarationsOf(scope, name);
    if (declared.length > 0) {
      const seen = isOrdered(scope) ? lastSeen(world, declared, position, insideFunction) : declared;
      if (seen.length > 0) return { declarations: seen, scope, frame, isAmbiguous: false };
    }
    if (scope.kind === 'function') insideFunction = true;
  }
  return null;
}

const isOrdered = (scope: Scope): boolean => scope.kind === 'function' || scope.kind === 'block';

/** Of the declarations in an ordered scope the last before the position; all of them when they are functions. */
function lastSeen(
  world: World,
  declared: readonly Declaration[],
  position: number,
  fromNested: boolean,
): readonly Declaration[] {
  if (fromNested && world.rules.closuresSeeAll) {
    return [declared.at(-1)!];
  }
  for (let i = declared.length - 1; i >= 0; i--) {
    if (seenFrom(world, declared[i]!) <= position) return [declared[i]!];
  }
  return [];
}

const seenFrom = (world: World, d: Declaration): number =>
  // An alias is declared behind what it stands for: `using X = X<int>` names the outer X.
  world.rules.visibleFrom === 'name' && d.kind !== 'type' ? d.nameSpan.end : d.span.end;

/** `top`: where the search leaves the unit that the name is used in. */
function inFile(
  world: World,
  from: Frame,
  position: number,
  name: string,
  top: { readonly frame: Frame; readonly position: number },
): Found | null {
  from.unit.lookedUp.add(name);
  top.frame.unit.lookedUp.add(name);
  const entries = world.declared(name);
  if (entries.length === 0) return null;
  const namespace = top.frame.unit.placed.namespace;
  for (let n = namespace.length; n >= 0; n--) {
    const prefix = namespace.slice(0, n).join('::');
    const near = entries.filter((e) => e.namespace === prefix);
    const found = pick(world, near, from, position);
    if (found === null) continue;
    const hides = !world.rules.fileInOrder && near.every((e) => isLater(e, top.frame, top.position));
    if (!hides) return found;
    const outer = entries.some(
      (e) => isAround(e.namespace, prefix, world) && !isLater(e, top.frame, top.position),
    );
    return outer
      ? { ...found, isAmbiguous: true, reason: `${name} is declared around and, after its use, again` }
      : found;
  }
  return pick(
    world,
    entries.filter((e) => world.opened.has(e.namespace)),
    from,
    position,
  );
}

/** Whether it is declared after the position, in the same file. Macros have no namespace. */
function isLater({ state, declaration }: Entry, frame: Frame, position: number): boolean {
  if (declaration.kind === 'macro' || state.home.uri !== frame.unit.home.uri) return false;
  return state.placed.start + declaration.span.start > frame.unit.placed.start + position;
}

/** Whether names of the namespace are seen from inside of `inner` unless something nearer has them. */
const isAround = (namespace: string, inner: string, world: World): boolean =>
  namespace !== inner &&
  (namespace === '' || inner.startsWith(`${namespace}::`) || world.opened.has(namespace));

/** A name of a namespace: `cutlass::gemm::X`, as it is seen from the unit of `from`. */
export function inNamespace(world: World, namespace: string, name: string, from: Frame): Found | null {
  from.unit.lookedUp.add(name);
  const entries = world.declared(name);
  if (entries.length === 0) return null;
  const around = from.unit.placed.namespace;
  const wanted: string[] = [];
  for (let n = around.length; n >= 0; n--) wanted.push([...around.slice(0, n), namespace].join('::'));
  for (const opened of world.opened) wanted.push(`${opened}::${namespace}`);
  for (const full of wanted) {
    const found = pick(
      world,
      entries.filter((e) => e.namespace === full),
      from,
      Number.POSITIVE_INFINITY,
    );
    if (found !== null) return found;
  }
  return null;
}

type Entry = ReturnType<World['declared']>[number];

function pick(world: World, entries: readonly Entry[], from: Frame, position: number): Found | null {
  if (entries.length === 0) return null;
  if (world.rules.fileInOrder) return pickInOrder(world, entries, from, position);
  const last = entries.at(-1)!;
  const kinds = entries.map((e) => e.declaration);
  const isAmbiguous =
    (entries.length > 1 &&
      !kinds.every((d) => d.kind === 'function' || d.kind === 'class' || d.kind === 'namespace')) ||
    // Two namespaces that are opened declare it, each its own.
    entries.some((e) => e.namespace !== last.namespace) ||
    entries.some((e) => isConditional(e));
  return { declarations: kinds, scope: last.state.placed.unit.scope, frame: last.state.frame, isAmbiguous };
}

/** Python: the last assignment before the use; from inside a function the last one of the file. */
function pickInOrder(world: World, entries: readonly Entry[], from: Frame, position: number): Found | null {
  const fromFunction =
    scopePath(from.root, position).some((s) => s.kind === 'function') || from.parent !== null;
  const here = from.unit.placed.start + position;
  const before = entries.filter((e) => e.state.placed.start + seenFrom(world, e.declaration) <= here);
  const chosen = before.at(-1) ?? (fromFunction ? entries.at(-1) : undefined);
  const last = fromFunction ? entries.at(-1) : chosen;
  if (last === undefined) return null;
  return {
    declarations: [last.declaration],
    scope: last.state.placed.unit.scope,
    frame: last.state.frame,
    isAmbiguous: false,
  };
}

/** Whether the name is defined differently under a condition that is not decided here. */
function isConditional({ state, declaration }: Entry): boolean {
  return isConditionalAt(state, state.placed.start + declaration.nameSpan.start, declaration.name) !== null;
}

/** The condition under which the name, declared at an offset of the unit's file, means something else. */
export function isConditionalAt(state: UnitState, offset: number, name: string): string | null {
  for (const region of state.home.regions) if (mayDiffer(region, name)) return region.condition;
  for (const region of state.home.conditionals) {
    if (region.start <= offset && offset < region.end && mayDiffer(region, name)) return region.condition;
  }
  return null;
}
