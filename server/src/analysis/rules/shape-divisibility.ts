import type { Rule } from './rule.ts';

export const shapeDivisibility: Rule = {
  id: 'shape-divisibility',
  severity: 'error',
  title: 'Shapes do not divide',
  description:
    'Composition keeps as much of each outer mode as the inner shape asks for. What it keeps must divide what is left (Cecka 3.3.3, condition (21)). Choose a size that divides; the finding names the nearest ones.',
};
