import type { Rule } from '../rule.ts';

export const tileDivisibility: Rule = {
  id: 'tile-divisibility',
  severity: 'error',
  title: 'A tile does not divide',
};
