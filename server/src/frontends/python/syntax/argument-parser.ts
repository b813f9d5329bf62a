// The arguments of Python's calls, subscripts, and the parameters of functions and lambdas.

import { as, TokenReader } from './token-reader.ts';
import type { PyDraft } from './tree.ts';

export abstract class ArgumentParser extends TokenReader {
  abstract expression(): PyDraft | null;
  abstract namedExpression(): PyDraft | null;
  protected abstract binary(minimum: number): PyDraft | null;

  protected starOr(read: () => PyDraft | null): PyDraft | null {
    const { start } = this.token;
    if (!this.take('*')) return read();
    const operand = this.binary(1);
    return operand === null ? null : this.node('list_splat', start, [operand]);
  }

  protected isComprehension(): boolean {
    return this.isName('for') || (this.isName('async') && this.peek(1).text === 'for');
  }

  abstract targetList(): PyDraft | null;
  protected abstract disjunction(): PyDraft | null;

  /** What follows the body of a comprehension. Of asynchronous ones only the extent is read. */
  protected comprehension(type: string, start: number, close: string, body: PyDraft): PyDraft | null {
    const clauses = this.attempt(() => this.clauses(close));
    if (clauses !== null) return this.node(type, start, [as(body, 'body'), ...clauses]);
    this.skipTo(close);
    return this.take(close) ? this.node(type, start, []) : null;
  }

  /** `for x in xs if c for y in ys]` */
  private clauses(close: string): PyDraft[] | null {
    const clauses: PyDraft[] = [];
    while (!this.take(close)) {
      const { start } = this.token;
      const isLoop = this.takeName('for');
      if (!isLoop && !this.takeName('if')) return null;
      const left = isLoop ? this.targetList() : null;
      if (isLoop && (left === null || !this.takeName('in'))) return null;
      const right = this.disjunction();
      if (right === null) return null;
      const clause =
        left === null
          ? this.node('if_clause', start, [right])
          : this.node('for_in_clause', start, [as(left, 'left'), as(right, 'right')]);
      clauses.push(clause);
    }
    return clauses;
  }

  /** Past everything up to the bracket that closes the one that is open. */
  protected skipTo(close: string): void {
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
        return items.length === 0 ? this.comprehension('generator_expression', start, ')', item) : null;
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

  protected subscripts(): PyDraft[] | null {
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

  protected parameterList(close: string): PyDraft[] | null {
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
