// The text of Python statements → nodes named as tree-sitter-python names them.
//
// It accepts what Python accepts, and more: it is no judge of programs. A statement that it cannot
// read is an ERROR node, and the next one is read as if nothing were wrong.

import { SimpleStatementParser } from './simple-parser.ts';
import { as } from './token-reader.ts';
import { tokenize } from './tokens.ts';
import type { PyDraft, PyTree } from './tree.ts';

/** Reads text[from, to), which begins with a statement or a comment. */
export function parsePython(text: string, from: number, to: number): PyTree {
  const { tokens, regions } = tokenize(text, from, to);
  const parser = new StatementParser(text, tokens);
  return { root: parser.module(from, to), regions };
}

class StatementParser extends SimpleStatementParser {
  module(start: number, end: number): PyDraft {
    const children: PyDraft[] = [];
    while (!this.is('end')) children.push(...this.statements());
    return { type: 'module', start, end, field: null, children };
  }

  /** The statements of a line, or one compound statement. Always moves on. */
  statements(): PyDraft[] {
    const before = this.at;
    const { kind, text, start } = this.token;
    if (kind === 'newline' || kind === 'dedent') {
      this.at++;
      return [];
    }
    // Indented without a reason: what a broken line above has left.
    if (kind === 'indent') {
      this.at++;
      const children = this.until('dedent');
      return [this.node('ERROR', start, children)];
    }
    const compound = kind === 'name' || text === '@' ? this.compound() : undefined;
    if (compound !== undefined) return [compound];
    const found: PyDraft[] = [];
    while (!this.is('newline') && !this.is('end')) {
      const at = this.at;
      const statement = this.attempt(() => this.simple());
      if (statement === null || !(this.isOperator(';') || this.is('newline') || this.is('end'))) {
        this.skipLine();
        found.push(this.node('ERROR', this.tokens[at]!.start, statement === null ? [] : [statement]));
        break;
      }
      found.push(statement);
      if (this.isOperator(';')) this.at++;
    }
    if (this.at === before) this.at++;
    return found;
  }

  private until(kind: 'dedent'): PyDraft[] {
    const children: PyDraft[] = [];
    while (!this.is(kind) && !this.is('end')) children.push(...this.statements());
    if (this.is(kind)) this.at++;
    return children;
  }

  private skipLine(): void {
    while (!this.is('newline') && !this.is('end')) this.at++;
  }

  /** `: block`, on the same line or indented. Null when there is none. */
  private block(field: string): PyDraft | null {
    if (!this.take(':')) return null;
    if (!this.is('newline')) {
      const { start } = this.token;
      const statements = this.statements();
      if (this.is('newline')) this.at++;
      return as(this.node('block', start, statements), field);
    }
    this.at++;
    if (!this.is('indent')) {
      const { start } = this.token;
      return { type: 'block', start, end: start, field, children: [] };
    }
    this.at++;
    const { start } = this.token;
    return as(this.node('block', start, this.until('dedent')), field);
  }

  private compound(): PyDraft | undefined {
    const { text, start } = this.token;
    const read = (): PyDraft | null | undefined => {
      switch (text) {
        case '@':
          return this.decorated();
        case 'def':
          return this.definition(start);
        case 'class':
          return this.classDefinition(start);
        case 'async':
          if (this.peek(1).text === 'def') {
            this.at++;
            return this.definition(start);
          }
          if (this.peek(1).text !== 'for' && this.peek(1).text !== 'with') return undefined;
          this.at++;
          return this.token.text === 'for' ? this.forStatement(start) : this.withStatement(start);
        case 'if':
          return this.ifStatement();
        case 'for':
          return this.forStatement(start);
        case 'while':
          return this.whileStatement();
        case 'with':
          return this.withStatement(start);
        case 'try':
          return this.tryStatement();
        case 'match':
          return this.matchStatement();
        default:
          return undefined;
      }
    };
    const before = this.at;
    const result = this.attempt<PyDraft | undefined>(() => {
      const node = read();
      return node === undefined ? { type: '', start, end: start, field: null, children: [] } : node;
    });
    if (result === null) {
      // A header that cannot be read; its block still can.
      this.at = before;
      this.skipLine();
      if (this.is('newline')) this.at++;
      const children: PyDraft[] = [];
      if (this.is('indent')) {
        this.at++;
        children.push(...this.until('dedent'));
      }
      return this.node('ERROR', start, children);
    }
    if (result?.type === '') {
      this.at = before;
      return undefined;
    }
    return result;
  }

