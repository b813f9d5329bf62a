// Where lines stand between cells: a test of the two cells beside each place.

import type { Cell } from './scene.ts';

/** Of cells that do not exist both null and undefined are told. */
export type EdgeTest = (a: Cell | null | undefined, b: Cell | null | undefined) => boolean;

export const isEither: EdgeTest = (a, b) => a != null || b != null;

export const isBetweenGroups: EdgeTest = (a, b) =>
  a?.group !== undefined && b?.group !== undefined && a.group !== b.group;

export const isAroundMarks: EdgeTest = (a, b) => (a?.isMarked ?? false) !== (b?.isMarked ?? false);
