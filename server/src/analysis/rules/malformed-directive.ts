import type { Rule } from './rule.ts';

export const malformedDirective: Rule = {
  id: 'malformed-directive',
  severity: 'warning',
  title: 'Not a directive',
  checkDocument: ({ directives }) =>
    directives.flatMap(({ directive, span }) =>
      directive.kind === 'malformed' ? [{ span, message: directive.message }] : [],
    ),
};
