// textDocument/semanticTokens/full, for `.layout` files only: which names are operations, which are bound here.

import {
  SemanticTokenModifiers,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensParams,
  SemanticTokenTypes,
} from 'vscode-languageserver';
import { tokensOf, type Token as Word } from '../../algebra/relation/tokens.ts';
import type { Expr, RelationExpr, Span } from '../../frontends/common/expression.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { walkExpression } from './expression-walk.ts';

const TYPES = [
  SemanticTokenTypes.function,
  SemanticTokenTypes.variable,
  SemanticTokenTypes.number,
  SemanticTokenTypes.type,
  SemanticTokenTypes.string,
  SemanticTokenTypes.keyword,
] as const;
type TokenType = (typeof TYPES)[number];

export const semanticTokensLegend = {
  tokenTypes: [...TYPES],
  tokenModifiers: [SemanticTokenModifiers.declaration],
};

interface Token {
  readonly span: Span;
  readonly type: TokenType;
  readonly declaration: boolean;
}

/** The words of ISL's notation. */
const OF_RELATIONS: Readonly<Partial<Record<Word['kind'], TokenType>>> = {
  name: SemanticTokenTypes.variable,
  number: SemanticTokenTypes.number,
  keyword: SemanticTokenTypes.keyword,
};

function* wordsOf({ text, span }: RelationExpr): Generator<readonly [Span, TokenType]> {
  const words = tokensOf(text);
  if (!Array.isArray(words)) return;
  for (const { kind, at, text: word } of words as readonly Word[]) {
    const type = OF_RELATIONS[kind];
    const start = span.start + at;
    if (type !== undefined) yield [{ start, end: start + word.length }, type];
  }
}

function tokenOf(expr: Expr, parent: Expr | null): TokenType | null {
  switch (expr.kind) {
    case 'integer':
    case 'basis':
    case 'binary-stride':
    case 'dynamic':
      return SemanticTokenTypes.number;
    case 'string':
      return SemanticTokenTypes.string;
    case 'swizzle':
      return SemanticTokenTypes.type;
    case 'name':
      if (parent?.kind === 'call' && parent.callee === expr) return SemanticTokenTypes.function;
      if (parent?.kind === 'template' && parent.target === expr) return SemanticTokenTypes.type;
      return SemanticTokenTypes.variable;
    default:
      return null;
  }
}

/** The tokens of a module, absolute, in the order of the text, none inside another. */
function moduleTokens(module: Module): readonly Token[] {
  const tokens: Token[] = [];
  for (const { start, unit } of module.units) {
    const add = (span: Span, type: TokenType, declaration: boolean) => {
      if (span.end > span.start)
        tokens.push({ span: { start: span.start + start, end: span.end + start }, type, declaration });
    };
    const addExpression = (expr: Expr) =>
      walkExpression(expr, (e, parent) => {
        const type = tokenOf(e, parent);
        if (type !== null) add(e.span, type, false);
        if (e.kind === 'relation') for (const [span, word] of wordsOf(e)) add(span, word, false);
      });
    for (const { nameSpan, init } of unit.scope.declarations) {
      add(nameSpan, SemanticTokenTypes.variable, true);
      if (init !== null) addExpression(init);
    }
    for (const notation of unit.notations) if (notation.within === 'document') addExpression(notation.expr);
  }
  tokens.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let end = -1;
  return tokens.filter(({ span }) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

export function answerSemanticTokens(
  { document, analysis }: ReadyDocument,
  _params: SemanticTokensParams,
): SemanticTokens {
  if (document.dialect !== 'notation') return { data: [] };
  const builder = new SemanticTokensBuilder();
  for (const { span, type, declaration } of moduleTokens(analysis.module)) {
    const from = document.positionAt(span.start);
    const to = document.positionAt(span.end);
    // A token cannot span lines in the protocol.
    if (from.line !== to.line) continue;
    builder.push(
      from.line,
      from.character,
      to.character - from.character,
      TYPES.indexOf(type),
      declaration ? 1 : 0,
    );
  }
  return builder.build();
}
