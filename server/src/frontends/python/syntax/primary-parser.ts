// What stands between Python's operators: names, literals, brackets, and what follows them, `x.a[i](b)`.

import { ArgumentParser } from './argument-parser.ts';
import { as, MAX_DEPTH } from './token-reader.ts';
import type { PyDraft } from './tree.ts';

export abstract class PrimaryParser extends ArgumentParser {
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

  protected atom(): PyDraft | null {
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
    if (this.isComprehension()) return this.comprehension('generator_expression', start, ')', first);
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
    if (this.isComprehension()) return this.comprehension('list_comprehension', start, ']', first);
    if (this.take(']')) return this.node('list', start, [first]);
    const items = this.items(first, ']');
    return items === null ? null : this.node('list', start, items);
  }

  /** Dictionaries and sets alike; of comprehensions only the extent matters. */
  private braced(): PyDraft | null {
    const { start } = this.token;
    const entries = this.attempt(() => this.entries());
    if (entries !== null) return this.node('dictionary', start, entries);
    if (!this.skipBrackets()) return null;
    return this.node('dictionary', start, []);
  }

  private entries(): PyDraft[] | null {
    this.at++;
    const entries: PyDraft[] = [];
    while (!this.isOperator('}')) {
      const { start } = this.token;
      const first = this.expression();
      if (first === null || this.isComprehension()) return null;
      if (this.take(':')) {
        const value = this.expression();
        if (value === null || this.isComprehension()) return null;
        entries.push(this.node('pair', start, [as(first, 'key'), as(value, 'value')]));
      } else entries.push(first);
      if (!this.take(',')) break;
    }
    return this.take('}') ? entries : null;
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
}

/** One node when an f-string interpolates anything. */
function interpolations(text: string, start: number, end: number): readonly PyDraft[] {
  const quote = text.slice(start, start + 3).search(/["']/);
  if (!/[ft]/i.test(text.slice(start, start + Math.max(0, quote)))) return [];
  const content = text.slice(start, end).replaceAll('{{', '');
  return content.includes('{') ? [{ type: 'interpolation', start, end, field: null, children: [] }] : [];
}
