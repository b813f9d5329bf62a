import type { Rule } from '../rule.ts';

export const basisLength: Rule = {
  id: 'basis-length',
  severity: 'error',
  title: 'A basis of another length',
};
