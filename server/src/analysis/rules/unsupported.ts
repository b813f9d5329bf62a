import type { Rule } from './rule.ts';

export const unsupported: Rule = {
  id: 'unsupported',
  severity: 'error',
  title: 'Not supported by C++ CuTe',
};
