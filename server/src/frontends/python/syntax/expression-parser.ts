// Python's expressions by precedence climbing. A method returns null where the text is no
// expression; `attempt` then goes back to where it began.

import { isTooHigh } from '../../common/height.ts';
import { PrimaryParser } from './primary-parser.ts';
import { as, MAX_DEPTH } from './token-reader.ts';
import type { PyDraft, PyNode } from './tree.ts';

/** Binary operators by how tightly they bind; comparisons, `not`, `and` and `or` are looser. */
const BINARY: Readonly<Record<string, number>> = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '//': 6,
  '%': 6,
  '@': 6,
};
const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);

/** What may follow a complete expression: the commonest expressions are one token long. */
const CLOSING = new Set([',', ')', ']', '=', ':']);

export class ExpressionParser extends PrimaryParser {
  /** `a, *b, c`: one expression, or an expression_list. */
  expressionList(): PyDraft | null {
    const { at } = this;
    const read = this.list(() => this.starOr(() => this.namedExpression()), 'expression_list');
    return read !== null && isTooHigh<PyNode>(read, this.at - at, (node) => node.children) ? null : read;
  }

  /** The target of a for loop. */
  targetList(): PyDraft | null {
    return this.list(() => this.target(), 'pattern_list');
  }

  private list(item: () => PyDraft | null, type: string): PyDraft | null {
    const first = item();
    if (first === null || !this.isOperator(',')) return first;
    const items = [first];
    while (this.take(',')) {
      const next = this.attempt(item);
      if (next === null) break;
      items.push(next);
    }
    return this.node(type, first.start, items);
  }

  target(): PyDraft | null {
    const { start } = this.token;
    if (this.take('*')) {
      const inner = this.target();
      return inner === null ? null : this.node('list_splat_pattern', start, [inner]);
    }
    const open = this.isOperator('(') ? ')' : this.isOperator('[') ? ']' : null;
    if (open !== null) {
      this.at++;
      const items: PyDraft[] = [];
      let commas = 0;
      while (!this.isOperator(open)) {
        const item = this.target();
        if (item === null) return null;
        items.push(item);
        if (!this.take(',')) break;
        commas++;
      }
      if (!this.take(open)) return null;
      if (open === ')' && items.length === 1 && commas === 0) return items[0]!;
      return this.node(open === ')' ? 'tuple_pattern' : 'list_pattern', start, items);
    }
    return this.primary();
  }

  /** `name := value`, or an expression. */
  namedExpression(): PyDraft | null {
    if (this.token.kind === 'name' && this.peek(1).text === ':=') {
      const { start } = this.token;
      const name = this.identifier('name');
      if (name === null) return null;
      this.at++;
      const value = this.expression();
      return value === null ? null : this.node('named_expression', start, [name, as(value, 'value')]);
    }
    return this.expression();
  }

  expression(): PyDraft | null {
    const next = this.tokens[this.at + 1];
    if (
      next !== undefined &&
      (next.kind === 'newline' || (next.kind === 'operator' && CLOSING.has(next.text)))
    ) {
      const { kind, text } = this.token;
      if ((kind === 'name' && text !== 'lambda') || kind === 'number' || kind === 'string')
        return this.atom();
    }
    if (this.depth >= MAX_DEPTH) return null;
    this.depth++;
    const result = this.isName('lambda') ? this.lambda() : this.conditional();
    this.depth--;
    return result;
  }

  private conditional(): PyDraft | null {
    const value = this.disjunction();
    if (value === null || !this.isName('if')) return value;
    this.at++;
    const condition = this.disjunction();
    if (condition === null || !this.takeName('else')) return null;
    const otherwise = this.expression();
    return otherwise === null
      ? null
      : this.node('conditional_expression', value.start, [value, condition, otherwise]);
  }

