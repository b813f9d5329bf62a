// Python's expressions by precedence climbing. A method returns null where the text is no
// expression; `attempt` then goes back to where it began.

import { as, TokenReader } from './python-token-reader.ts';
import type { PyDraft } from './python-tree.ts';

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
/** Deeper nesting is refused rather than left to overflow the stack. */
const MAX_DEPTH = 200;

/** What may follow a complete expression: the commonest expressions are one token long. */
const CLOSING = new Set([',', ')', ']', '=', ':']);

export class ExpressionParser extends TokenReader {
  /** `a, *b, c`: one expression, or an expression_list. */
  expressionList(): PyDraft | null {
    return this.list(() => this.starOr(() => this.namedExpression()), 'expression_list');
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

  private starOr(read: () => PyDraft | null): PyDraft | null {
    const { start } = this.token;
    if (!this.take('*')) return read();
    const operand = this.binary(1);
    return operand === null ? null : this.node('list_splat', start, [operand]);
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

  private disjunction(): PyDraft | null {
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
    this.at++;
    const argument = this.negation();
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

  private binary(minimum: number): PyDraft | null {
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
    const operator = this.operatorNode('operator');
    const exponent = this.unary();
    if (exponent === null) return null;
    return this.node('binary_operator', start, [as(base, 'left'), operator, as(exponent, 'right')]);
  }

  protected primary(): PyDraft | null {
    let object = this.atom();
    while (object !== null && this.token.kind === 'operator') {
      const { start } = object;
      if (this.isOperator('.')) {
        this.at++;
        const name = this.attribute();
        if (name === null) return null;
        object = this.node('attribute', start, [as(object, 'object'), name]);
      } else if (this.isOperator('(')) {
        const list = this.callArguments();
        if (list === null) return null;
        object = this.node('call', start, [as(object, 'function'), as(list, 'arguments')]);
      } else if (this.isOperator('[')) {
        const subscripts = this.subscripts();
        if (subscripts === null) return null;
        object = this.node('subscript', start, [as(object, 'value'), ...subscripts]);
      } else break;
    }
    return object;
  }

  /** The name behind a dot; a keyword is none. */
  private attribute(): PyDraft | null {
    return this.identifier('attribute');
  }

  private atom(): PyDraft | null {
    const { kind, text, start, end } = this.token;
    const leaf = (type: string): PyDraft => {
      this.at++;
      return { type, start, end, field: null, children: [] };
    };
    if (kind === 'number') {
      const digits = this.text.slice(start, end);
      return leaf(/^(?:0[xXbBoO][\da-fA-F_]+|[\d_]+)$/.test(digits) ? 'integer' : 'float');
    }
    if (kind === 'string') return this.strings();
    if (kind === 'name') {
      if (text === 'True') return leaf('true');
      if (text === 'False') return leaf('false');
      if (text === 'None') return leaf('none');
      return this.identifier(null);
    }
    if (kind !== 'operator' || this.depth >= MAX_DEPTH) return null;
    this.depth++;
    let result: PyDraft | null = null;
    if (text === '(') result = this.parenthesized();
    else if (text === '[') result = this.bracketed();
    else if (text === '{') result = this.braced();
    else if (text === '...') result = leaf('ellipsis');
    this.depth--;
    return result;
  }

  private strings(): PyDraft {
    const { start } = this.token;
    const parts: PyDraft[] = [];
    while (this.token.kind === 'string') {
      const { start: from, end } = this.token;
      this.at++;
      parts.push({
        type: 'string',
        start: from,
        end,
        field: null,
        children: interpolations(this.text, from, end),
      });
    }
    return parts.length === 1 ? parts[0]! : this.node('concatenated_string', start, parts);
  }

  private parenthesized(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    if (this.take(')')) return this.node('tuple', start, []);
    if (this.isName('yield')) {
      this.skipTo(')');
      return this.take(')')
        ? this.node('parenthesized_expression', start, [this.node('yield', start, [])])
        : null;
    }
    const first = this.starOr(() => this.namedExpression());
    if (first === null) return null;
    if (this.isComprehension()) return this.comprehension('generator_expression', start, ')');
    if (this.take(')')) return this.node('parenthesized_expression', start, [first]);
    const items = this.items(first, ')');
    return items === null ? null : this.node('tuple', start, items);
  }

  private bracketed(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    if (this.take(']')) return this.node('list', start, []);
    const first = this.starOr(() => this.namedExpression());
    if (first === null) return null;
    if (this.isComprehension()) return this.comprehension('list_comprehension', start, ']');
    if (this.take(']')) return this.node('list', start, [first]);
    const items = this.items(first, ']');
    return items === null ? null : this.node('list', start, items);
  }

  /** Sets and dictionaries have no value here; only their extent matters. */
  private braced(): PyDraft | null {
    const { start } = this.token;
    if (!this.skipBrackets()) return null;
    return this.node('dictionary', start, []);
  }

  private items(first: PyDraft, close: string): PyDraft[] | null {
    const items = [first];
    while (this.take(',')) {
      if (this.isOperator(close)) break;
      const item = this.starOr(() => this.namedExpression());
      if (item === null) return null;
      items.push(item);
    }
    return this.take(close) ? items : null;
  }

  private isComprehension(): boolean {
    return this.isName('for') || (this.isName('async') && this.peek(1).text === 'for');
  }

  private comprehension(type: string, start: number, close: string): PyDraft | null {
    this.skipTo(close);
    return this.take(close) ? this.node(type, start, []) : null;
  }

  /** Past everything up to the bracket that closes the one that is open. */
  private skipTo(close: string): void {
    let depth = 0;
    while (this.token.kind !== 'end') {
      const { kind, text } = this.token;
      if (kind === 'operator') {
        if (depth === 0 && text === close) return;
        if (text === '(' || text === '[' || text === '{') depth++;
        if (text === ')' || text === ']' || text === '}') depth--;
        if (depth < 0) return;
      }
      this.at++;
    }
  }

  skipBrackets(): boolean {
    const close = { '(': ')', '[': ']', '{': '}' }[this.token.text];
    if (close === undefined) return false;
    this.at++;
    this.skipTo(close);
    return this.take(close);
  }

  callArguments(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const items: PyDraft[] = [];
    while (!this.isOperator(')')) {
      const item = this.callArgument();
      if (item === null) return null;
      if (this.isComprehension()) {
        return items.length === 0 ? this.comprehension('generator_expression', start, ')') : null;
      }
      items.push(item);
      if (!this.take(',')) break;
    }
    return this.take(')') ? this.node('argument_list', start, items) : null;
  }

  private callArgument(): PyDraft | null {
    const { start, kind } = this.token;
    if (this.take('**')) {
      const value = this.expression();
      return value === null ? null : this.node('dictionary_splat', start, [value]);
    }
    if (kind === 'name' && this.peek(1).text === '=') {
      const name = this.identifier('name');
      if (name === null) return null;
      this.at++;
      const value = this.expression();
      return value === null ? null : this.node('keyword_argument', start, [name, as(value, 'value')]);
    }
    return this.starOr(() => this.namedExpression());
  }

  private subscripts(): PyDraft[] | null {
    this.at++;
    const items: PyDraft[] = [];
    while (!this.isOperator(']')) {
      const item = this.starOr(() => this.subscript());
      if (item === null) return null;
      items.push(as(item, 'subscript'));
      if (!this.take(',')) break;
    }
    return this.take(']') ? items : null;
  }

  private subscript(): PyDraft | null {
    const { start } = this.token;
    const parts: PyDraft[] = [];
    let colons = 0;
    for (;;) {
      if (this.take(':')) {
        colons++;
      } else if (this.isOperator(',') || this.isOperator(']')) {
        break;
      } else {
        const part = this.namedExpression();
        if (part === null) return null;
        parts.push(part);
        if (!this.isOperator(':')) break;
      }
    }
    if (colons > 0) return this.node('slice', start, parts);
    return parts[0] ?? null;
  }

  parameters(type: string, close: string): PyDraft | null {
    const { start } = this.token;
    if (!this.take('(')) return null;
    const list = this.parameterList(close);
    return list !== null && this.take(close) ? this.node(type, start, list) : null;
  }

  private parameterList(close: string): PyDraft[] | null {
    const list: PyDraft[] = [];
    while (!this.isOperator(close)) {
      const parameter = this.parameter(close === ')');
      if (parameter === null) return null;
      list.push(parameter);
      if (!this.take(',')) break;
    }
    return list;
  }

  private parameter(mayHaveType: boolean): PyDraft | null {
    const { start, text } = this.token;
    if (this.take('/')) return this.node('positional_separator', start, []);
    let name: PyDraft | null;
    if (text === '*' || text === '**') {
      this.at++;
      if (text === '*' && (this.isOperator(',') || this.isOperator(')')))
        return this.node('keyword_separator', start, []);
      const collected = this.identifier(null);
      if (collected === null) return null;
      name = this.node(text === '*' ? 'list_splat_pattern' : 'dictionary_splat_pattern', start, [collected]);
    } else {
      name = this.identifier(null);
    }
    if (name === null) return null;
    let type: PyDraft | null = null;
    if (mayHaveType && this.take(':')) {
      type = this.typeOf('type');
      if (type === null) return null;
    }
    if (this.take('=')) {
      const value = this.expression();
      if (value === null) return null;
      const parts = [as(name, 'name'), ...(type === null ? [] : [type]), as(value, 'value')];
      return this.node(type === null ? 'default_parameter' : 'typed_default_parameter', start, parts);
    }
    return type === null ? name : this.node('typed_parameter', start, [name, type]);
  }

  typeOf(field: string): PyDraft | null {
    const { start } = this.token;
    const type = this.starOr(() => this.expression());
    return type === null ? null : as(this.node('type', start, [type]), field);
  }
}

/** One node when an f-string interpolates anything. */
function interpolations(text: string, start: number, end: number): readonly PyDraft[] {
  const quote = text.slice(start, start + 3).search(/["']/);
  if (!/[ft]/i.test(text.slice(start, start + Math.max(0, quote)))) return [];
  const content = text.slice(start, end).replaceAll('{{', '');
  return content.includes('{') ? [{ type: 'interpolation', start, end, field: null, children: [] }] : [];
}
