import type { Rule } from '../rule.ts';

export const basisLength: Rule = {
  id: 'basis-length',
  severity: 'error',
  title: 'A basis of another length',
  description:
    'Each basis of a linear layout is a coordinate: it has one number for each dimension of the tensor.',
};
