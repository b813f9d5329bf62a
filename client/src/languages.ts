/** The languages whose documents the server reads; package.json activates on the same ones. */
export const LANGUAGES = ['c', 'cpp', 'cuda-cpp', 'cuda', 'python', 'layout'] as const;

/** What the setting `literals.languages` names: languages whose documents the server looks through for literals alone. */
export const literalLanguages = (setting: unknown): readonly string[] =>
  Array.isArray(setting) ? setting.filter((language) => typeof language === 'string') : [];
