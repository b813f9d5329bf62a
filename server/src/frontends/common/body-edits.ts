// The functions of a unit that stand in no other one, and what stands between them. The body of a function can be
// replaced by an edited one while everything else of the unit stays the same objects at the same offsets.

import { countOfFirst } from '../../syntax/text/partition.ts';
import type { EmbeddedScanner } from './embedded.ts';
import type { Expr, Span } from './expression.ts';
import type { Declaration, GapMap, Notation, Scope, Unit } from './scope.ts';
import type { Statement } from './statement.ts';

/** A function of a unit. Its scope is another one after an edit in its body. */
export interface FunctionBody {
  /** The text from the parameters to the closing brace, or to the end of the last line. */
  readonly span: Span;
  /** Where the brace or colon stands that opens the body. */
  readonly brace: number;
  /** The scopes around it, outermost first. */
  readonly around: readonly Scope[];
  scope: Scope;
  /** The statements of its body, when somebody has asked for them. */
  statements: readonly Statement[] | null;
}

/** A part of a unit: a function's parameters, its body, or what stands between two functions. */
export interface DependencyRegion extends Span {
  readonly root: Scope | null;
  readonly of: FunctionBody | null;
  readonly isBody: boolean;
}

/** Where nothing is evaluated. */
export const NO_REGION: DependencyRegion = { root: null, start: 0, end: 0, of: null, isBody: false };

/** All of the units that nobody edits. */
const UNEDITED: DependencyRegion = {
  root: null,
  start: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  of: null,
  isBody: false,
};

const regions = new WeakMap<Scope, readonly DependencyRegion[]>();

