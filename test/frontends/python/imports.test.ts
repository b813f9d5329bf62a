// Names from other modules of the workspace. Values worked out by hand.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { embeddedScanner } from '../../../server/src/analysis/document/embedded-notation.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { PythonModules } from '../../../server/src/workspace/imports/python-modules.ts';
import { ReadableFolders } from '../../../server/src/workspace/imports/readable-folders.ts';
import type { HeaderSource } from '../../../server/src/workspace/imports/source.ts';
import { pythonGrammars, show } from '../../evaluate/python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS = 'import cutlass\nimport cutlass.cute as cute\n';

/** A workspace in memory: texts by path. */
function sourceOf(files: Map<string, string>): HeaderSource {
  const at = (uri: string): string | undefined => files.get(uri.replace('file:///w/', ''));
  return {
    reach: new ReadableFolders(['file:///w']),
    roots: ['file:///w'],
    isWaiting: false,
    read: (uri) => {
      const text = at(uri);
      return text === undefined ? null : { text, stamp: text };
    },
    exists: (uri) => at(uri) !== undefined,
    withSuffix: () => [],
    files: () => [],
    compileCommands: () => [],
    forget: () => undefined,
    work: () => true,
  };
}

function opened(files: Map<string, string>, path: string) {
  const modules = new PythonModules(grammars, sourceOf(files));
  const document = openDocument(grammars, 'python', files.get(path)!);
  const uri = `file:///w/${path}`;
  const look = (): ReadonlyMap<string, string> => {
    document.imports = modules.importsOf({ uri, module: document.module });
    const values = new Map<string, string>();
    for (const site of document.model.sites)
      if (site.role === 'declaration' && site.name !== null)
        values.set(site.name, show(document.model.evaluate(site).value));
    return values;
  };
  return { modules, document, look };
}

const workspace = (): Map<string, string> =>
  new Map([
    ['pkg/__init__.py', `${IMPORTS}from .shapes import tile\nfrom . import helpers\n`],
    [
      'pkg/shapes.py',
      `${IMPORTS}ROWS = 4\ntile = (ROWS, 8)\ndef padded(n, by=1):\n    return (n + by, ROWS)\n`,
    ],
    [
      'pkg/helpers.py',
      `${IMPORTS}from pkg import shapes\nfrom .inner.deep import double\n\ndef layout(shape):\n    return cute.make_layout(shape, stride=(double(shapes.ROWS), 1))\n\nclass Kernel:\n    def __init__(self, n):\n        self.n = n\n\n    def shape(self):\n        return shapes.padded(self.n)\n`,
    ],
    ['pkg/inner/__init__.py', ''],
    ['pkg/inner/deep.py', `${IMPORTS}ROWS = 100\ndef double(n):\n    return 2 * n\n`],
    [
      'pkg/main.py',
      `${IMPORTS}from . import helpers, shapes as s
from .shapes import tile, padded
from .helpers import Kernel
import pkg.inner.deep
from pkg import tile as again
from .nowhere import lost
ROWS = 7
a = cute.make_layout(tile)
b = helpers.layout((4, 8))
c = s.ROWS
d = padded(3)
e = Kernel(5).shape()
f = pkg.inner.deep.ROWS
g = again
h = lost
def local():
    from .inner import deep
    i = deep.double(21)
`,
    ],
  ]);

