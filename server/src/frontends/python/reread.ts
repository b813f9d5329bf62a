// A statement of a module after an edit in the body of one of its functions: that function is read again, and the rest of
// the statement, and what of the function the edit does not concern, stay the same objects.

import {
  type ClosedEdit,
  type DependencyRegion,
  isInside,
  notationsOfBody,
  withBody,
} from '../common/body-edits.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import type { EditedText } from '../common/gap-edit.ts';
import { callOfObject, throughSelf } from '../common/references.ts';
import type { AttributeAssignment, Declaration, Scope, Unit } from '../common/scope.ts';
import { isSameStructure, wordsIn } from '../common/structure.ts';
import { usedOtherwise } from './aliases/unit-uses.ts';
import { areUsesAsked, askAsBefore, forgetUses } from './aliases/uses.ts';
import { lowerFunction } from './definitions.ts';
import { methodNames } from './edits/method-calls.ts';
import { pairedExpressions } from './edits/paired-expressions.ts';
import { reconciled } from './edits/reconcile.ts';
import { ScopeBuilder } from './scope.ts';
import { lowerStatements } from './statements.ts';
import { endingBehindGap, endsBehindGaps } from './syntax/gaps.ts';
import { childOf, type PyNode, type PyTree } from './syntax/tree.ts';

/**
 * The unit with another text, made from its version before; null where something outside of the body may depend on the
 * difference by more than what it evaluates there. The scopes are those of the version before, with the function's
 * replaced in them. `tree`: of the text with its gaps.
 */
export function rereadBody(
  unit: Unit,
  { region, gapMap }: EditedText,
  tree: PyTree,
  scan: EmbeddedScanner | null,
): Unit | null {
  const { scope: before, span, around } = region.of!;
  const { text } = gapMap;
  const regions = tree.regions.filter(({ start, end }) => span.start <= start && end <= span.end);
  const found = notationsOfBody(unit, span, text, regions, scan);
  const definition = definitionAt(tree.statements, span.start);
  if (found === null || definition === null) return null;
  const owner = around.at(-1)!;
  const ends = endsBehindGaps(gapMap);
  const scope = functionAgain(
    { ...definition, node: endingBehindGap(definition.node, ends), classEnd: ends(definition.classEnd) },
    owner,
    region,
    text,
  );
  if (scope === null) return null;
  const type = owner.kind === 'class' ? owner : null;
  let used = NO_NAMES;
  const result = reconciled(before, scope, (gone, added) => {
    used = usedOtherwise([before, [...gone.keys()]], [scope, [...added.keys()]], type);
    return areUsesAsked(before) ? used : NO_NAMES;
  });
  if (result === null) return null;
  const { names, gone, added, spans } = result;
  const given = attributesIn(owner, span);
  if (given.some((part) => [...names].some((name) => wordsIn(part).has(name)))) return null;
  // In which order methods are called is told by all calls of a class.
  const methods = new Set(around.flatMap((s) => (s.kind === 'class' ? methodsIn(s) : [])));
  if (!isSameStructure(methodNames(methods, gone), methodNames(methods, added))) return null;
  const notations = [...unit.notations.filter((n) => isInside(n.span, span)), ...found].map((n) => n.span);
  const { pairs, words } = pairedExpressions([...gone.keys()], [...added.keys()]);
  const edit: ClosedEdit = {
    kind: 'closed',
    region,
    before,
    scope: result.merged(),
    newReferences: [...words].flatMap((word) => [word, throughSelf(word), callOfObject(word)]),
    changedSpans: [...spans, ...notations].map(widened),
    pairs,
    goneSpans: [...result.differing, ...notations].map(widened),
    concernedExpressions: result.otherwise.map(widened),
    usedOtherwise: used,
    isResultChanged: !isSameStructure(before.returns, scope.returns),
  };
  askAsBefore(before, edit.scope);
  if (used.size > 0) for (const s of around) forgetUses(s);
  return withBody(unit, edit, gapMap, found);
}

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
): Scope | null {
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
  return isGiven ? scope : null;
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
