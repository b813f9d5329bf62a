// libisl in the test's own thread, and what is asked of it there.

import { readFileSync } from 'node:fs';
import type { Answer, Question } from '../../server/src/algebra/relation/question.ts';
import { libraryPath } from '../../server/src/isl/host.node.ts';
import { LIMITS } from '../../server/src/isl/host.ts';
import { Library } from '../../server/src/isl/library.ts';
import { solve } from '../../server/src/isl/solve.ts';

const library = await Library.load(readFileSync(libraryPath()));

export const asked = <Q extends Question>(question: Q, operations = LIMITS.operations): Answer<Q> =>
  solve(library, question, operations) as Answer<Q>;
