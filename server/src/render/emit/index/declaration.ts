// An index expression as a function of the file's own language: `auto L_index = [](int i, int j) { return i * 64 + j; };`.

import type { Dialect } from '../../../frontends/common/scope.ts';
import type { IndexLanguage } from './languages.ts';

interface IndexFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly expression: string;
  /** Inside of a function; elsewhere C++ wants a constant, which a class may have as well. */
  readonly isLocal: boolean;
}

/** The language of index expressions in a file. */
export const INDEX_LANGUAGE: Readonly<Record<Dialect, IndexLanguage>> = {
  cpp: 'cuda',
  python: 'python',
  notation: 'notation',
};

export function indexFunction(dialect: Dialect, f: IndexFunction): string {
  const { name, parameters, expression, isLocal } = f;
  switch (dialect) {
    case 'cpp': {
      const typed = parameters.map((p) => `int ${p}`).join(', ');
      return `${isLocal ? '' : 'static constexpr '}auto ${name} = [](${typed}) { return ${expression}; };`;
    }
    case 'python':
      return `${name} = lambda ${parameters.join(', ')}: ${expression}`;
    case 'notation':
      return `${name}(${parameters.join(',')}) = ${expression}`;
  }
}
