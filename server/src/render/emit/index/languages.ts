// The languages that index expressions are written in.

export type IndexLanguage = 'c' | 'cuda' | 'hip' | 'javascript' | 'notation' | 'python' | 'triton' | 'wgsl';

export interface LanguageForm {
  /** ⌊a / b⌋ of numbers that are not negative. */
  readonly divide: string;
  /** Whether an operator of bits binds operands in parentheses only. */
  readonly isStrict: boolean;
  /** Whether there are shifts. */
  readonly hasShifts: boolean;
}

const c: LanguageForm = { divide: '/', isStrict: false, hasShifts: true };
const python: LanguageForm = { divide: '//', isStrict: false, hasShifts: true };

export const LANGUAGES: Readonly<Record<IndexLanguage, LanguageForm>> = {
  c,
  cuda: c,
  hip: c,
  // Numbers are no integers there; a quotient that is no power of two is cut.
  javascript: { divide: '/|', isStrict: true, hasShifts: true },
  notation: { divide: '/', isStrict: false, hasShifts: false },
  python,
  triton: python,
  wgsl: { divide: '/', isStrict: true, hasShifts: true },
};
