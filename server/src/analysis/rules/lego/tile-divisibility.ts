import type { Rule } from '../rule.ts';

export const tileDivisibility: Rule = {
  id: 'tile-divisibility',
  severity: 'error',
  title: 'A tile does not divide',
  description:
    'The tiles of a TileBy cover the whole array. `ExpandBy` takes an array that they do not divide.',
};
