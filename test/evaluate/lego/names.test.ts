// Chains whose sizes are names: their values, and the conditions under which they hold.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

const fresh = (): Evaluator => new Evaluator(grammars, { staticMarks: false });

function check(expected: Readonly<Record<string, string>>, evaluator = fresh()): void {
  for (const [expression, value] of Object.entries(expected))
    assert.equal(resultText(evaluator.evaluate(expression), false), value, expression);
}

test('positions and indices in the names of the sizes', () => {
  check({
    'GroupBy([M,N]).OrderBy(RegP([M,N],[2,1])).apply(i,j)': 'M*j+i where i < M and j < N',
    'OrderBy(Row(M,N)).GroupBy([[M,N]]).apply(2,j)': '2*N+j where 2 < M and j < N',
    'GroupBy([M,N]).OrderBy(Row(M,N)).apply(0,0)': '0',
    'GroupBy([M,N]).OrderBy(Row(M,N)).apply(M-1,N-1)': 'M*N-1 where 0 <= M-1 and 0 <= N-1',
    'GroupBy([M,N]).OrderBy(RegP([M,N],[2,1])).inv(p)': '(p%M,p/M) where p < M*N',
    'GroupBy([M,N]).OrderBy(GenP([M,N], reverse)).apply(i,j)': 'M*N-N*i-j-1 where i < M and j < N',
    'GroupBy([B+1,B+1]).OrderBy(Col([B+1,B+1])).inv(p)': '(p%(B+1),p/(B+1)) where p < B*B+2*B+1',
    'GroupBy([6,4]).OrderBy(RegP([6,4],[2,1])).apply(i,j)': 'i+6*j where i < 6 and j < 4',
  });
});

test('a quotient of sizes that has to leave nothing is a condition, and one that need not is none', () => {
  check({
    'TileBy([M/BM,K/BK],[BM,BK]).OrderBy(Row(M,K)).apply(a,b,0,0)':
      'BM*K*a+BK*b where M % BM == 0 and K % BK == 0 and a < M/BM and b < K/BK',
    'GroupBy([M/BM,N]).OrderBy(RegP([M/BM,N],[2,1])).apply(i,0)': 'i where i < M/BM',
    'GroupBy([M,N]).OrderBy(Row(M,K)).apply(0,1)': '1 where N == K and 1 < N',
    'OrderBy(Col(max(m/G,1),1), Col(min(m,G),n)).TileBy([m,n]).apply(0,j)':
      'j*min(G,m) where m == max(1,m/G)*min(G,m) and j < n',
  });
});

test('an expanded array has its elements as conditions', () => {
  check({
    'ExpandBy([M],[B*ceil_div(M,B)],GroupBy([ceil_div(M,B),B]).OrderBy(Row(ceil_div(M,B),B))).apply(i,j)':
      'B*i+j where i < ceil_div(M,B) and j < B and B*i+j < M',
    'ExpandBy([M],[X],GroupBy([X]).OrderBy(Row(X))).apply(i)': 'i where M <= X and i < X and i < M',
    'ExpandBy([M+1],[M],GroupBy([M]).OrderBy(Row(M)))':
      'error[inadmissible]: dimension 0 of the extended array has M elements, less than the M+1 there are',
  });
});

test('what can be for no sizes is refused', () => {
  check({
    'ExpandBy([M],[M+1],GroupBy([M]))':
      'error[view-size]: the extended array has M+1 elements, and the view M',
    'GroupBy([M+N]).OrderBy(Row(M))':
      'error[view-size]: the view has M+N elements, and an OrderBy reorders M',
    'GroupBy([M]).OrderBy(Row(M,M))': 'GroupBy([M]).OrderBy(Row([M,M])) where 1 == M',
    'GroupBy([4294967296*M,4294967296*N])':
      'error[wrong-kind]: an array of more than 2^53 elements is too large',
  });
});

test('a name that a line binds is its value', () => {
  const evaluator = fresh();
  evaluator.evaluate('BM = 16');
  check(
    {
      'TileBy([M/BM,2],[BM,4]).OrderBy(Row(M,8)).apply(i,0,j,0)':
        '128*i+8*j where M % 16 == 0 and i < M/16 and j < 16',
    },
    evaluator,
  );
});
