// A statement of a module after an edit in the body of one of its functions: that function is read again, and the rest of
// the statement, and what of the function the edit does not concern, stay the same objects.

import { type DependencyRegion, isInside, replaceBody } from '../common/body-edits.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import { editedText } from '../common/gap-edit.ts';
import type { AttributeAssignment, Declaration, Scope, Unit } from '../common/scope.ts';
import { isSameStructure, wordsIn } from '../common/structure.ts';
import { areUsesAsked, askAsBefore, forgetUses } from './alias-graph.ts';
import { lowerFunction } from './definitions.ts';
import { methodNames } from './edits/method-calls.ts';
import { pairedExpressions } from './edits/paired-expressions.ts';
import { reconciled } from './edits/reconcile.ts';
import { ScopeBuilder } from './scope.ts';
import { lowerStatements } from './statements.ts';
import { endingBehindGap, endsBehindGaps, isApart } from './syntax/gaps.ts';
import { childOf, type PyNode, type PyTree } from './syntax/tree.ts';
import { usedOtherwise } from './unit-uses.ts';

/**
 * The unit with another text, made from its version before; null where more than the body of one function differs, or
 * something outside of the body may depend on the difference by more than what it evaluates there. The scopes are those
 * of the version before, with the function's replaced in them. `read`: the tree of a text.
 */
export function rereadBody(
  unit: Unit,
  source: string,
  read: (text: string) => PyTree,
  scan: EmbeddedScanner | null,
): Unit | null {
  if (unit.gapMap === undefined) return null;
  const edited = editedText(unit, unit.gapMap, source, 'behind-statements');
  if (edited === null) return null;
  const { region, gapMap } = edited;
  const of = region.of!;
  const { text } = gapMap;
  const tree = read(text);
  const isHere = (each: { readonly span: Scope['span'] }): boolean => isInside(each.span, of.span);
  if (!isApart(gapMap, tree.regions) || unit.directives.some(isHere)) return null;
  const regions = tree.regions.filter(({ start, end }) => of.span.start <= start && end <= of.span.end);
  const found = scan === null || regions.length === 0 ? NOTHING : scan(text, regions);
  if (found.directives.length > 0) return null;
  const definition = definitionAt(tree.statements, of.span.start);
  if (definition === null) return null;
  const owner = of.around.at(-1)!;
  const ends = endsBehindGaps(gapMap);
  const again = functionAgain(
    { ...definition, node: endingBehindGap(definition.node, ends), classEnd: ends(definition.classEnd) },
    owner,
    region,
    text,
  );
  if (again === null) return null;
  const { scope: before } = of;
  const type = owner.kind === 'class' ? owner : null;
  let used = NO_NAMES;
  const result = reconciled(before, again.scope, (gone, added) => {
    used = usedOtherwise([before, [...gone.keys()]], [again.scope, [...added.keys()]], type);
    return areUsesAsked(before) ? used : NO_NAMES;
  });
  if (result === null) return null;
  const { names, gone, added, spans } = result;
  const given = attributesIn(owner, of.span);
  if (given.some((part) => [...names].some((name) => wordsIn(part).has(name)))) return null;
  // In which order methods are called is told by all calls of a class.
  const methods = new Set(of.around.flatMap((scope) => (scope.kind === 'class' ? methodsIn(scope) : [])));
  if (!isSameStructure(methodNames(methods, gone), methodNames(methods, added))) return null;
  const notations = [...unit.notations.filter(isHere), ...found.notations].map(({ span }) => span);
  askAsBefore(before, result.scope);
  if (used.size > 0) for (const scope of of.around) forgetUses(scope);
  const { pairs, words } = pairedExpressions([...gone.keys()], [...added.keys()]);
  replaceBody(unit, {
    region,
    before,
    scope: result.scope,
    newReferences: [...words].flatMap((word) => [word, `self.${word}`, `${word}()`]),
    changedSpans: [...spans, ...notations].map(widened),
    isClosed: true,
    pairs,
    goneSpans: [...result.differing, ...notations].map(widened),
    concernedExpressions: result.otherwise.map(widened),
    usedOtherwise: used,
    isResultChanged: !isSameStructure(before.returns, again.scope.returns),
    ...NO_STATEMENTS,
  });
  return {
    ...unit,
    gapMap,
    notations: [...unit.notations.filter((n) => !isHere(n)), ...found.notations],
    edits: (unit.edits ?? 0) + 1,
  };
}

