// How one file is checked, in the command's own thread or in another.

import { type Ask, Undecided } from '../../algebra/relation/question.ts';
import { nodeIslHost } from '../../isl/host.node.ts';
import { longSpan } from '../../profile/profile.ts';
import { fileOpener, type Searched } from '../common/headers.node.ts';
import type { Unreadable } from '../common/walk.node.ts';
import { failureOf, type Task } from '../runs/task.ts';
import { type FoundFinding, findingsIn } from './check.ts';
import { type Answers, NotedModules } from './module-answers.ts';

/** What came of a file. */
export interface Checked {
  readonly findings: readonly FoundFinding[];
  /** Whether another run finds the same: no question was given up for the time that it took. */
  readonly isSettled: boolean;
  /** What was asked about Python modules. */
  readonly asked: Answers;
  /** Included files that are there and were not read. */
  readonly refused: readonly Unreadable[];
}

/** It starts its worker when it is first asked. */
const { ask } = nodeIslHost();

export const fileChecker: Task<Searched, Checked> = (grammars, { operands, include }) => {
  let refused: Unreadable[] = [];
  let modules: NotedModules | null = null;
  const open = fileOpener(
    grammars,
    operands,
    include,
    {},
    {
      refused: (path, reason) => refused.push({ path, reason }),
      modules: (source) => {
        modules = new NotedModules(source);
        return modules;
      },
    },
  );
  return async (file) => {
    let isSettled = true;
    const noting: Ask = async (question) => {
      const answer = await ask(question);
      if (answer instanceof Undecided) isSettled = false;
      return answer;
    };
    await Promise.all([grammars.ready(file.dialect), grammars.ready('notation')]);
    try {
      const findings = await longSpan(file.path, () => findingsIn(grammars, file, noting, open));
      return { findings, isSettled, asked: modules?.take() ?? {}, refused };
    } catch (error) {
      return failureOf(error);
    } finally {
      refused = [];
      modules?.take();
    }
  };
};
