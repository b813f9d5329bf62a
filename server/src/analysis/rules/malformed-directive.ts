import type { Rule } from './rule.ts';

export const malformedDirective: Rule = {
  id: 'malformed-directive',
  severity: 'warning',
  title: 'Not a directive',
  description:
    'A comment that starts with `layout-lens:` holds `assume NAME = VALUE`, `expect VALUE` or `ignore[RULE]`.',
  checkDocument: ({ directives }) =>
    directives.flatMap(({ directive, span }) =>
      directive.kind === 'malformed' ? [{ span, message: directive.message }] : [],
    ),
};
