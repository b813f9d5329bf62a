import type { Rule } from './rule.ts';

export const notCongruent: Rule = {
  id: 'not-congruent',
  severity: 'error',
  title: 'Profiles differ',
};
