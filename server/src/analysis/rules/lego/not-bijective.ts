import type { Rule } from '../rule.ts';

export const notBijective: Rule = {
  id: 'not-bijective',
  severity: 'error',
  title: 'No bijection',
  description:
    'A chain of LEGO is a bijection: each element has a position of its own, and no position is left out. The message names the elements, or the position.',
};
