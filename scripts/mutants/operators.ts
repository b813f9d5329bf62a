// The small changes that are tried: each is a slip that somebody could make and that the types let pass.

import {
  type Block,
  type CallExpression,
  type Expression,
  type IfStatement,
  isArrowFunction,
  isBlock,
  isCallExpression,
  isFunctionLikeDeclaration,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  type NewExpression,
  type Node,
  type PrefixUnaryExpression,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Type, TypeFlags } from 'typescript/unstable/sync';

export interface Change {
  readonly operator: string;
  /** What is replaced: an expression by an expression, a statement by a statement. */
  readonly node: Node;
  readonly text: string;
  readonly isStatement: boolean;
  /** Of an `if` that is left out: where this is false, nothing is. */
  readonly condition?: string;
}

/** The types of a file's expressions, asked for all at once. */
type TypeOf = (node: Node) => Type | undefined;

const SWAPPED: ReadonlyMap<string, readonly [operator: string, by: string]> = new Map([
  ['<', ['comparison', '<=']],
  ['<=', ['comparison', '<']],
  ['>', ['comparison', '>=']],
  ['>=', ['comparison', '>']],
  ['===', ['comparison', '!==']],
  ['!==', ['comparison', '===']],
  ['&&', ['and/or', '||']],
  ['||', ['and/or', '&&']],
  ['+', ['arithmetic', '-']],
  ['-', ['arithmetic', '+']],
  ['*', ['arithmetic', '+']],
  ['/', ['arithmetic', '*']],
  ['%', ['arithmetic', '*']],
]);

/** Methods that do much the same. */
const SIBLINGS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  max: 'min',
  min: 'max',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  find: 'findLast',
  indexOf: 'lastIndexOf',
};

const expression = (operator: string, node: Node, text: string): Change => ({
  operator,
  node,
  text,
  isStatement: false,
});
const statement = (operator: string, node: Node, text: string): Change => ({
  operator,
  node,
  text,
  isStatement: true,
});

const isText = (type: Type | undefined): boolean =>
  type !== undefined && (type.flags & TypeFlags.StringLike) !== 0;

/** The changes of one node; those of the nodes in it are asked for by themselves. */
export function changesOf(node: Node, typeOf: TypeOf): readonly Change[] {
  switch (node.kind) {
    case SyntaxKind.BinaryExpression:
      return ofBinary(node as never, typeOf);
    case SyntaxKind.PrefixUnaryExpression:
      return ofPrefix(node as PrefixUnaryExpression);
    case SyntaxKind.NumericLiteral:
      return ofNumber(node as Expression);
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
      return ofString(node);
    case SyntaxKind.TrueKeyword:
      return isValue(node) ? [expression('boolean', node, 'false')] : [];
    case SyntaxKind.FalseKeyword:
      return isValue(node) ? [expression('boolean', node, 'true')] : [];
    case SyntaxKind.AwaitExpression:
      return [expression('drop await', node, (node as unknown as { expression: Node }).expression.getText())];
    case SyntaxKind.CallExpression:
      return ofCall(node as CallExpression, typeOf);
    case SyntaxKind.ConditionalExpression:
      return [negated((node as unknown as { condition: Expression }).condition)];
    case SyntaxKind.IfStatement:
      return ofIf(node as IfStatement);
    case SyntaxKind.ExpressionStatement:
      return isStringLiteral((node as unknown as { expression: Node }).expression)
        ? []
        : [statement('drop statement', node, '')];
    case SyntaxKind.ContinueStatement:
      return [statement('drop statement', node, '')];
    case SyntaxKind.ReturnStatement:
      return ofReturned((node as unknown as { expression?: Expression }).expression, typeOf);
    case SyntaxKind.ArrowFunction: {
      const { body } = node as unknown as { body: Block | Expression };
      return isBlock(body) ? [] : ofReturned(body, typeOf);
    }
    default:
      return [];
  }
}

function ofBinary(
  node: { readonly left: Node; readonly right: Node; readonly operatorToken: Node } & Node,
  typeOf: TypeOf,
): readonly Change[] {
  const [left, right, operator] = [node.left.getText(), node.right.getText(), node.operatorToken.getText()];
  if (operator === '??') return [expression('drop default', node, left)];
  const swapped = SWAPPED.get(operator);
  if (swapped === undefined) return [];
  const isSum = swapped[0] === 'arithmetic';
  if (isSum && (isText(typeOf(node)) || isText(typeOf(node.left)))) return [];
  return [expression(swapped[0], node, `(${left}) ${swapped[1]} (${right})`)];
}

function ofPrefix(node: PrefixUnaryExpression): readonly Change[] {
  const isSign = node.operator === SyntaxKind.MinusToken;
  if (!isSign && node.operator !== SyntaxKind.ExclamationToken) return [];
  return [expression(isSign ? 'drop sign' : 'drop negation', node, node.operand.getText())];
}

function ofNumber(node: Expression): readonly Change[] {
  if (!isValue(node)) return [];
  const text = node.getText();
  return /^[\d_]+$/.test(text) ? [expression('number', node, `(${text} + 1)`)] : [];
}

