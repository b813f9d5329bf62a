// Work on all files of some paths.

import { longSpan } from '../../profile/profile.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { isUnreadable, type SourceFile, sourceFiles, type Unreadable } from './walk.node.ts';

/** Works on every file, and on the next one when one fails; what could not be worked on is told and returned. */
export async function eachFile(
  paths: readonly string[],
  grammars: Grammars,
  { tellUnreadable }: Terminal,
  work: (file: SourceFile) => void | Promise<void>,
  progress: Progress | null = null,
): Promise<readonly Unreadable[]> {
  const unreadable: Unreadable[] = [];
  const skip = (file: Unreadable): void => {
    unreadable.push(file);
    progress?.clear();
    tellUnreadable(file);
  };
  for (const file of sourceFiles(paths)) {
    if (isUnreadable(file)) {
      skip(file);
      continue;
    }
    await Promise.all([grammars.ready(file.dialect), grammars.ready('notation')]);
    try {
      await longSpan(file.path, () => work(file));
    } catch (error) {
      // A defect of ours in one file is no reason to lose the others.
      skip({ path: file.path, reason: `internal error: ${error instanceof Error ? error.message : error}` });
    }
    progress?.done(file.path);
  }
  progress?.clear();
  return unreadable;
}
