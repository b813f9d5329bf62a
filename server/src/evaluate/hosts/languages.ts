// The languages of documents, put together: here alone they meet.

import type { Dialect } from '../../frontends/common/scope.ts';
import { cppLanguage } from '../cpp/language.ts';
import type { Language } from '../model/language.ts';
import type { NotationReading } from '../notation/dialects.ts';
import { notationLanguage } from '../notation/language.ts';
import { notationExpressions } from '../notation/notation.ts';
import { pythonLanguage } from '../python/language.ts';

/** With the notation, which directives in comments are written in. */
const withNotation = (language: Language): Language => ({
  ...language,
  expressions: { ...notationExpressions, ...language.expressions },
});

const CPP = withNotation(cppLanguage);
const PYTHON = withNotation(pythonLanguage);

/** `reading`: how a text of the notation is meant. */
export function languageOf(dialect: Dialect, reading: NotationReading = {}): Language {
  if (dialect === 'cpp') return CPP;
  return dialect === 'python' ? PYTHON : notationLanguage(reading);
}
