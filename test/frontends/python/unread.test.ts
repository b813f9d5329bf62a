// Classes and functions of imported modules, which are read when somebody asks what is in them.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Module } from '../../../server/src/frontends/common/scope.ts';
import { lowerImported, lowerPython, readWhole } from '../../../server/src/frontends/python/python.ts';
import { declaredNames, UnreadPiece } from '../../../server/src/frontends/python/unread.ts';
import { SyntaxDocument } from '../../../server/src/syntax/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const imported = (text: string): Module => lowerImported(new SyntaxDocument(grammars, 'python', text), null);

/** The names of what is not read, and of what is. */
function names(text: string): { readonly unread: string; readonly read: string } {
  const { units } = imported(text);
  const of = (isUnread: boolean): string =>
    units
      .filter((placed) => placed instanceof UnreadPiece === isUnread)
      .flatMap(declaredNames)
      .join();
  return { unread: of(true), read: of(false) };
}

const TEXT = `
import cutlass
from cutlass import cute

SIZE = 64
TABLE = []

# What a tile is.
@cute.jit
@decorated(
    1
)
def tile(n: int):
    """A tile
    """
    rows = []
    rows.append(n)
    return (n, SIZE)

class Kernel:
    SIZE = 3
    def __call__(self): return self.SIZE

async def later(): pass

def late():
    from other import size
    return size

def fill():
    TABLE.append(SIZE)

def counted():
    global SIZE
    SIZE = 3

if SIZE:
    def chosen(): return 1
`;

describe('a module that is imported', () => {
  test('has the names of its classes and functions before they are read', () => {
    assert.deepEqual(names(TEXT), {
      unread: 'tile,Kernel,later',
      read: 'cutlass,cute,SIZE,TABLE,late,fill,TABLE,counted,SIZE,chosen,SIZE,TABLE',
    });
  });

  test('is the same as one that is read at once', () => {
    const whole = lowerPython(new SyntaxDocument(grammars, 'python', TEXT), null, null);
    const read = readWhole(imported(TEXT), grammars.parser('python'), null);
    assert.ok(read.units.every((placed) => !(placed instanceof UnreadPiece)));
    assert.deepEqual(read.units.map(plain), whole.units.map(plain));
    assert.deepEqual(read.includes, whole.includes);
  });

  test('is read once: who reads all of it has the units that others have seen', () => {
    const module = imported(TEXT);
    const piece = module.units.find((placed) => placed instanceof UnreadPiece)!;
    assert.ok(piece instanceof UnreadPiece && !piece.isRead);
    const { unit } = piece;
    const read = readWhole(module, grammars.parser('python'), null);
    assert.equal(read.units[module.units.indexOf(piece)]!.unit, unit);
    assert.equal(readWhole(read, grammars.parser('python'), null), read);
  });

  test('declares that name, whatever is broken in it', () => {
    const lines = TEXT.split('\n');
    for (const [at, line] of lines.entries()) {
      for (const broken of [`${line} (`, line.replace(/[)\]:]/, ''), `x = [${line}`, line.trimStart(), '']) {
        const text = [...lines.slice(0, at), broken, ...lines.slice(at + 1)].join('\n');
        for (const placed of imported(text).units) {
          if (!(placed instanceof UnreadPiece)) continue;
          const declared = placed.unit.scope.declarations.map(({ name }) => name);
          assert.ok(declared.includes(placed.name), text);
        }
      }
    }
  });
});

/** Without functions, which are other objects each time. */
const plain = ({ start, text, unit }: Module['units'][number]): unknown =>
  JSON.parse(
    JSON.stringify({ start, text, scope: unit.scope }, (_, value: unknown) =>
      value instanceof Set || value instanceof Map ? [...value] : value,
    ),
  );
