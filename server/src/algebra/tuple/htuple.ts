// Hierarchical tuples (Cecka 2.1): a leaf, or a tuple of hierarchical tuples. Tuples are arrays,
// so a leaf type must not be one.

export type HTuple<T> = T | readonly HTuple<T>[];

export const isTuple = <T>(t: HTuple<T>): t is readonly HTuple<T>[] => Array.isArray(t);