describe('modules of the workspace', () => {
  test('the first part of a path is a module, also where a variable has its name', () => {
    const { document, look } = opened(
      new Map([
        ['cute/shapes.py', 'import cutlass.cute\nTILE = (4, 2)\n'],
        [
          'main.py',
          'import cutlass.cute as cute\nfrom cute.shapes import TILE\nlayout = cute.make_layout(TILE)\n',
        ],
      ]),
      'main.py',
    );
    assert.equal(look().get('layout'), '(4,2):(1,4)');
    document.dispose();
  });

  test('relative and absolute imports, each module with its own names', () => {
    const values = opened(workspace(), 'pkg/main.py').look();
    const expected = {
      a: '(4,8):(1,4)',
      b: '(4,8):(8,1)',
      c: '4',
      d: '(4,4)',
      e: '(6,4)',
      f: '100',
      g: '(4,8)',
      i: '42',
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(values.get(name), value, name);
    assert.match(values.get('h')!, /unknown: .*lost is not known/);
  });

  test('a file that changes changes what is imported from it; one that does not keeps its view', () => {
    const files = workspace();
    const { modules, document, look } = opened(files, 'pkg/main.py');
    assert.equal(look().get('a'), '(4,8):(1,4)');
    const view = document.imports;
    look();
    assert.equal(document.imports, view);
    files.set('pkg/shapes.py', files.get('pkg/shapes.py')!.replace('ROWS = 4', 'ROWS = 6'));
    modules.changed();
    assert.equal(look().get('a'), '(6,8):(1,6)');
    assert.equal(look().get('b'), '(4,8):(12,1)');
  });

  test('names do not leak from the importing file, and circles end', () => {
    const values = opened(
      new Map([
        ['one.py', `${IMPORTS}from .two import g\nSECRET = 3\ndef f():\n    return 2\nx = g()\ny = f()\n`],
        ['two.py', `${IMPORTS}from .one import f\ndef g():\n    return f() + SECRET\n`],
      ]),
      'one.py',
    ).look();
    assert.match(values.get('x')!, /unknown: .*SECRET/);
    assert.equal(values.get('y'), '2');
  });

  test('files that make no layouts read nothing', () => {
    const modules = new PythonModules(grammars, sourceOf(new Map([['b.py', 'N = 1\n']])));
    const document = openDocument(grammars, 'python', 'from .b import N\nx = N\n');
    assert.equal(modules.importsOf({ uri: 'file:///w/a.py', module: document.module }), null);
  });

  test('a list inside of a list is what it was where no module reaches it by another name', () => {
    const boxes = (change: string): Map<string, string> =>
      new Map([
        [
          'boxes.py',
          `${IMPORTS}class Box:\n    def __init__(self):\n        self.gerüst = [[1], [2]]\n        self.plan = [[1], [2]]\n\ndef fill(box):\n    ${change}\n`,
        ],
        [
          'main.py',
          `${IMPORTS}from boxes import Box, fill\nbox = Box()\nfill(box)\nn = len(box.plan[0])\nm = len(box.gerüst[0])\n`,
        ],
      ]);
    const lengths = (change: string): readonly string[] => {
      const values = opened(boxes(change), 'main.py').look();
      return ['n', 'm'].map((name) => values.get(name)!.replace(/^unknown.*/, 'unknown'));
    };
    assert.deepEqual(lengths('pass'), ['1', '1']);
    assert.deepEqual(lengths('box.plan[0].append(3)'), ['unknown', '1']);
    assert.deepEqual(lengths('box.gerüst[0].append(3)'), ['1', 'unknown']);
  });

  test('packages outside of the workspace are read from the folders that settings name', () => {
    const files = new Map([
      ['a.py', `${IMPORTS}import pkg.shapes as shapes\nt = cute.make_layout(shapes.tile)\n`],
      ['lib/site-packages/pkg/__init__.py', ''],
      ['lib/site-packages/pkg/shapes.py', `${IMPORTS}tile = (4, 8)\n`],
    ]);
    const value = (extraPaths: readonly string[]): string => {
      const modules = new PythonModules(grammars, sourceOf(files));
      const document = openDocument(grammars, 'python', files.get('a.py')!);
      document.imports = modules.importsOf({ uri: 'file:///w/a.py', module: document.module }, extraPaths);
      const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === 't')!;
      return show(document.model.evaluate(site).value);
    };
    assert.match(value([]), /unknown/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code's variable, as settings hold it.
    const inWorkspace = '${workspaceFolder}/lib/site-packages';
    for (const path of ['lib/site-packages', '/w/lib/site-packages', inWorkspace])
      assert.equal(value([path]), '(4,8):(1,4)', path);
    files.set(
      'pyproject.toml',
      '[tool.other]\nextraPaths = ["x"]\n[tool.pyright]\nstrict = [ "a" ]\nextraPaths = [\n  \'lib/site-packages\',\n]\n',
    );
    assert.equal(value([]), '(4,8):(1,4)');
    // Pyright's own file comes before.
    files.set('pyrightconfig.json', '{ "extraPaths": ["elsewhere"] }');
    assert.match(value([]), /unknown/);
    files.set('pyrightconfig.json', '{ "extraPaths": ["./lib/site-packages"] }');
    assert.equal(value([]), '(4,8):(1,4)');
  });

  describe('read for documents too', () => {
    const uri = (path: string): string => `file:///w/${path}`;
    const SHAPES = `${IMPORTS}tile = (4, 8)  # (2,3):(3,1)\n# layout-lens: assume n = 4\ndef wide(n):\n    w = (n, 8)\n`;
    const files = (): Map<string, string> =>
      new Map([
        ['shapes.py', SHAPES],
        ['main.py', `${IMPORTS}from shapes import tile\nt = cute.make_layout(tile)\n`],
        ['other.py', `${IMPORTS}P = 3\n`],
      ]);
    const forDocuments = (of: Map<string, string>): PythonModules =>
      new PythonModules(grammars, sourceOf(of), { scan: embeddedScanner(grammars) });

    test('a module that somebody imports is the document when its turn comes, with its notation', () => {
      const modules = forDocuments(files());
      const imported = modules.moduleAt(uri('shapes.py'))!.module;
      const lowered = modules.asDocument(uri('shapes.py'), SHAPES)!;
      assert.equal(lowered.units.length, imported.units.length);
      for (const [i, { unit }] of lowered.units.entries())
        assert.equal(unit.scope, imported.units[i]!.unit.scope);
      const valuesOf = (of: typeof lowered | null): readonly string[] => {
        const { model } = openDocument(grammars, 'python', SHAPES, { lowered: of });
        return model.sites.map((site) => `${site.role} ${site.name} ${show(model.evaluate(site).value)}`);
      };
      assert.deepEqual(valuesOf(lowered), valuesOf(null));
      const values = valuesOf(lowered);
      for (const line of ['declaration tile (4,8)', 'declaration w (4,8)', 'notation null (2,3):(3,1)'])
        assert.ok(values.includes(line), line);
      // To those who import it, it is its declarations alone.
      assert.ok(lowered.units.some(({ unit }) => unit.directives.length > 0));
      assert.ok(imported.units.every(({ unit }) => unit.directives.length + unit.notations.length === 0));
    });

    test('a text that the file does not have, and modules of an editor, are no documents', () => {
      assert.equal(forDocuments(files()).asDocument(uri('shapes.py'), 'N = 1\n'), null);
      assert.equal(forDocuments(files()).asDocument(uri('nowhere.py'), ''), null);
      const modules = new PythonModules(grammars, sourceOf(files()));
      assert.equal(modules.asDocument(uri('shapes.py'), SHAPES), null);
    });

    test('a document that nobody imports is not kept as a module, as soon as that is known', () => {
      const all = files();
      const source = { ...sourceOf(all), files: () => [...all.keys()].map(uri) };
      const modules = new PythonModules(grammars, source, { scan: embeddedScanner(grammars) });
      const main = all.get('main.py')!;
      assert.notEqual(modules.asDocument(uri('other.py'), all.get('other.py')!), null);
      modules.importers.of(uri('shapes.py'), ['wide'], []);
      assert.equal(modules.asDocument(uri('main.py'), main), null);
      assert.notEqual(modules.asDocument(uri('shapes.py'), SHAPES), null);
      assert.notEqual(modules.moduleAt(uri('main.py')), null);
      assert.notEqual(modules.asDocument(uri('main.py'), main), null);
    });
  });
});
