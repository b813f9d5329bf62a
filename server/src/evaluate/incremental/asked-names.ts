// Whether somebody has looked for the uses of a name, so that one in an edit is to be told.

import type { BodyEdit } from '../../frontends/common/body-edits.ts';
import { mutatedWord } from '../../frontends/common/mutations.ts';
import type { UnitMemo } from '../model/environment.ts';

/** Whether an edit has uses that somebody has looked for. */
export type IsAsked = (edit: BodyEdit) => boolean;

/** `memos`: the states of all units in sight. */
export function askedIn(queriedNames: ReadonlySet<string>, memos: () => Iterable<UnitMemo>): IsAsked {
  let shown: ReadonlySet<string> | null = null;
  const isShown = (name: string): boolean => {
    shown ??= new Set([...memos()].flatMap((memo) => [...memo.useDependencies]));
    return shown.has(name);
  };
  let mutated: ReadonlySet<string | null> | null = null;
  const isMutated = (name: string): boolean => {
    mutated ??= new Set([...queriedNames].map(mutatedWord));
    return mutated.has(name);
  };
  return (edit) =>
    edit.newReferences.some((name) => queriedNames.has(name)) ||
    (edit.kind === 'closed' && (edit.newReferences.some(isShown) || [...edit.usedOtherwise].some(isMutated)));
}
