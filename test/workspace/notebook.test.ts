// The cells of a notebook as one document: what is read as Python, and that every edit leaves the text of all cells.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { cellAt, joinCells, lineName } from '../../server/src/syntax/text/notebook.ts';
import { Notebook } from '../../server/src/workspace/documents/notebook.ts';
import { seeded } from '../support/random.ts';

/** A single cell as it is read. */
const read = (cell: string): string => {
  const { text, starts } = joinCells([cell]);
  return text.slice(starts[0]);
};

test('magics and shell commands are comments, and nothing else is', () => {
  assert.equal(read('%load_ext x\n  !ls -l\n?cute\nx = 1'), '#load_ext x\n  #ls -l\n#cute\nx = 1');
  assert.equal(read('%%time\nx = 1'), '#%time\nx = 1');
  assert.equal(read('%%bash\nls'), '      \n  ');
  // Operators at the beginning of a line, and text.
  for (const same of [
    'x = (n\n  %kM)',
    'x = n \\\n  %kM',
    'x = [n\n% 4]',
    'x = (a\n!= b)',
    's = """\n%load\n!ls\n"""\ny = 2',
    "s = '''(\n%a'''",
    'x = f(")", # )\n  %y)',
  ])
    assert.equal(read(same), same);
  assert.equal(read('s = "("  # (\n%load'), 's = "("  # (\n#load');
});

test('a place is named by its cell', () => {
  const { text, starts } = joinCells(['a = 1\n', 'b = 2\nc = 3']);
  assert.equal(lineName(text, text.indexOf('a =')), 'cell 1, line 1');
  assert.equal(lineName(text, text.indexOf('c =')), 'cell 2, line 2');
  assert.deepEqual(cellAt(text, text.length), { cell: 2, start: starts[1] });
  assert.equal(lineName('a = 1\nb = 2', 6), 'line 2');
});

test('after any edits the document is that of a notebook opened with these cells', () => {
  const pieces = ['x = 1\r\n', '\r', '\n', 'y = (', ')', '%magic\n', '🙂', '"""', ''];
  for (let seed = 1; seed <= 40; seed++) {
    const random = seeded(seed);
    let made = 0;
    const cell = (): TextDocument =>
      TextDocument.create(`cell:${made++}`, 'python', 1, random.pick(pieces) + random.pick(pieces));
    const notebook = new Notebook('file:///a.ipynb', [cell(), cell()]);
    const failed = (error: unknown): never => {
      throw error;
    };
    for (let step = 0; step < 12; step++) {
      const { cellUris } = notebook;
      if (random.below(3) === 0 || cellUris.length === 0)
        notebook.splice(random.below(3), random.below(2), random.below(2) === 0 ? [cell()] : [], failed);
      else {
        const uri = random.pick(cellUris);
        notebook.edit(uri, [{ text: random.pick(pieces) + random.pick(pieces) }], step + 2, failed);
      }
      const texts = notebook.cellUris.map((uri) => notebook.textOf(uri)!.getText());
      assert.equal(notebook.whole.getText(), joinCells(texts).text, `seed ${seed}, step ${step}`);
    }
  }
});
