// A `.layout` document lowered to units.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CommentScanner,
  lowerNotationDocument,
  type NotationModule,
} from '../../../server/src/frontends/notation/notation.ts';
import { loadParser, withTree } from '../../grammar/support.ts';
import { short } from './expressions.ts';

const parser = await loadParser('notation');

/** Takes the text of each comment for a malformed directive, so that the test sees what was scanned. */
const echo: CommentScanner = (text, comments) => ({
  notations: [],
  directives: comments.map(({ start, end }) => ({
    kind: 'malformed',
    span: { start, end },
    message: text.slice(start, end),
  })),
});

const lower = (text: string, previous: NotationModule | null = null): NotationModule =>
  withTree(parser, text, (tree) => lowerNotationDocument(tree, text, echo, previous));

/** One line a unit: where it starts, what it declares or says, its comments and its errors. */
const outline = (module: NotationModule): string[] =>
  module.units.map(({ start, unit }) =>
    [
      start,
      ...unit.scope.declarations.map(({ name, init }) => `${name} := ${init === null ? '' : short(init)}`),
      ...unit.notations.map(({ expr }) => short(expr)),
      ...unit.directives.map((directive) => (directive.kind === 'malformed' ? directive.message : '')),
      ...unit.errors.map(({ message }) => `! ${message}`),
    ].join(' | '),
  );

test('a statement is a unit, with the comments before it and beside it', () => {
  const text = [
    '# layout-lens: assume N = 128',
    '# two of them',
    'L = (N,4):(4,1) // row-major',
    '',
    'L o 4:1; L(3) # three',
    'p(i, j) = i + j',
    '# the end',
  ].join('\n');
  assert.deepEqual(outline(lower(text)), [
    '0 | L := layout[(N 4) (4 1)] | # layout-lens: assume N = 128 | # two of them | // row-major',
    '74 | compose[L layout[4 1]]',
    '83 | L[3] | # three',
    '96 | p := λ i j. (i + j)',
    '112 | # the end',
  ]);
});

test('spans are relative to the unit', () => {
  const text = '4:1\n  Lxy = (4,8):(8,1)\n(4 8)';
  const [first, second, third] = lower(text).units;
  assert.equal(text.slice(second!.start).startsWith('Lxy'), true);
  const declaration = second!.unit.scope.declarations[0]!;
  assert.deepEqual(declaration.nameSpan, { start: 0, end: 3 });
  assert.deepEqual(declaration.span, { start: 0, end: 17 });
  assert.deepEqual(declaration.init?.span, { start: 6, end: 17 });
  assert.deepEqual(first!.unit.notations[0]?.span, { start: 0, end: 3 });
  assert.deepEqual(third!.unit.errors, [{ span: { start: 3, end: 4 }, message: ', is missing before `8`' }]);
});

test('a wrong line has no value, and leaves the others theirs', () => {
  assert.deepEqual(outline(lower('A = 4:1\nB = (4,\nC = 8:1\nx y z 8:1\nD = 2:1\n')), [
    '0 | A := layout[4 1]',
    '8 | B := opaque[missing ), opened at column 5] | ! missing ), opened at column 5',
    '16 | C := layout[8 1]',
    '24 | opaque[unexpected `y z 8:1`] | ! unexpected `y z 8:1`',
    '34 | D := layout[2 1]',
  ]);
});

test("the lines of Triton's printed form are one unit", () => {
  const text =
    'A = 4:1\n - lane=1 -> (1)\n - warp is a size 1 dimension\nwhere out dims are: [d (size 2)]\nB = 8:1';
  assert.deepEqual(outline(lower(text)), [
    '0 | A := layout[4 1]',
    '9 | LinearLayout[{"lane": [[1]], "warp": []} {"d": 2}]',
    '88 | B := layout[8 1]',
  ]);
});

test('units of unchanged text are taken over, wherever they stand now', () => {
  const before = lower('A = 4:1\nB = (4,8):(8,1) # b\nC = f(4\n');
  const after = lower('# new\n\nZ = 2\nB = (4,8):(8,1) # b\nA = 4:1\nC = f(4\n', before);
  const unit = (module: NotationModule, text: string) =>
    module.units.find((placed) => placed.text === text)?.unit;
  assert.equal(unit(after, 'A = 4:1'), unit(before, 'A = 4:1'));
  assert.equal(unit(after, 'B = (4,8):(8,1) # b'), unit(before, 'B = (4,8):(8,1) # b'));
  assert.notEqual(unit(after, 'C = f(4'), unit(before, 'C = f(4'));
  assert.equal(unit(after, 'C = f(4')?.errors.length, 1);
});

test('two statements of one text are two units, whatever is put in between', () => {
  const before = lower('size(C)\nC = 4:1\nsize(C)\n');
  const units = lower('A = 2:1\nsize(C)\nC = 4:1\nsize(C)\n', before).units.map(({ unit }) => unit);
  assert.equal(new Set(units).size, 4);
  assert.deepEqual(
    units.slice(1),
    before.units.map(({ unit }) => unit),
  );
});

test('an empty document has no units', () => {
  assert.deepEqual(lower('\n\n').units, []);
});