function ofString(node: Node): readonly Change[] {
  if (!isValue(node)) return [];
  const { text } = node as unknown as { text: string };
  return [expression('string', node, text === '' ? "'x'" : "''")];
}

const negated = (condition: Expression): Change =>
  expression('negate condition', condition, `!(${condition.getText()})`);

function ofIf(node: IfStatement): readonly Change[] {
  const { elseStatement } = node;
  if (elseStatement === undefined) {
    const dropped = { ...statement('drop statement', node, ''), condition: node.expression.getText() };
    return [negated(node.expression), dropped];
  }
  return [negated(node.expression), statement('drop else', elseStatement, '')];
}

function ofCall(node: CallExpression, typeOf: TypeOf): readonly Change[] {
  // Brackets around a part of `a?.b()` would change what is left out.
  if (node.getText().includes('?.')) return [];
  const changes: Change[] = [];
  const call = node.expression;
  const words = node.arguments.map((argument) => argument.getText());
  if (isPropertyAccessExpression(call)) {
    const receiver = call.expression.getText();
    const sibling = Object.hasOwn(SIBLINGS, call.name.text) ? SIBLINGS[call.name.text] : undefined;
    if (sibling !== undefined)
      changes.push(expression('method', node, `${receiver}.${sibling}(${words.join(', ')})`));
    if (['filter', 'reverse', 'sort', 'trim'].includes(call.name.text))
      changes.push(expression('drop call', node, receiver));
  }
  // In these the order says nothing.
  if (/^Math\.(?:min|max)$/.test(call.getText())) return changes;
  for (const [i, second] of node.arguments.entries()) {
    const first = node.arguments[i - 1];
    if (first === undefined || words[i] === words[i - 1]) continue;
    const [one, other] = [typeOf(first), typeOf(second)];
    if (one === undefined || !sameKind(one, other)) continue;
    const swapped = words.with(i, words[i - 1]!).with(i - 1, words[i]!);
    changes.push(expression('swap arguments', node, `${call.getText()}(${swapped.join(', ')})`));
  }
  return changes;
}

/** Whether one may stand for the other as far as a reader of the types can tell. */
function sameKind(one: Type, other: Type | undefined): boolean {
  if (other === undefined) return false;
  if (one.id === other.id) return true;
  const kinds = [TypeFlags.NumberLike, TypeFlags.StringLike, TypeFlags.BooleanLike];
  return kinds.some((kind) => (one.flags & kind) !== 0 && (other.flags & kind) !== 0);
}

function ofReturned(value: Expression | undefined, typeOf: TypeOf): readonly Change[] {
  if (value === undefined || isArrowFunction(value) || isPlain(value)) return [];
  const empty = emptyFor(declaredReturn(value)) ?? emptyOf(typeOf(value));
  return empty === null || empty === value.getText() ? [] : [expression('return', value, empty)];
}

/** What the function around an expression says that it returns. */
function declaredReturn(value: Expression): string {
  let node: Node = value.parent;
  while (!isFunctionLikeDeclaration(node)) node = node.parent;
  return node.type?.getText() ?? '';
}

/** `null`, literals and the like have their own changes. */
const isPlain = (value: Expression): boolean =>
  [
    SyntaxKind.NullKeyword,
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
    SyntaxKind.NumericLiteral,
  ].includes(value.kind) ||
  isStringLiteral(value) ||
  isNoSubstitutionTemplateLiteral(value);

/** A value of a declared type that says nothing. */
function emptyFor(declared: string): string | null {
  if (/\| null$/.test(declared)) return 'null';
  if (/\| undefined$/.test(declared)) return 'undefined';
  if (/^readonly [^|]*\[\]$/.test(declared)) return '[]';
  return null;
}

/** A value of a plain type that says nothing. */
function emptyOf(type: Type | undefined): string | null {
  if (type === undefined) return null;
  if ((type.flags & TypeFlags.BooleanLike) !== 0) return 'false';
  if ((type.flags & TypeFlags.NumberLike) !== 0) return '0';
  return isText(type) ? "''" : null;
}

/** Whether a literal stands where any expression may: not in a type, a name or an import. */
function isValue(node: Node): boolean {
  const { parent } = node;
  switch (parent.kind) {
    case SyntaxKind.LiteralType:
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.ExportDeclaration:
    case SyntaxKind.ImportAttribute:
    case SyntaxKind.ExpressionStatement:
    case SyntaxKind.TaggedTemplateExpression:
      return false;
    // What a defect of ours says is no behaviour.
    case SyntaxKind.NewExpression:
      return !(parent as NewExpression).expression.getText().endsWith('Error');
    case SyntaxKind.PropertyAssignment:
    case SyntaxKind.PropertyDeclaration:
    case SyntaxKind.MethodDeclaration:
    case SyntaxKind.GetAccessor:
    case SyntaxKind.EnumMember:
      return (parent as unknown as { name: Node }).name.pos !== node.pos;
    case SyntaxKind.BindingElement:
      return (parent as unknown as { initializer?: Node }).initializer?.pos === node.pos;
    case SyntaxKind.CallExpression:
      return (
        (parent as CallExpression).expression.kind !== SyntaxKind.ImportKeyword && isCallExpression(parent)
      );
    default:
      return true;
  }
}