  private lambda(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const children: PyDraft[] = [];
    if (!this.isOperator(':')) {
      const parameters = this.parameterList(':');
      if (parameters === null) return null;
      children.push({
        ...this.node('lambda_parameters', parameters[0]!.start, parameters),
        field: 'parameters',
      });
    }
    if (!this.take(':')) return null;
    const body = this.expression();
    return body === null ? null : this.node('lambda', start, [...children, as(body, 'body')]);
  }

  protected disjunction(): PyDraft | null {
    return this.logical('or', () => this.logical('and', () => this.negation()));
  }

  private logical(word: string, operand: () => PyDraft | null): PyDraft | null {
    let left = operand();
    while (left !== null && this.isName(word)) {
      const operator = this.operatorNode('operator');
      const right = operand();
      if (right === null) return null;
      const parts: PyDraft[] = [as(left, 'left'), operator, as(right, 'right')];
      left = this.node('boolean_operator', left.start, parts);
    }
    return left;
  }

  private negation(): PyDraft | null {
    if (!this.isName('not')) return this.comparison();
    const { start } = this.token;
    if (this.depth >= MAX_DEPTH) return null;
    this.depth++;
    this.at++;
    const argument = this.negation();
    this.depth--;
    return argument === null ? null : this.node('not_operator', start, [as(argument, 'argument')]);
  }

  private operatorNode(field: string): PyDraft {
    const { text, start, end } = this.token;
    this.at++;
    return { type: text, start, end, field, children: [] };
  }

  private comparison(): PyDraft | null {
    const first = this.binary(1);
    if (first === null) return null;
    const parts: PyDraft[] = [first];
    for (;;) {
      const operator = this.comparisonOperator();
      if (operator === null) break;
      const right = this.binary(1);
      if (right === null) return null;
      parts.push(operator, right);
    }
    return parts.length === 1 ? first : this.node('comparison_operator', first.start, parts);
  }

  private comparisonOperator(): PyDraft | null {
    const { kind, text, start } = this.token;
    if (kind === 'operator') return COMPARISONS.has(text) ? this.operatorNode('operators') : null;
    if (kind !== 'name') return null;
    const follows = this.peek(1).text;
    const isPair = (text === 'not' && follows === 'in') || (text === 'is' && follows === 'not');
    if (!isPair && text !== 'in' && text !== 'is') return null;
    this.at += isPair ? 2 : 1;
    return as(this.node(isPair ? `${text} ${follows}` : text, start, []), 'operators');
  }

  protected binary(minimum: number): PyDraft | null {
    let left = this.unary();
    while (left !== null && this.token.kind === 'operator') {
      const binds = BINARY[this.token.text];
      if (binds === undefined || binds < minimum) break;
      const operator = this.operatorNode('operator');
      const right = this.binary(binds + 1);
      if (right === null) return null;
      const parts: PyDraft[] = [as(left, 'left'), operator, as(right, 'right')];
      left = this.node('binary_operator', left.start, parts);
    }
    return left;
  }

  private unary(): PyDraft | null {
    const { kind, text, start } = this.token;
    if (kind === 'operator' && (text === '-' || text === '+' || text === '~')) {
      if (this.depth >= MAX_DEPTH) return null;
      this.depth++;
      const operator = this.operatorNode('operator');
      const argument = this.unary();
      this.depth--;
      if (argument === null) return null;
      return this.node('unary_operator', start, [operator, as(argument, 'argument')]);
    }
    return this.power();
  }

  private power(): PyDraft | null {
    const { start } = this.token;
    if (this.isName('await')) {
      this.at++;
      const awaited = this.primary();
      return awaited === null ? null : this.node('await', start, [awaited]);
    }
    const base = this.primary();
    if (base === null || !this.isOperator('**')) return base;
    if (this.depth >= MAX_DEPTH) return null;
    this.depth++;
    const operator = this.operatorNode('operator');
    const exponent = this.unary();
    this.depth--;
    if (exponent === null) return null;
    return this.node('binary_operator', start, [as(base, 'left'), operator, as(exponent, 'right')]);
  }
}