  private decorated(): PyDraft | null {
    const { start } = this.token;
    const children: PyDraft[] = [];
    while (this.isOperator('@')) {
      const at = this.token.start;
      this.at++;
      const expression = this.expression();
      if (expression === null) return null;
      children.push(this.node('decorator', at, [expression]));
      while (this.is('newline')) this.at++;
    }
    const definition = this.compound();
    if (definition === undefined) return null;
    return this.node('decorated_definition', start, [...children, as(definition, 'definition')]);
  }

  private definition(start: number): PyDraft | null {
    this.at++;
    const name = this.identifier('name');
    if (name === null) return null;
    const children = [name];
    if (this.isOperator('[')) this.skipBrackets();
    const parameters = this.parameters('parameters', ')');
    if (parameters === null) return null;
    children.push(as(parameters, 'parameters'));
    if (this.take('->')) {
      const type = this.typeOf('return_type');
      if (type === null) return null;
      children.push(type);
    }
    const body = this.block('body');
    if (body === null) return null;
    return this.node('function_definition', start, [...children, body]);
  }

  private classDefinition(start: number): PyDraft | null {
    this.at++;
    const name = this.identifier('name');
    if (name === null) return null;
    const children = [name];
    if (this.isOperator('[')) this.skipBrackets();
    if (this.isOperator('(')) {
      const bases = this.callArguments();
      if (bases === null) return null;
      children.push(as(bases, 'superclasses'));
    }
    const body = this.block('body');
    if (body === null) return null;
    return this.node('class_definition', start, [...children, body]);
  }

  private ifStatement(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const condition = this.namedExpression();
    if (condition === null) return null;
    const consequence = this.block('consequence');
    if (consequence === null) return null;
    const children = [as(condition, 'condition'), consequence];
    while (this.isName('elif')) {
      const at = this.token.start;
      this.at++;
      const test = this.namedExpression();
      const body = test === null ? null : this.block('consequence');
      if (test === null || body === null) return null;
      const clause = this.node('elif_clause', at, [as(test, 'condition'), body]);
      children.push(as(clause, 'alternative'));
    }
    const otherwise = this.elseClause();
    if (otherwise !== null) children.push(otherwise);
    return this.node('if_statement', start, children);
  }

  private elseClause(): PyDraft | null {
    if (!this.isName('else')) return null;
    const { start } = this.token;
    this.at++;
    const body = this.block('body');
    return body === null ? null : as(this.node('else_clause', start, [body]), 'alternative');
  }

  private forStatement(start: number): PyDraft | null {
    this.at++;
    const left = this.targetList();
    if (left === null || !this.takeName('in')) return null;
    const right = this.expressionList();
    if (right === null) return null;
    const body = this.block('body');
    if (body === null) return null;
    const children = [as(left, 'left'), as(right, 'right'), body];
    const otherwise = this.elseClause();
    if (otherwise !== null) children.push(otherwise);
    return this.node('for_statement', start, children);
  }

  private whileStatement(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const condition = this.namedExpression();
    const body = condition === null ? null : this.block('body');
    if (condition === null || body === null) return null;
    const children = [as(condition, 'condition'), body];
    const otherwise = this.elseClause();
    if (otherwise !== null) children.push(otherwise);
    return this.node('while_statement', start, children);
  }

  private withStatement(start: number): PyDraft | null {
    this.at++;
    const clauseStart = this.token.start;
    // `with (a as b, c as d):` has parentheses that are no tuple.
    const before = this.at;
    let items = this.isOperator('(') ? this.attempt(() => this.withItems(true)) : null;
    if (items === null) {
      this.at = before;
      items = this.withItems(false);
    }
    if (items === null) return null;
    const clause = this.node('with_clause', clauseStart, items);
    const body = this.block('body');
    return body === null ? null : this.node('with_statement', start, [clause, body]);
  }

