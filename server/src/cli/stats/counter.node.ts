// How one file is counted, in the command's own thread or in another.

import { longSpan } from '../../profile/profile.ts';
import { fileOpener, type Searched } from '../common/headers.node.ts';
import type { Unreadable } from '../common/walk.node.ts';
import { failureOf, type Task } from '../runs/task.ts';
import { countFile, type Statistics } from './stats.ts';

export interface Counting extends Searched {
  /** Values of template parameters. */
  readonly assumed: Readonly<Record<string, string>>;
}

interface Counted {
  readonly statistics: Statistics;
  readonly refused: readonly Unreadable[];
}

export const fileCounter: Task<Counting, Counted> = (grammars, { operands, include, assumed }) => {
  let refused: Unreadable[] = [];
  const open = fileOpener(grammars, operands, include, assumed, {
    refused: (path, reason) => refused.push({ path, reason }),
  });
  return async (file) => {
    await Promise.all([grammars.ready(file.dialect), grammars.ready('notation')]);
    try {
      return { statistics: await longSpan(file.path, () => countFile(grammars, file, open)), refused };
    } catch (error) {
      return failureOf(error);
    } finally {
      refused = [];
    }
  };
};
