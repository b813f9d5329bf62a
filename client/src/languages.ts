/** The languages whose documents the server reads; package.json activates on the same ones. */
export const LANGUAGES = ['c', 'cpp', 'cuda-cpp', 'cuda', 'python', 'layout'] as const;
