// Python's expressions by precedence climbing. A method returns null where the text is no
// expression; `attempt` then goes back to where it began.

import type { Token, TokenKind } from './python-tokens.ts';
import type { PyNode } from './python-tree.ts';

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

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

export class ExpressionParser {
  readonly text: string;
  readonly tokens: readonly Token[];
  at = 0;
  private depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.tokens = tokens;
  }

  get token(): Token {
    return this.tokens[this.at] ?? this.tokens[this.tokens.length - 1]!;
  }
  peek(distance: number): Token {
    return this.tokens[this.at + distance] ?? this.tokens[this.tokens.length - 1]!;
  }
  is(kind: TokenKind): boolean {
    return this.token.kind === kind;
  }
  isOperator(text: string): boolean {
    return this.token.kind === 'operator' && this.token.text === text;
  }
  isName(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text;
  }
  take(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.at++;
    return true;
  }
  takeName(text: string): boolean {
    if (!this.isName(text)) return false;
    this.at++;
    return true;
  }
  attempt<T>(read: () => T | null): T | null {
    const before = this.at;
    const result = read();
    if (result === null) this.at = before;
    return result;
  }

  /** A node from `start` to the end of the last token read; a block, to the end of its last statement. */
  node(type: string, start: number, children: readonly PyNode[]): PyNode {
    let last = this.at - 1;
    while (last > 0 && isLayoutToken(this.tokens[last]!)) last--;
    const end = Math.max(start, this.tokens[last]?.end ?? start, children.at(-1)?.end ?? start);
    return { type, start, end, field: null, children };
  }

  identifier(field: string | null): PyNode | null {
    const { kind, text, start, end } = this.token;
    if (kind !== 'name' || KEYWORDS.has(text)) return null;
    this.at++;
    return { type: 'identifier', start, end, field, children: [] };
  }

  /** `a, *b, c`: one expression, or an expression_list. */
  expressionList(): PyNode | null {
    return this.list(() => this.starOr(() => this.namedExpression()), 'expression_list');
  }

  /** The target of a for loop. */
  targetList(): PyNode | null {
    return this.list(() => this.target(), 'pattern_list');
  }

  private list(item: () => PyNode | null, type: string): PyNode | null {
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

  target(): PyNode | null {
    const { start } = this.token;
    if (this.take('*')) {
      const inner = this.target();
      return inner === null ? null : this.node('list_splat_pattern', start, [inner]);
    }
    const open = this.isOperator('(') ? ')' : this.isOperator('[') ? ']' : null;
    if (open !== null) {
      this.at++;
      const items: PyNode[] = [];
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

  private starOr(read: () => PyNode | null): PyNode | null {
    const { start } = this.token;
    if (!this.take('*')) return read();
    const operand = this.binary(1);
    return operand === null ? null : this.node('list_splat', start, [operand]);
  }

  /** `name := value`, or an expression. */
  namedExpression(): PyNode | null {
    if (this.token.kind === 'name' && this.peek(1).text === ':=') {
      const { start } = this.token;
      const name = this.identifier('name');
      if (name === null) return null;
      this.at++;
      const value = this.expression();
      return value === null
        ? null
        : this.node('named_expression', start, [name, { ...value, field: 'value' }]);
    }
    return this.expression();
  }

  expression(): PyNode | null {
    if (this.depth >= MAX_DEPTH) return null;
    this.depth++;
    const result = this.isName('lambda') ? this.lambda() : this.conditional();
    this.depth--;
    return result;
  }

  private conditional(): PyNode | null {
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

  private lambda(): PyNode | null {
    const { start } = this.token;
    this.at++;
    const children: PyNode[] = [];
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
    return body === null ? null : this.node('lambda', start, [...children, { ...body, field: 'body' }]);
  }

  private disjunction(): PyNode | null {
    return this.logical('or', () => this.logical('and', () => this.negation()));
  }

  private logical(word: string, operand: () => PyNode | null): PyNode | null {
    let left = operand();
    while (left !== null && this.isName(word)) {
      const operator = this.operatorNode('operator');
      const right = operand();
      if (right === null) return null;
      const parts: PyNode[] = [{ ...left, field: 'left' }, operator, { ...right, field: 'right' }];
      left = this.node('boolean_operator', left.start, parts);
    }
    return left;
  }

  private negation(): PyNode | null {
    if (!this.isName('not')) return this.comparison();
    const { start } = this.token;
    this.at++;
    const argument = this.negation();
    return argument === null ? null : this.node('not_operator', start, [{ ...argument, field: 'argument' }]);
  }

  private operatorNode(field: string): PyNode {
    const { text, start, end } = this.token;
    this.at++;
    return { type: text, start, end, field, children: [] };
  }

  private comparison(): PyNode | null {
    const first = this.binary(1);
    if (first === null) return null;
    const parts: PyNode[] = [first];
    for (;;) {
      const operator = this.comparisonOperator();
      if (operator === null) break;
      const right = this.binary(1);
      if (right === null) return null;
      parts.push(operator, right);
    }
    return parts.length === 1 ? first : this.node('comparison_operator', first.start, parts);
  }

  private comparisonOperator(): PyNode | null {
    const { kind, text, start } = this.token;
    if (kind === 'operator') return COMPARISONS.has(text) ? this.operatorNode('operators') : null;
    if (kind !== 'name') return null;
    const follows = this.peek(1).text;
    const isPair = (text === 'not' && follows === 'in') || (text === 'is' && follows === 'not');
    if (!isPair && text !== 'in' && text !== 'is') return null;
    this.at += isPair ? 2 : 1;
    return { ...this.node(isPair ? `${text} ${follows}` : text, start, []), field: 'operators' };
  }

  private binary(minimum: number): PyNode | null {
    let left = this.unary();
    while (left !== null && this.token.kind === 'operator') {
      const binds = BINARY[this.token.text];
      if (binds === undefined || binds < minimum) break;
      const operator = this.operatorNode('operator');
      const right = this.binary(binds + 1);
      if (right === null) return null;
      const parts: PyNode[] = [{ ...left, field: 'left' }, operator, { ...right, field: 'right' }];
      left = this.node('binary_operator', left.start, parts);
    }
    return left;
  }

  private unary(): PyNode | null {
    const { kind, text, start } = this.token;
    if (kind === 'operator' && (text === '-' || text === '+' || text === '~')) {
      if (this.depth >= MAX_DEPTH) return null;
      this.depth++;
      const operator = this.operatorNode('operator');
      const argument = this.unary();
      this.depth--;
      if (argument === null) return null;
      return this.node('unary_operator', start, [operator, { ...argument, field: 'argument' }]);
    }
    return this.power();
  }

  private power(): PyNode | null {
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
    return this.node('binary_operator', start, [
      { ...base, field: 'left' },
      operator,
      { ...exponent, field: 'right' },
    ]);
  }

  protected primary(): PyNode | null {
    let object = this.atom();
    while (object !== null && this.token.kind === 'operator') {
      const { start } = object;
      if (this.isOperator('.')) {
        this.at++;
        const name = this.attribute();
        if (name === null) return null;
        object = this.node('attribute', start, [{ ...object, field: 'object' }, name]);
      } else if (this.isOperator('(')) {
        const list = this.callArguments();
        if (list === null) return null;
        object = this.node('call', start, [
          { ...object, field: 'function' },
          { ...list, field: 'arguments' },
        ]);
      } else if (this.isOperator('[')) {
        const subscripts = this.subscripts();
        if (subscripts === null) return null;
        object = this.node('subscript', start, [{ ...object, field: 'value' }, ...subscripts]);
      } else break;
    }
    return object;
  }

  /** The name behind a dot; a keyword is none. */
  private attribute(): PyNode | null {
    return this.identifier('attribute');
  }

  private atom(): PyNode | null {
    const { kind, text, start, end } = this.token;
    const leaf = (type: string): PyNode => {
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
    let result: PyNode | null = null;
    if (text === '(') result = this.parenthesized();
    else if (text === '[') result = this.bracketed();
    else if (text === '{') result = this.braced();
    else if (text === '...') result = leaf('ellipsis');
    this.depth--;
    return result;
  }

  private strings(): PyNode {
    const { start } = this.token;
    const parts: PyNode[] = [];
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

  private parenthesized(): PyNode | null {
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

  private bracketed(): PyNode | null {
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
  private braced(): PyNode | null {
    const { start } = this.token;
    if (!this.skipBrackets()) return null;
    return this.node('dictionary', start, []);
  }

  private items(first: PyNode, close: string): PyNode[] | null {
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

  private comprehension(type: string, start: number, close: string): PyNode | null {
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

  callArguments(): PyNode | null {
    const { start } = this.token;
    this.at++;
    const items: PyNode[] = [];
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

  private callArgument(): PyNode | null {
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
      return value === null
        ? null
        : this.node('keyword_argument', start, [name, { ...value, field: 'value' }]);
    }
    return this.starOr(() => this.namedExpression());
  }

  private subscripts(): PyNode[] | null {
    this.at++;
    const items: PyNode[] = [];
    while (!this.isOperator(']')) {
      const item = this.starOr(() => this.subscript());
      if (item === null) return null;
      items.push({ ...item, field: 'subscript' });
      if (!this.take(',')) break;
    }
    return this.take(']') ? items : null;
  }

  private subscript(): PyNode | null {
    const { start } = this.token;
    const parts: PyNode[] = [];
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

  parameters(type: string, close: string): PyNode | null {
    const { start } = this.token;
    if (!this.take('(')) return null;
    const list = this.parameterList(close);
    return list !== null && this.take(close) ? this.node(type, start, list) : null;
  }

  private parameterList(close: string): PyNode[] | null {
    const list: PyNode[] = [];
    while (!this.isOperator(close)) {
      const parameter = this.parameter(close === ')');
      if (parameter === null) return null;
      list.push(parameter);
      if (!this.take(',')) break;
    }
    return list;
  }

  private parameter(mayHaveType: boolean): PyNode | null {
    const { start, text } = this.token;
    if (this.take('/')) return this.node('positional_separator', start, []);
    let name: PyNode | null;
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
    let type: PyNode | null = null;
    if (mayHaveType && this.take(':')) {
      type = this.typeOf('type');
      if (type === null) return null;
    }
    if (this.take('=')) {
      const value = this.expression();
      if (value === null) return null;
      const parts = [
        { ...name, field: 'name' },
        ...(type === null ? [] : [type]),
        { ...value, field: 'value' },
      ];
      return this.node(type === null ? 'default_parameter' : 'typed_default_parameter', start, parts);
    }
    return type === null ? name : this.node('typed_parameter', start, [name, type]);
  }

  typeOf(field: string): PyNode | null {
    const { start } = this.token;
    const type = this.starOr(() => this.expression());
    return type === null ? null : { ...this.node('type', start, [type]), field };
  }
}

const isLayoutToken = ({ kind }: Token): boolean =>
  kind === 'newline' || kind === 'indent' || kind === 'dedent';

/** One node when an f-string interpolates anything. */
function interpolations(text: string, start: number, end: number): readonly PyNode[] {
  const quote = text.slice(start, start + 3).search(/["']/);
  if (!/[ft]/i.test(text.slice(start, start + Math.max(0, quote)))) return [];
  const content = text.slice(start, end).replaceAll('{{', '');
  return content.includes('{') ? [{ type: 'interpolation', start, end, field: null, children: [] }] : [];
}
