// The reader of Python statements against tree-sitter-python: the same text, the same nodes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Node } from 'web-tree-sitter';
import { parsePython } from '../../../server/src/frontends/python/syntax/parser.ts';
import type { PyNode } from '../../../server/src/frontends/python/syntax/tree.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

/** What only has to be there, not to be read: its inside is not compared. */
const CLOSED = new Set([
  'dictionary',
  'set',
  'dictionary_comprehension',
  'set_comprehension',
  'string',
  'yield',
  'type',
  'case_pattern',
  'pass_statement',
  'raise_statement',
  'break_statement',
  'continue_statement',
  'wildcard_import',
  'type_alias_statement',
]);
const BRACED = new Set(['set', 'dictionary_comprehension', 'set_comprehension']);

/** Dots of a relative import are read from the text. */
const LEFT_OUT = new Set(['comment', 'line_continuation', 'import_prefix']);

const nameOf = (type: string): string => (BRACED.has(type) ? 'dictionary' : type);

function fromTree(node: Node, field: string | null, text: string): string {
  const type = nameOf(node.type);
  const head = `${field === null ? '' : `${field}: `}${type}`;
  const source = text.slice(node.startIndex, node.endIndex);
  if (CLOSED.has(node.type)) return `${head} ${node.type === 'string' ? source : ''}`.trim();
  const parts: string[] = [];
  for (const [i, child] of node.children.entries()) {
    if (child === null || LEFT_OUT.has(child.type)) continue;
    const name = node.fieldNameForChild(i);
    if (child.isNamed || name !== null) parts.push(fromTree(child, name, text));
  }
  return parts.length === 0 ? `${head} ${source}` : `${head}(${parts.join(' ')})`;
}

function fromReader(node: PyNode, text: string): string {
  const type = nameOf(node.type);
  const head = `${node.field === null ? '' : `${node.field}: `}${type}`;
  const source = text.slice(node.start, node.end);
  if (CLOSED.has(node.type)) return `${head} ${node.type === 'string' ? source : ''}`.trim();
  const parts = node.children.map((child) => fromReader(child, text));
  return parts.length === 0 ? `${head} ${source}` : `${head}(${parts.join(' ')})`;
}

function compare(text: string): void {
  const tree = grammars.parser('python').parse(text)!;
  try {
    assert.ok(!tree.rootNode.hasError, `tree-sitter reads it: ${text}`);
    const { root } = parsePython(text, 0, text.length);
    const mine = root.children.map((child) => fromReader(child, text));
    const theirs = tree.rootNode.children
      .filter((child) => child !== null && child.type !== 'comment' && child.isNamed)
      .map((child) => fromTree(child!, null, text));
    assert.deepEqual(mine, theirs);
  } finally {
    tree.delete();
  }
}

test('expressions', () => {
  for (const text of [
    'a + b * c - d // e % f @ g',
    'a ** -b ** c',
    '-a ** b',
    'not a and b or c and not d',
    'a < b <= c != d == e > f >= g',
    'a is not b and c not in d and e in f and g is h',
    'a | b & c << d >> e',
    'a if b else c if d else e',
    'lambda: 0',
    'lambda a, b=1, *c, **d: a if b else c',
    'f(a, *b, c=1, **d)',
    'f(x for x in y if x)',
    'f(a)(b)[c].d[e:f, ::2, :, None, ...]',
    'a[1:2][x]',
    'a[b, c:d]',
    '()',
    '(a,)',
    '(a, *b, c)',
    '(a)',
    '[a, b,]',
    '[a for b in c]',
    '[f(a, b) for a, (b, *c) in zip(d, e) if a if not b or c]',
    '(a for b in c for d in b)',
    '{a: b, **c}',
    '{a, b}',
    '{a: b for c in d}',
    '(y := f(x), y)',
    '(a, *b)',
    '0x1F + 0b11 + 0o17 + 1_000 + 1.5e-3 + .5 + 2.',
    'r"\\d" b"x"',
    "f'{a!r:>{w}}' 'b' \"c\"",
    '"""a\n"b" c"""',
    'x.y.z()',
    '~a + +b',
    'await f(x)',
  ]) {
    compare(`${text}\n`);
  }
});

