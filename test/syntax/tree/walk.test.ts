// The nodes of a tree, written down in one call, beside what a cursor says of them one by one.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import wabt from 'wabt';
import type { Tree } from 'web-tree-sitter';
import { root } from '../../../scripts/testing/files.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { nodesOf, type Part } from '../../../server/src/syntax/tree/runtime.ts';
import { WALK } from '../../../server/src/syntax/tree/walk-code.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { SEED } from '../../algebra/properties-random.ts';
import { generatePython } from '../../bench/generate-python.ts';

const folder = join(root, 'server', 'src', 'syntax', 'tree');

test('what is run is what walk.wat assembles to (LAYOUT_LENS_UPDATE=1 writes it)', async () => {
  const { parseWat } = await wabt();
  const { buffer } = parseWat('walk.wat', await readFile(join(folder, 'walk.wat'))).toBinary({});
  const code = Buffer.from(buffer).toString('base64');
  if (process.env.LAYOUT_LENS_UPDATE) {
    const about = '// `walk.wat`, assembled. Written by LAYOUT_LENS_UPDATE=1 npm test -- walk.';
    await writeFile(join(folder, 'walk-code.ts'), `${about}\n\nexport const WALK =\n  '${code}';\n`);
  } else assert.equal(WALK, code);
});

interface Told {
  readonly type: number;
  readonly field: number;
  readonly start: number;
  readonly end: number;
  readonly below: number;
}

/** What a cursor says, in preorder; `below`: how many nodes are below one. */
function toldByCursor(tree: Tree): readonly Told[] {
  const told: Told[] = [];
  const cursor = tree.walk();
  const tell = (): void => {
    const { nodeTypeId: type, currentFieldId: field, startIndex: start, endIndex: end } = cursor;
    const at = told.push({ type, field, start, end, below: 0 }) - 1;
    if (cursor.gotoFirstChild()) {
      do tell();
      while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    told[at] = { type, field, start, end, below: told.length - at - 1 };
  };
  tell();
  cursor.delete();
  return told;
}

function toldByWalk(tree: Tree, part?: Part): readonly Told[] {
  const nodes = nodesOf(tree, part);
  return Array.from({ length: nodes.count }, (_, at) => ({
    type: nodes.type(at),
    field: nodes.field(at),
    start: nodes.start(at),
    end: nodes.end(at),
    below: nodes.behind(at) - at - 1,
  }));
}

const grammars = await loadGrammars(grammarFiles);
await Promise.all([grammars.ready('python'), grammars.ready('notation'), grammars.ready('literals')]);

function checkText(language: 'python' | 'notation' | 'literals', text: string): void {
  const tree = grammars.parser(language).parse(text)!;
  try {
    assert.deepEqual(toldByWalk(tree), toldByCursor(tree));
  } finally {
    tree.delete();
  }
}

test('nothing, one word, and a letter of two units', () => {
  for (const text of ['', '\n', 'a', 'é = "𝒳"  # 𝒳\nb = é', 'f"{a}{b!r:{c}}"']) checkText('python', text);
});

test('a long file, whole and with pieces taken out of it', () => {
  const text = generatePython(400);
  checkText('python', text);
  const cuts = fc.tuple(fc.nat(text.length), fc.nat(40));
  fc.assert(
    fc.property(fc.array(cuts, { minLength: 1, maxLength: 4 }), (taken) => {
      const broken = taken.reduce((left, [at, length]) => left.slice(0, at) + left.slice(at + length), text);
      checkText('python', broken);
    }),
    { numRuns: 30, seed: SEED },
  );
});

test('what is no text of the language', () => {
  const words = [
    '(',
    ')',
    '[',
    '}',
    ':',
    ',',
    'def',
    'class',
    'a',
    '1',
    '"',
    "'''",
    '\n',
    '  ',
    '*',
    '=',
    '@',
    'é',
  ];
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((some) => some.join(' '));
  for (const language of ['python', 'notation', 'literals'] as const)
    fc.assert(
      fc.property(texts, (text) => checkText(language, text)),
      { numRuns: 200, seed: SEED },
    );
});

test('a tree as deep as its text is long', () => {
  const depth = 20_000;
  const tree = grammars.parser('python').parse(`${'('.repeat(depth)}1${')'.repeat(depth)}`)!;
  const nodes = nodesOf(tree);
  assert.equal(nodes.behind(0), nodes.count);
  assert.ok(nodes.count > 2 * depth);
  tree.delete();
});

/** Without what is below nodes that lie outside of the part. */
function toldInPart(all: readonly Told[], { start, end }: Part): readonly Told[] {
  const told: Told[] = [];
  const tell = (at: number): void => {
    const node = all[at]!;
    const index = told.push(node) - 1;
    if (node.end >= start && node.start <= end)
      for (let child = at + 1; child <= at + node.below; child += all[child]!.below + 1) tell(child);
    told[index] = { ...node, below: told.length - index - 1 };
  };
  tell(0);
  return told;
}

test('nothing below what lies outside of a part is told', () => {
  const text = generatePython(60);
  const tree = grammars.parser('python').parse(text)!;
  const all = toldByCursor(tree);
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(text.length), (a, b) => {
      const part = { start: Math.min(a, b), end: Math.max(a, b) };
      assert.deepEqual(toldByWalk(tree, part), toldInPart(all, part));
    }),
    { numRuns: 60, seed: SEED },
  );
  const { below } = toldByWalk(tree, { start: 0, end: 0 })[0]!;
  assert.ok(below < all.length / 10);
  tree.delete();
});

test('trees are told one after another, each from its own text', () => {
  const parser = grammars.parser('python');
  const [a, b] = [parser.parse('a = 1')!, parser.parse('def f(x):\n  return x')!];
  const first = nodesOf(a);
  const second = toldByWalk(b);
  assert.deepEqual(second, toldByCursor(b));
  assert.equal(first.end(0), 5);
  a.delete();
  b.delete();
});
