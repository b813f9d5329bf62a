// `layout-lens find`: tables and expressions in, layouts out, and what is wrong with its place.

import assert from 'node:assert/strict';
import test from 'node:test';
import { type Ended, runHere } from '../support/command-line.ts';

const find = (input: string, ...words: readonly string[]): Promise<Ended> =>
  runHere(['find', ...words], { input });

test('find: tables and expressions', async () => {
  assert.deepEqual(await find('0 4 1 5\n'), { status: 0, out: '(2,2):(4,1)\n', err: '' });
  assert.equal((await find('0 1 2 3 4 5 6 7', '--shape', '2,4')).out, '(2,4):(1,2)\n');
  assert.equal(
    (await find('row * 64 + (col ^ ((row & 7) << 3))', '--over', 'row=8,col=64')).out,
    'Sw<3,3,3> o 0 o (8,64):(64,1)\n',
  );
  assert.equal(
    (await find('(i // 4) * N + i % 4', '--over', 'i=32', '--language', 'python', '--assume', 'N=32')).out,
    '(4,8):(1,32)\n',
  );
  assert.equal((await find('i*N + j', '--over', 'i=0:64:8,j=M')).out, '(8,M):(8*N,1)\n');
});

test('find --json says the family, and of a refusal each witness', async () => {
  assert.deepEqual(JSON.parse((await find('0 1 3 2', '--json')).out), {
    ok: true,
    family: 'swizzled',
    layout: 'Sw<1,0,1> o 0 o 4:1',
  });
  const refused = JSON.parse((await find('0 1 10 99', '--json')).out) as Record<string, unknown>;
  assert.equal(refused['code'], 'no-layout');
  assert.deepEqual((refused['failings'] as unknown[])[0], {
    family: 'plain',
    at: 3,
    got: 99,
    expected: 11,
    layout: '(2,2):(1,10)',
  });
});

test('find: what is wrong is told with its place', async () => {
  const error = async (input: string, ...words: readonly string[]): Promise<string> => {
    const { status, err } = await find(input, ...words);
    return `${status} ${err.split('\n')[0]}`;
  };
  assert.equal(
    await error('0, 1,\n2, x'),
    '1 layout-lens: error[malformed]: line 1, column 2: an operator is missing before ,',
  );
  assert.equal(
    await error('0, 1,\n2.5'),
    '1 layout-lens: error[malformed]: line 2, column 1: "2.5" is no offset',
  );
  assert.equal(
    await error('i +\n'),
    '1 layout-lens: error[malformed]: line 1, column 4: an operand is missing at the end',
  );
  assert.equal(
    await error('i * 4 + j'),
    '1 layout-lens: error[unknown]: the ranges of i, j are not known: --over i=8,j=8',
  );
  assert.match(
    await error('0 1 10 99'),
    /^1 .*no layout has 99 at 3 and all offsets before it: \(2,2\):\(1,10\) gives 11 there/,
  );
  assert.equal(await error('i', '--over', 'i'), '2 layout-lens: --over needs NAME=RANGE, not "i"');
  assert.equal(
    await error('i', '--over', 'i=8', '--assume', 'N=x'),
    '2 layout-lens: find --assume needs integers: N is x',
  );
  assert.equal(await error('0 1', '--shape', '2,x'), '2 layout-lens: --shape needs sizes, not "x"');
  assert.equal(
    await error('0 1', '--shape', '3'),
    '1 layout-lens: error[rank-mismatch]: the shape has 3 coordinates, and the table 2 offsets',
  );
});
