import type { Rule } from './rule.ts';

export const wrongKind: Rule = {
  id: 'wrong-kind',
  severity: 'error',
  title: 'Argument of the wrong kind',
  description: 'A layout stands where a tile, a shape or a number was meant, or the other way round.',
};