/** The whole unit in regions, in order. They stay the same while bodies are edited. */
export function dependencyRegionsOf({ scope: root }: Unit): readonly DependencyRegion[] {
  let known = regions.get(root);
  if (known !== undefined) return known;
  const found: DependencyRegion[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const visit = (scope: Scope, around: readonly Scope[]): void => {
    const path = [...around, scope];
    for (const child of scope.children) {
      if (child.kind === 'class' || child.kind === 'template' || child.kind === 'namespace') {
        visit(child, path);
        continue;
      }
      const { body: brace, span } = child;
      if (child.kind !== 'function' || brace === undefined || span.start < last) continue;
      const of: FunctionBody = { span, brace, around: path, scope: child, statements: null };
      found.push({ root, start: last, end: span.start, of: null, isBody: false });
      found.push({ root, start: span.start, end: brace, of, isBody: false });
      found.push({ root, start: brace, end: span.end, of, isBody: true });
      last = span.end;
    }
  };
  visit(root, []);
  found.push({ root, start: last, end: Number.POSITIVE_INFINITY, of: null, isBody: false });
  known = found;
  regions.set(root, known);
  return known;
}

/** The one that an offset is in. */
export function dependencyRegionAt(unit: Unit, offset: number): DependencyRegion {
  // Where its functions stand nobody knows before all of it is read.
  return unit.isUnread === true ? UNEDITED : regionAmong(dependencyRegionsOf(unit), offset);
}

export function regionAmong(all: readonly DependencyRegion[], offset: number): DependencyRegion {
  const begun = countOfFirst(all.length, (i) => all[i]!.start <= offset);
  return all[Math.max(0, begun - 1)]!;
}

export const isInside = ({ start, end }: Span, around: Span): boolean =>
  around.start <= start && end <= around.end;

export const returnsValue = (scope: Scope): boolean =>
  (scope.returns?.length ?? 0) > 0 || scope.children.some((s) => s.kind === 'block' && returnsValue(s));

/** One edit in the body of a function. */
interface EditedBody {
  readonly region: DependencyRegion;
  /** The function as it is. */
  readonly scope: Scope;
  /** What the body calls, or gives template arguments to, and did not before. */
  readonly newReferences: readonly string[];
  /** Where it differs, by whole statements; everything else is the same objects. */
  readonly changedSpans: readonly Span[];
}

/** An edit of which the statements tell what else it concerns. */
export interface StatementEdit extends EditedBody {
  readonly kind: 'statements';
  /** The names whose binding the difference itself may change, for the statements around. */
  readonly reboundNames: ReadonlySet<string>;
  /** Whether variables escape into other functions than before. */
  readonly escapesChanged: boolean;
  /** The words of the statements that differ, as they were and as they are. */
  readonly words: ReadonlySet<string>;
  /** Where the lambdas stood that returned a value before. */
  readonly formerReturningLambdas: ReadonlySet<number>;
  /** The statements in whose lambdas it differs. */
  readonly enclosingStatements: readonly Statement[];
  /** The statements of the body as they are. */
  readonly statements: readonly Statement[];
}

/**
 * An edit of which the changed spans are all that it concerns in the function, and neither what that asserts nor what it
 * leaves in attributes is among it. Outside there are those who have seen values of expressions, and who call it.
 */
export interface ClosedEdit extends EditedBody {
  readonly kind: 'closed';
  /** The function as it was. */
  readonly before: Scope;
  /** Where something stands in one of the versions alone. */
  readonly goneSpans: readonly Span[];
  /** The expressions there that have one in their place now. */
  readonly pairs: ReadonlyMap<Expr, Expr>;
  /** Where the expressions stand elsewhere whose values may be others. */
  readonly concernedExpressions: readonly Span[];
  /** Whether the function returns what is written otherwise, or elsewhere. */
  readonly isResultChanged: boolean;
  /** The variables and attributes that are changed or handed on otherwise than before. */
  readonly usedOtherwise: ReadonlySet<string>;
}

export type BodyEdit = StatementEdit | ClosedEdit;

/** The edits of a unit, oldest first, as many as are kept. */
interface Edits {
  readonly first: number;
  readonly list: readonly BodyEdit[];
}

const editsOf = new WeakMap<Scope, Edits>();

/** A database that is so many edits behind begins anew. */
const MAXIMUM_EDITS = 16;

/**
 * The edits between two versions of a unit; null where they are no versions of one, or one of them is too old to tell.
 */
export function editsBetween(before: Unit, after: Unit): readonly BodyEdit[] | null {
  if (before.scope !== after.scope) return null;
  const from = before.edits ?? 0;
  const to = after.edits ?? 0;
  if (from === to) return [];
  const known = editsOf.get(after.scope);
  if (known === undefined || from > to || from < known.first) return null;
  return known.list.slice(from - known.first, to - known.first);
}

/** Layout text in a body that was edited; null where there are directives in one of the versions, which concern more. */
export function notationsOfBody(
  unit: Unit,
  span: Span,
  text: string,
  regions: Parameters<EmbeddedScanner>[1],
  scan: EmbeddedScanner | null,
): readonly Notation[] | null {
  if (unit.directives.some((d) => isInside(d.span, span))) return null;
  if (scan === null || regions.length === 0) return [];
  const { notations, directives } = scan(text, regions);
  return directives.length > 0 ? null : notations;
}

/** The unit with the edited function in the place of the one in a body's region. */
export function withBody(unit: Unit, edit: BodyEdit, gapMap: GapMap, notations: readonly Notation[]): Unit {
  const { region, scope } = edit;
  const of = region.of!;
  const parent = of.around.at(-1)!;
  parent.children[parent.children.indexOf(of.scope)] = scope;
  for (const d of functionDeclarations(of)) d.bodyScope = scope;
  of.scope = scope;
  of.statements = edit.kind === 'statements' ? edit.statements : null;
  const edits = unit.edits ?? 0;
  const known = editsOf.get(unit.scope) ?? { first: edits, list: [] };
  const list = [...known.list, edit];
  const over = Math.max(0, list.length - MAXIMUM_EDITS);
  editsOf.set(unit.scope, { first: known.first + over, list: list.slice(over) });
  const others = unit.notations.filter((n) => !isInside(n.span, of.span));
  return { ...unit, gapMap, notations: [...others, ...notations], edits: edits + 1 };
}

/** The names that a function declares in spans, for what stands outside of these. */
export function declaredAt(root: Scope, spans: readonly Span[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (scope: Scope): void => {
    if (scope !== root && spans.some((span) => isInside(scope.span, span))) return;
    for (const { name, nameSpan } of scope.declarations)
      if (spans.some((span) => isInside(nameSpan, span))) found.add(name);
    for (const child of scope.children) visit(child);
  };
  visit(root);
  return found;
}

/** The names that a statement itself declares for what follows it. */
export function declaredBy(root: Scope, { extent, own }: Statement): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (scope: Scope): void => {
    if (scope !== root && !isInside(extent, scope.span)) return;
    for (const { name, nameSpan } of scope.declarations)
      if (own.some((span) => isInside(nameSpan, span))) found.add(name);
    for (const child of scope.children) visit(child);
  };
  visit(root);
  return found;
}

/** The declarations that open the function. */
const functionDeclarations = ({ around, scope }: FunctionBody): readonly Declaration[] =>
  around.flatMap((s) => s.declarations.filter((d) => d.bodyScope === scope));