  private withItems(inParentheses: boolean): PyDraft[] | null {
    if (inParentheses) this.at++;
    const items: PyDraft[] = [];
    do {
      if (inParentheses && this.isOperator(')')) break;
      const value = this.expression();
      if (value === null) return null;
      let content = value;
      if (this.takeName('as')) {
        const target = this.target();
        if (target === null) return null;
        const alias = as(this.node('as_pattern_target', target.start, [target]), 'alias');
        content = this.node('as_pattern', value.start, [value, alias]);
      }
      items.push(this.node('with_item', value.start, [as(content, 'value')]));
    } while (this.take(','));
    if (inParentheses && !this.take(')')) return null;
    return this.isOperator(':') ? items : null;
  }

  private tryStatement(): PyDraft | null {
    const { start } = this.token;
    this.at++;
    const body = this.block('body');
    if (body === null) return null;
    const children = [body];
    for (;;) {
      const at = this.token.start;
      if (this.isName('except')) {
        this.at++;
        const isGroup = this.take('*');
        const parts: PyDraft[] = [];
        if (!this.isOperator(':')) {
          const what = this.expressionList();
          if (what === null) return null;
          let content = what;
          if (this.takeName('as')) {
            const name = this.identifier(null);
            if (name === null) return null;
            const alias = as(this.node('as_pattern_target', name.start, [name]), 'alias');
            content = this.node('as_pattern', what.start, [what, alias]);
          }
          parts.push(as(content, 'value'));
        }
        const block = this.block('');
        if (block === null) return null;
        children.push(
          this.node(isGroup ? 'except_group_clause' : 'except_clause', at, [...parts, as(block, null)]),
        );
      } else if (this.isName('else')) {
        this.at++;
        const block = this.block('body');
        if (block === null) return null;
        children.push(this.node('else_clause', at, [block]));
      } else if (this.isName('finally')) {
        this.at++;
        const block = this.block('');
        if (block === null) return null;
        children.push(this.node('finally_clause', at, [as(block, null)]));
      } else break;
    }
    return this.node('try_statement', start, children);
  }

  /** undefined: `match` is a name here. */
  private matchStatement(): PyDraft | null | undefined {
    const { start } = this.token;
    this.at++;
    const subject = this.attempt(() => this.expressionList());
    if (subject === null || !this.isOperator(':') || this.peek(1).kind !== 'newline') return undefined;
    const colon = this.at;
    this.at += 2;
    if (!this.is('indent')) return undefined;
    this.at++;
    if (!this.isName('case')) {
      this.at = colon;
      return undefined;
    }
    const bodyStart = this.token.start;
    const clauses: PyDraft[] = [];
    while (this.isName('case')) {
      const at = this.token.start;
      this.at++;
      const pattern = this.casePattern();
      const block = this.block('consequence');
      if (block === null) return null;
      clauses.push(as(this.node('case_clause', at, [pattern, block]), 'alternative'));
    }
    if (this.is('dedent')) this.at++;
    const body = as(this.node('block', bodyStart, clauses), 'body');
    return this.node('match_statement', start, [as(subject, 'subject'), body]);
  }

  /** Only the names in a pattern matter: they are bound. */
  private casePattern(): PyDraft {
    const { start } = this.token;
    const names: PyDraft[] = [];
    let depth = 0;
    while (!this.is('newline') && !this.is('end')) {
      const { kind, text } = this.token;
      if (depth === 0 && text === ':') break;
      if ('([{'.includes(text) && text !== '') depth++;
      if (')]}'.includes(text) && text !== '') depth--;
      const isPlain =
        kind === 'name' &&
        this.peek(1).text !== '(' &&
        this.peek(1).text !== '.' &&
        this.peek(-1).text !== '.';
      if (isPlain && !['as', 'if', 'None', 'True', 'False', '_'].includes(text)) {
        names.push({
          type: 'identifier',
          start: this.token.start,
          end: this.token.end,
          field: null,
          children: [],
        });
      }
      this.at++;
    }
    return this.node('case_pattern', start, names);
  }
}
