// As much of a TextMate tokenizer as the grammars in syntaxes/ use: match rules with captures and
// includes, line by line. VS Code's own engine reads the same files; this one needs no native code.

export interface Rule {
  readonly match?: string;
  readonly name?: string;
  readonly include?: string;
  readonly patterns?: readonly Rule[];
  readonly captures?: Readonly<
    Record<string, { readonly name?: string; readonly patterns?: readonly Rule[] }>
  >;
}

export interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector?: string;
  readonly patterns: readonly Rule[];
  readonly repository?: Readonly<Record<string, Rule>>;
}

export interface Token {
  readonly text: string;
  /** Outermost first. */
  readonly scopes: readonly string[];
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly scopes: readonly string[];
}

/** Every rule of a grammar that has a pattern. */
export function matchRules(grammar: Grammar): readonly Rule[] {
  const rules: Rule[] = [];
  const visit = (rule: Rule): void => {
    if (rule.match !== undefined) rules.push(rule);
    rule.patterns?.forEach(visit);
    for (const capture of Object.values(rule.captures ?? {})) capture.patterns?.forEach(visit);
  };
  grammar.patterns.forEach(visit);
  Object.values(grammar.repository ?? {}).forEach(visit);
  return rules;
}

/** Tokens of one line; text outside all rules is left out. */
export function tokenize(grammars: readonly Grammar[], scopeName: string, line: string): readonly Token[] {
  const byScope = new Map(grammars.map((grammar) => [grammar.scopeName, grammar]));

  const flatten = (rules: readonly Rule[], grammar: Grammar): readonly { rule: Rule; grammar: Grammar }[] =>
    rules.flatMap((rule) => {
      if (rule.match !== undefined) return [{ rule, grammar }];
      if (rule.include === undefined) return flatten(rule.patterns ?? [], grammar);
      const [scope, name] = rule.include.split('#');
      const target = scope === '' ? grammar : byScope.get(scope!);
      const found = name === undefined ? target : target?.repository?.[name];
      if (target === undefined || found === undefined) throw new Error(`nothing to include: ${rule.include}`);
      return flatten([found as Rule], target);
    });

  const run = (
    rules: readonly { rule: Rule; grammar: Grammar }[],
    start: number,
    end: number,
    scopes: readonly string[],
    pieces: Piece[],
  ): void => {
    const text = line.slice(0, end);
    let at = start;
    while (at < end) {
      let best: { match: RegExpExecArray; rule: Rule; grammar: Grammar } | null = null;
      for (const { rule, grammar } of rules) {
        const pattern = new RegExp(rule.match!, 'dg');
        pattern.lastIndex = at;
        const match = pattern.exec(text);
        if (match !== null && match[0] !== '' && (best === null || match.index < best.match.index))
          best = { match, rule, grammar };
      }
      if (best === null) return;
      const { match, rule, grammar } = best;
      const inner = rule.name === undefined ? scopes : [...scopes, rule.name];
      if (rule.name !== undefined)
        pieces.push({ start: match.index, end: match.index + match[0].length, scopes: inner });
      for (const [index, capture] of Object.entries(rule.captures ?? {})) {
        const range = match.indices?.[Number(index)];
        if (range === undefined) continue;
        const within = capture.name === undefined ? inner : [...inner, capture.name];
        if (capture.name !== undefined) pieces.push({ start: range[0], end: range[1], scopes: within });
        if (capture.patterns !== undefined)
          run(flatten(capture.patterns, grammar), range[0], range[1], within, pieces);
      }
      at = match.index + match[0].length;
    }
  };

  const grammar = byScope.get(scopeName);
  if (grammar === undefined) throw new Error(`no grammar ${scopeName}`);
  const pieces: Piece[] = [];
  run(flatten(grammar.patterns, grammar), 0, line.length, [], pieces);
  return pieces.map(({ start, end, scopes }) => ({ text: line.slice(start, end), scopes }));
}
