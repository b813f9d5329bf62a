import type { Rule } from '../rule.ts';

export const predicateShape: Rule = {
  id: 'predicate-shape',
  severity: 'warning',
  title: 'The predicate is that of another tensor',
  description:
    '`copy_if` asks a predicate for each element behind the mode of the atom, in linear order. It has another number of elements: it is that of another operand, or of a tile of another size.',
};
