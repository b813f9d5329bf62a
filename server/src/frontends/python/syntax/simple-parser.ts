// Python's simple statements: assignments, imports, return and their like.

import { ExpressionParser } from './expression-parser.ts';
import { as, MAX_DEPTH } from './token-reader.ts';
import type { PyDraft } from './tree.ts';

const AUGMENTED = new Set(['+=', '-=', '*=', '/=', '//=', '%=', '**=', '>>=', '<<=', '&=', '^=', '|=', '@=']);

export class SimpleStatementParser extends ExpressionParser {
  /** A statement that fits a line; null where the text is none. */
  simple(): PyDraft | null {
    const { text, start, kind } = this.token;
    if (kind !== 'name') return this.expressionStatement();
    switch (text) {
      case 'return':
        this.at++;
        return this.withOptional('return_statement', start);
      case 'raise':
      case 'break':
      case 'continue':
      case 'pass':
        this.skipToSeparator();
        return this.node(`${text}_statement`, start, []);
      case 'assert': {
        this.at++;
        const list = this.expressionList();
        if (list === null) return null;
        return this.node('assert_statement', start, list.type === 'expression_list' ? list.children : [list]);
      }
      case 'del':
        this.at++;
        return this.withOptional('delete_statement', start);
      case 'global':
      case 'nonlocal': {
        this.at++;
        const names: PyDraft[] = [];
        do {
          const name = this.identifier(null);
          if (name === null) return null;
          names.push(name);
        } while (this.take(','));
        return this.node(`${text}_statement`, start, names);
      }
      case 'import':
        return this.importStatement();
      case 'from':
        return this.importFrom();
      case 'type':
        if (this.peek(1).kind === 'name' && (this.peek(2).text === '=' || this.peek(2).text === '[')) {
          this.skipToSeparator();
          return this.node('type_alias_statement', start, []);
        }
        return this.expressionStatement();
      default:
        return this.expressionStatement();
    }
  }

  private skipToSeparator(): void {
    while (!this.is('newline') && !this.is('end') && !this.isOperator(';')) this.at++;
  }

  private withOptional(type: string, start: number): PyDraft | null {
    if (this.is('newline') || this.is('end') || this.isOperator(';')) return this.node(type, start, []);
    const value = this.expressionList();
    return value === null ? null : this.node(type, start, [value]);
  }

  private dottedName(field: string): PyDraft | null {
    const first = this.identifier(null);
    if (first === null) return null;
    const parts = [first];
    while (this.take('.')) {
      const part = this.identifier(null);
      if (part === null) return null;
      parts.push(part);
    }
    return as(this.node('dotted_name', first.start, parts), field);
  }

  private importedName(): PyDraft | null {
    const name = this.dottedName('name');
    if (name === null || !this.takeName('as')) return name;
    const alias = this.identifier('alias');
    return alias === null ? null : as(this.node('aliased_import', name.start, [name, alias]), 'name');
  }

  private importStatement(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const names: PyDraft[] = [];
    do {
      const name = this.importedName();
      if (name === null) return null;
      names.push(name);
    } while (this.take(','));
    return this.node('import_statement', start, names);
  }

  private importFrom(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const moduleStart = this.token.start;
    let dots = 0;
    while (this.isOperator('.') || this.isOperator('...')) {
      dots += this.token.text.length;
      this.at++;
    }
    const dotted = this.isName('import') ? null : this.dottedName('module_name');
    if (dotted === null && dots === 0) return null;
    const module =
      dots === 0
        ? dotted!
        : {
            ...this.node('relative_import', moduleStart, dotted === null ? [] : [as(dotted, null)]),
            field: 'module_name',
          };
    if (!this.takeName('import')) return null;
    const children = [module];
    if (this.isOperator('*')) {
      const { start: at } = this.token;
      this.at++;
      return this.node('import_from_statement', start, [...children, this.node('wildcard_import', at, [])]);
    }
    const inParentheses = this.take('(');
    do {
      if (inParentheses && this.isOperator(')')) break;
      const name = this.importedName();
      if (name === null) return null;
      children.push(name);
    } while (this.take(','));
    if (inParentheses && !this.take(')')) return null;
    return this.node('import_from_statement', start, children);
  }

  private expressionStatement(): PyDraft | null {
    const { start } = this.token;
    const content = this.assignmentOrExpression();
    return content === null ? null : this.node('expression_statement', start, [content]);
  }

  private assignmentOrExpression(): PyDraft | null {
    const left = this.isName('yield') ? this.yieldExpression() : this.expressionList();
    if (left === null) return null;
    const { text, kind, start, end } = this.token;
    if (kind !== 'operator') return left;
    if (AUGMENTED.has(text)) {
      this.at++;
      const right = this.rightSide();
      if (right === null) return null;
      const operator: PyDraft = { type: text, start, end, field: 'operator', children: [] };
      const parts = [as(left, 'left'), operator, as(right, 'right')];
      return this.node('augmented_assignment', left.start, parts);
    }
    if (text !== '=' && text !== ':') return left;
    const parts: PyDraft[] = [as(asPattern(left), 'left')];
    if (text === ':') {
      this.at++;
      const type = this.typeOf('type');
      if (type === null) return null;
      parts.push(type);
    }
    if (this.take('=')) {
      const right = this.rightSide();
      if (right === null) return null;
      parts.push(as(right, 'right'));
    }
    return this.node('assignment', left.start, parts);
  }

  private rightSide(): PyDraft | null {
    if (this.depth >= MAX_DEPTH) return null;
    this.depth++;
    const right = this.assignmentOrExpression();
    this.depth--;
    return right;
  }

  private yieldExpression(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const isFrom = this.takeName('from');
    if (!isFrom && (this.is('newline') || this.is('end') || this.isOperator(')'))) {
      return this.node('yield', start, []);
    }
    const value = this.expressionList();
    return value === null ? null : this.node('yield', start, [value]);
  }
}

/** The same text as the target of an assignment. */
function asPattern(node: PyDraft): PyDraft {
  const type = PATTERNS[node.type];
  return type === undefined ? node : { ...node, type, children: node.children.map(asPattern) };
}

const PATTERNS: Readonly<Record<string, string>> = {
  expression_list: 'pattern_list',
  tuple: 'tuple_pattern',
  list: 'list_pattern',
  list_splat: 'list_splat_pattern',
};