test('& binds closer than ^, where tree-sitter-python has it the other way', () => {
  const text = 'a ^ b & c\n';
  const { root } = parsePython(text, 0, text.length);
  assert.equal(
    fromReader(root.children[0]!, text),
    'expression_statement(binary_operator(left: identifier a operator: ^ ^ right: binary_operator(left: identifier b operator: & & right: identifier c)))',
  );
});

test('statements', () => {
  for (const text of [
    'a = b = c, d',
    'a, (b, *c), [d, e] = f',
    'a.b[c], d = e',
    'x: int',
    'x: Tuple[int, ...] = (1, 2)',
    'self.x: int = 3',
    'a += 1; b -= 2; c //= 3; d **= 4; e >>= 5; f @= g',
    'import a, b.c as d',
    'from . import a',
    'from ..a.b import (c as d, e,)',
    'from a import *',
    'assert a, b',
    'del a, b[c]',
    'global a, b',
    'return',
    'raise A from b',
    'if a: b\nelif c: d\nelse: e',
    'if a:\n    b = 1\n    # note\n\nelif c:\n    d\nelse:\n    e\nf = 2',
    'for a, (b, c) in d: e\nelse: f',
    'for a in b, c:\n\tpass',
    'while a:\n    break\nelse:\n    continue',
    'with a as b, c as d, f: g',
    'with (a as b, c): d',
    'try:\n    a\nexcept (B, C) as d:\n    e\nexcept:\n    f\nelse:\n    g\nfinally:\n    h',
    'try: a\nexcept B: pass',
    'def f(a, b: int, c=1, d: int = 2, /, *, e, **g) -> int:\n    return a',
    'def f(*args: int): pass',
    'async def f():\n    async with a as b:\n        async for c in d:\n            pass',
    '@a\n@b.c(d)\ndef f():\n    """doc"""\n    x = 1',
    '@dataclass\nclass A(B, metaclass=C):\n    x: int = 1\n\n    def f(self):\n        self.x = 2\n\n    y = 3',
    'class A: pass',
    'match a:\n    case 1 | 2:\n        b\n    case C(x=d):\n        e',
    'match = 3\nmatch.x = 4\ncase = match',
    'type = 1\ntype(x)\nprint(a)',
    'a = (1,\n     2)  # c\nb = [\n    3,\n]',
    'a = 1 + \\\n    2',
    'if a:\n  if b:\n    c\n  d\ne',
    'x = yield\ny = yield a, b',
    'a = {\n    "k": 1,\n}\nb = 2',
  ]) {
    compare(`def around():\n    pass\n${text}\n`);
  }
});

test('what cannot be read does not hide what follows', () => {
  const names = (text: string): string[] => {
    const found: string[] = [];
    const visit = (node: PyNode): void => {
      if (node.type === 'assignment') {
        const left = node.children.find((child) => child.field === 'left')!;
        found.push(text.slice(left.start, left.end));
      }
      for (const child of node.children) visit(child);
    };
    visit(parsePython(text, 0, text.length).root);
    return found;
  };
  assert.deepEqual(names('a = \nb = 1\n'), ['b']);
  assert.deepEqual(names('def f(:\n    a = 1\nb = 2\n'), ['b']);
  assert.deepEqual(names('x = f(1, (2\ndef g():\n    a = 1\n'), ['a']);
  assert.deepEqual(names('x = f(1, (2\ny = 3\n'), ['y']);
  assert.deepEqual(names('  a = 1\n    b = 2\nc = 3\n'), ['a', 'b', 'c']);
  assert.deepEqual(names('a = 1 $ 2\nb = "x\nc = 3\n').slice(-2), ['b', 'c']);
  assert.deepEqual(names('if a\n    b = 1\nelse:\n    c = 2\n'), ['b', 'c']);
  assert.deepEqual(names(`${'('.repeat(5000)}\na = 1\n`), ['a']);
  assert.deepEqual(names(`a = ${'-'.repeat(5000)}1\nb = 2\n`), ['b']);
});