const NOTHING: ReturnType<EmbeddedScanner> = { notations: [], directives: [] };

const NO_STATEMENTS = {
  reboundNames: new Set<string>(),
  escapesChanged: false,
  words: new Set<string>(),
  formerReturningLambdas: new Set<number>(),
  enclosingStatements: [],
  statements: [],
};

/** What nobody wrote has no extent, and stands right behind what somebody did. */
const widened = ({ start, end }: Scope['span']): Scope['span'] =>
  start < end ? { start, end } : { start: start - 1, end: end + 1 };

interface Definition {
  readonly node: PyNode;
  readonly decorators: readonly PyNode[];
  /** Where the innermost class around it ends. */
  readonly classEnd: number;
}

/** The function whose parameters begin at an offset, in classes alone. */
function definitionAt(statements: readonly PyNode[], at: number, classEnd = 0): Definition | null {
  const statement = statements.find(({ start, end }) => start <= at && at < end);
  if (statement === undefined) return null;
  const isDecorated = statement.type === 'decorated_definition';
  const node = isDecorated ? childOf(statement, 'definition') : statement;
  if (node?.type === 'class_definition')
    return definitionAt(childOf(node, 'body')?.children ?? [], at, node.end);
  if (node?.type !== 'function_definition' || childOf(node, 'parameters')?.start !== at) return null;
  return { node, decorators: statement.children.filter(({ type }) => type === 'decorator'), classEnd };
}

/** The function read alone; null where it gives those around it anything else than before. */
function functionAgain(
  { node, decorators, classEnd }: Definition,
  owner: Scope,
  { of, start: body }: DependencyRegion,
  text: string,
): { readonly scope: Scope } | null {
  const { scope: before, span } = of!;
  const declared = owner.declarations.find((d) => d.bodyScope === before);
  const isClass = owner.kind === 'class';
  const into = new ScopeBuilder(isClass ? 'class' : 'file', owner.name);
  into.end = classEnd;
  into.isEdited = true;
  lowerFunction(node, decorators, into, text, lowerStatements);
  const [scope] = into.children;
  const again = into.declarations.at(-1);
  if (scope === undefined || again === undefined || declared === undefined) return null;
  if (into.foreign.size + into.foreignWrites.size > 0 || into.declarations.length > 1) return null;
  const isSame =
    isSameStructure(scope.span, span) &&
    scope.body === body &&
    isSameStructure(declared, again, WITHOUT_BODY);
  if (!isSame) return null;
  const given = [...into.attributes.values()].flat();
  const assigned = [...into.assignments].map(([name, all]) => ({ name, all }));
  const isGiven = isSameStructure(attributesIn(owner, span), [...given, ...assigned]);
  return isGiven ? { scope } : null;
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(['bodyScope']);

type Given = Declaration | { readonly name: string; readonly all: readonly AttributeAssignment[] };

/** What a function gives to attributes, as its class has it. */
function attributesIn(owner: Scope, span: Scope['span']): readonly Given[] {
  if (owner.kind !== 'class') return [];
  const isHere = (each: Scope['span']): boolean => isInside(each, span);
  const given = owner.declarations.filter((d) => isHere(d.span) && d.nameSpan.end > d.nameSpan.start);
  const assigned = [...(owner.attributes ?? [])].flatMap(([name, all]) => {
    const own = all.filter(isHere);
    return own.length === 0 ? [] : [{ name, all: own }];
  });
  return [...given, ...assigned];
}

const methodsIn = ({ declarations }: Scope): readonly string[] =>
  declarations.flatMap((d) => (d.kind === 'function' ? [d.name] : []));

const NO_NAMES: ReadonlySet<string> = new Set();
