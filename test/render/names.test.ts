// Index expressions of chains whose sizes are names: what is written is run by JavaScript, for sizes chosen by chance that
// its conditions allow, and compared with the chain of those sizes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { LegoLayout, legoApply, legoInv } from '../../server/src/algebra/lego/lego.ts';
import { OpenChain } from '../../server/src/algebra/lego/open.ts';
import { product, unflatten } from '../../server/src/algebra/lego/row-major.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import { emitIndex } from '../../server/src/render/emit/index/emit.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { type Random, seeded } from '../support/random.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const evaluator = new Evaluator(grammars, { staticMarks: false });

type Sizes = Readonly<Record<string, number>>;
type Run = (...numbers: readonly number[]) => number | boolean;

const compiled = (names: readonly string[], statements: readonly string[], value: string): Run =>
  new Function(...names, `${statements.join(' ')} return ${value};`) as Run;

/** Quotients in conditions are of integers. */
const inIntegers = (condition: string): string =>
  condition.replace(/\b(\w+) \/ (\w+)\b/g, 'Math.floor($1 / $2)');

function closedText(text: string, sizes: Sizes): string {
  return Object.entries(sizes).reduce(
    (t, [name, n]) => t.replace(new RegExp(`\\b${name}\\b`, 'g'), String(n)),
    text,
  );
}

/** Points at which an expression of a chain was compared; 0 where the sizes are not what it asks for. */
function compared(text: string, sizes: Sizes, inverse: boolean): number {
  const { value } = evaluator.result(text);
  assert.ok(value instanceof OpenChain, text);
  const emitted = emitIndex(value, { language: 'javascript', inverse, names: [] });
  if (isFailure(emitted)) {
    // Two reorderings of everything, one after the other, may come to more than anybody reads.
    assert.match(JSON.stringify(emitted), /the expression is too long/, text);
    return 0;
  }
  const names = Object.keys(sizes);
  const numbers = Object.values(sizes);
  if (!emitted.assumes.every((c) => compiled(names, [], inIntegers(c))(...numbers))) return 0;
  const { value: closed } = evaluator.result(closedText(text, sizes));
  if (!(closed instanceof LegoLayout)) {
    // Sizes that are 0, or an array without elements.
    assert.match(closedText(text, sizes), /\b0\b|\/|-/, text);
    return 0;
  }
  const parameters = [...names, ...emitted.variables.map(({ name }) => name)];
  const runs = emitted.expressions.map((e) => compiled(parameters, emitted.definitions, e));
  const extents = inverse
    ? [closed.expansion === null ? closed.size : product(closed.expansion.physical)]
    : closed.dims;
  for (let at = 0; at < product(extents); at++) {
    const index = unflatten(extents, at);
    const wanted: unknown = inverse ? legoInv(closed, at) : [legoApply(closed, index)];
    assert.deepEqual(
      runs.map((run) => run(...numbers, ...index)),
      wanted,
      `${text} at ${index} of ${JSON.stringify(sizes)}: ${emitted.expressions}`,
    );
  }
  return product(extents);
}

/** A chain of two levels of tiles over names, their numbers chosen by chance as well. */
function randomChain(random: Random): { readonly text: string; readonly sizes: Sizes } {
  const rank = random.between(1, 3);
  const names = Array.from({ length: rank }, (_, k) => ['MM', 'NN', 'KK'][k]!);
  const tiles = names.map((_, k) => random.pick([['TM', 'TN', 'TK'][k]!, String(random.between(1, 4))]));
  const sizes: Record<string, number> = {};
  names.forEach((name, k) => {
    const tile = /\D/.test(tiles[k]!) ? random.between(1, 4) : Number(tiles[k]);
    if (/\D/.test(tiles[k]!)) sizes[tiles[k]!] = tile;
    sizes[name] = tile * random.between(1, 4);
  });
  const grid = names.map((name, k) => `${name}/${tiles[k]}`);
  const order = (dims: readonly string[]): string =>
    random.pick([
      `Row([${dims}])`,
      `Col([${dims}])`,
      `GenP([${dims}], reverse)`,
      `RegP([${dims}], [${random.shuffled(dims.map((_, k) => k + 1))}])`,
    ]);
  const orders = random.pick([
    () => `OrderBy(${order(grid)}, ${order(tiles)})`,
    () => `OrderBy(${order(names)})`,
    () => `TileOrderBy(${order(grid)}, ${order(tiles)})`,
    () => `OrderBy(${order([...grid, ...tiles])}).OrderBy(${order(names)})`,
  ])();
  const view = random.pick([
    `GroupBy([${names}])`,
    `GroupBy([${grid}],[${tiles}])`,
    `TileBy([${grid}],[${tiles}])`,
  ]);
  return { text: `${view}.${orders}`, sizes };
}

