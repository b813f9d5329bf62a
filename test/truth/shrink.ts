// Makes a snippet with a wrong value smaller: pieces are left out for as long as the value stays wrong.

import type { Grammars } from '../../server/src/syntax/grammars.ts';
import type { Compiler } from './compile.ts';
import { type Answer, examine } from './examine.ts';
import { type Probe, type Snippet, without } from './snippet.ts';

export interface Wrong {
  readonly snippet: Snippet;
  readonly answer: Answer;
}

/** How often the pieces are gone through: what others needed may be left out after them. */
const ROUNDS = 3;

export async function shrunk(wrong: Wrong, compiler: Compiler, grammars: Grammars): Promise<Wrong> {
  let smallest = wrong;
  for (let round = 0; round < ROUNDS; round++) {
    const smaller = await smallerThan(smallest, compiler, grammars);
    if (smaller === null) break;
    smallest = smaller;
  }
  return smallest;
}

/** Without each of the pieces that are not needed, as many of them as can be left out together. */
async function smallerThan(wrong: Wrong, compiler: Compiler, grammars: Grammars): Promise<Wrong | null> {
  const { snippet, answer } = wrong;
  const { probe } = answer;
  const pieces = [...snippet.outside, ...snippet.inside];
  const others = [...pieces.keys()].filter((i) => !pieces[i]!.probes.includes(probe));
  const stillWrong = async (drops: readonly (readonly number[])[]): Promise<readonly (Wrong | null)[]> => {
    const smaller = drops.map((drop) => without(snippet, new Set(drop)));
    const outcomes = await compiler.run(smaller);
    return smaller.map((one, i) => wrongIn(one, outcomes[i]!, probe, grammars));
  };
  const alone = await stillWrong(others.map((i) => [i]));
  const removable = others.filter((_, i) => alone[i] !== null);
  if (removable.length === 0) return null;
  const together = await stillWrong(removable.map((_, n) => removable.slice(0, n + 1)));
  return together.findLast((found) => found !== null) ?? null;
}

function wrongIn(
  snippet: Snippet,
  outcome: Awaited<ReturnType<Compiler['run']>>[number],
  probe: Probe,
  grammars: Grammars,
): Wrong | null {
  if (outcome.kind !== 'ran' || outcome.messages.length > 0) return null;
  const examined = examine(grammars, snippet, outcome);
  if (examined.kind !== 'compared') return null;
  const answer = examined.answers.find((a) => a.probe === probe);
  return answer?.comparison?.verdict.kind === 'wrong' ? { snippet, answer } : null;
}
