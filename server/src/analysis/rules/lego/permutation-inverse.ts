import type { Rule } from '../rule.ts';

export const permutationInverse: Rule = {
  id: 'permutation-inverse',
  severity: 'error',
  title: 'Not the inverse',
  description:
    'The second function of a GenP takes each position back to the element there; the message names the first element that it does not take back.',
};