test('random chains of names, both ways', () => {
  const random = seeded(20_261_122);
  let [chains, points] = [0, 0];
  for (let k = 0; k < 50; k++) {
    const { text, sizes } = randomChain(random);
    for (const inverse of [false, true]) {
      const count = compared(text, sizes, inverse);
      if (count > 0) chains++;
      points += count;
    }
  }
  // Their conditions hold of the sizes that were chosen; few are too long to be written.
  assert.ok(chains >= 90, `${chains} of 100`);
  assert.ok(points > 5000, `${points}`);
});

test('sizes that are no products: sums, minima, quotients that are rounded up', () => {
  const chains: Readonly<Record<string, readonly Sizes[]>> = {
    'GroupBy([MM+1,MM+1]).OrderBy(Col([MM+1,MM+1]))': [{ MM: 1 }, { MM: 6 }],
    'OrderBy(Col(max(MM/GG,1),1), Col(min(MM,GG),NN)).TileBy([MM,NN])': [
      { MM: 8, GG: 4, NN: 3 },
      { MM: 3, GG: 8, NN: 5 },
      { MM: 6, GG: 6, NN: 1 },
    ],
    'ExpandBy([MM,NN],[BB*ceil_div(MM,BB),CC*ceil_div(NN,CC)],TileBy([ceil_div(MM,BB),ceil_div(NN,CC)],[BB,CC]).OrderBy(Row(BB*ceil_div(MM,BB),CC*ceil_div(NN,CC))))':
      [
        { MM: 5, NN: 7, BB: 2, CC: 4 },
        { MM: 4, NN: 9, BB: 4, CC: 2 },
      ],
  };
  for (const [text, all] of Object.entries(chains))
    for (const sizes of all)
      for (const inverse of [false, true]) assert.ok(compared(text, sizes, inverse) > 0, text);
});

test('under sizes that the conditions do not allow a chain is none', () => {
  const text = 'OrderBy(Col(max(MM/GG,1),1), Col(min(MM,GG),NN)).TileBy([MM,NN])';
  assert.equal(compared(text, { MM: 7, GG: 4, NN: 3 }, false), 0);
  assert.equal(evaluator.result(closedText(text, { MM: 7, GG: 4, NN: 3 })).result.ok, false);
});

test('as many names as there are coordinates are asked for, and none that is a size', () => {
  const { value } = evaluator.result('GroupBy([MM,NN]).OrderBy(Col([MM,NN]))');
  assert.ok(value instanceof OpenChain);
  const refused = (inverse: boolean, ...names: readonly (string | number)[]): string => {
    const emitted = emitIndex(value, { language: 'c', inverse, names });
    return isFailure(emitted) && 'message' in emitted ? emitted.message : 'nothing';
  };
  assert.equal(refused(false, 'i', 'j'), 'nothing');
  assert.equal(refused(false, 'i', 0), 'nothing');
  assert.equal(refused(false, 'i'), '1 name for 2 variables');
  assert.equal(refused(false, 'i', 'j', 'k'), '3 names for 2 variables');
  assert.equal(refused(true, 'i', 'j'), '2 names for 1 variable');
  assert.equal(refused(false, 'i', 'NN'), 'NN is a size of the chain');
});
