// How one file is checked, in the command's own thread or in another.

import { type Ask, Undecided } from '../../algebra/relation/question.ts';
import { nodeIslHost } from '../../isl/host.node.ts';
import { longSpan } from '../../profile/profile.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { fileOpener, type Searched } from '../common/headers.node.ts';
import type { SourceFile, Unreadable } from '../common/walk.node.ts';
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

export interface Failed {
  readonly failure: string;
}

export type CheckFile = (file: SourceFile) => Promise<Checked | Failed>;

export function fileChecker(grammars: Grammars, { operands, include }: Searched): CheckFile {
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
  const { ask } = nodeIslHost();
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
      // A defect of ours in one file is no reason to lose the others.
      return { failure: error instanceof Error ? error.message : String(error) };
    } finally {
      refused = [];
      modules?.take();
    }
  };
}
