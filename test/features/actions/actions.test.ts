// Which code actions are offered where, and what they write.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from 'vscode-languageserver';
import { actionsAt, asking } from './every-action.ts';

const CUTE = '#include <cute/tensor.hpp>\nusing namespace cute;\n';
const DSL = 'import cutlass.cute as cute\n';

/** What an action makes of a line: the lines that differ behind it. */
const changed = (before: string, after: string | undefined): readonly string[] => {
  const old = before.split('\n');
  return (after ?? 'not offered').split('\n').filter((line) => !old.includes(line));
};

const titles = (actions: ReadonlyMap<string, string>, start: string): readonly string[] =>
  [...actions.keys()].filter((title) => title.startsWith(start));

test('one tile for a layout of several modes is mended', async () => {
  const text = `${CUTE}auto d = logical_divide(Layout<Shape<_12,_8>,Stride<_7,_1>>{}, Int<64>{});\n`;
  const actions = await actionsAt(text, 'cpp', 'logical_divide');
  assert.deepEqual(titles(actions, 'Take tile'), [
    'Take tile 48 instead of 64: Int<48>{}',
    'Take tile 96 instead of 64: Int<96>{}',
  ]);
});

test('what fails in one place leaves the other actions to be offered', async () => {
  const text = `${CUTE}auto d = logical_divide(Layout<_12,_1>{}, Int<5>{});\n`;
  // Edits cannot be tried out.
  const failing = (analysis: object) =>
    new Proxy(analysis, {
      get: (target, key) => {
        if (key === 'imports') throw new Error('by design');
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as never;
  const asked = await asking(text, 'cpp', true, failing);
  const at = text.indexOf('d =');
  const actions = await asked.at(at, at, asked.diagnostics);
  asked.dispose();
  assert.deepEqual(asked.errors, [
    'code actions (alternatives) failed: Error: by design',
    'code actions (ignore) failed: Error: by design',
    'code actions (other atoms) failed: Error: by design',
    'code actions (rewrites) failed: Error: by design',
    'code actions (index expression) failed: Error: by design',
  ]);
  assert.deepEqual(
    actions.map(({ title }) => title),
    ['Add shape annotation // (_5,_3)'],
  );
});

test('a static integer is written as CuTe declares it', async () => {
  const text = `${CUTE}auto d = logical_divide(Layout<_75,_1>{}, _24{});\nauto e = logical_divide(Layout<cute::_48,_1>{}, cute::_20{});\n`;
  const actions = await actionsAt(text, 'cpp', 'logical_divide');
  assert.ok(actions.has('Take tile 25 instead of 24: Int<25>{}'), [...actions.keys()].join('\n'));
  const qualified = await actionsAt(text, 'cpp', 'logical_divide(Layout<cute');
  assert.ok(qualified.has('Take tile 16 instead of 20: cute::_16{}'), [...qualified.keys()].join('\n'));
});

test('what two findings of a place ask for is offered once, and mends both', async () => {
  const text = `${CUTE}auto d = logical_divide(Layout<_12,_1>{}, Int<5>{});\n`;
  const asked = await asking(text, 'cpp');
  const [finding] = asked.diagnostics as readonly [Diagnostic];
  const other: Diagnostic = { ...finding, code: 'wrong-composition' };
  const { start, end } = asked.document.spanOf(finding.range);
  const actions = (await asked.at(start, end, [finding, other])).filter(({ kind }) => kind === 'quickfix');
  asked.dispose();
  const takes = actions.filter(({ title }) => title.startsWith('Take'));
  assert.equal(new Set(takes.map(({ title }) => title)).size, takes.length);
  for (const { diagnostics } of takes) assert.deepEqual(diagnostics, [finding, other]);
});

test('a number that a constant gives is changed where the constant is defined', async () => {
  const text = `${CUTE}constexpr int kTile = 5;\nconstexpr int kUsed = 7;\nauto n = Int<kUsed>{};\nauto d = logical_divide(Layout<_12,_1>{}, Int<kTile>{});\nauto e = logical_divide(Layout<_24,_1>{}, Int<kUsed>{});\n`;
  const own = await actionsAt(text, 'cpp', 'logical_divide');
  assert.deepEqual(changed(text, own.get('Take tile 4 instead of 5: kTile = 4')), [
    'constexpr int kTile = 4;',
  ]);
  assert.deepEqual(titles(own, 'Take tile'), [
    'Take tile 4 instead of 5: kTile = 4',
    'Take tile 6 instead of 5: kTile = 6',
  ]);
  const used = await actionsAt(text, 'cpp', 'logical_divide(Layout<_24');
  assert.ok(
    used.has('Take tile 8 instead of 7: kUsed = 8 (also used in 1 other place)'),
    [...used.keys()].join('\n'),
  );
});

test('pycute is offered what it takes', async () => {
  let offered = 0;
  for (const call of [
    'composition(Layout((4, 6, 8), (2, 3, 5)), Layout(3, 3))',
    'logical_divide(Layout((4, 6, 8), (2, 3, 5)), Layout(5, 1))',
    'composition(Layout((4, 8), (9, 1)), Layout(12, 3))',
    'logical_divide(Layout((4, 8), (9, 1)), Layout(10, 3))',
  ]) {
    const actions = await actionsAt(`from pycute import *\nd = ${call}\n`, 'python', call);
    for (const title of titles(actions, 'Take')) {
      const again = await asking(actions.get(title)!, 'python');
      assert.deepEqual(again.diagnostics, [], title);
      again.dispose();
      offered++;
    }
  }
  assert.ok(offered >= 3);
});

test('a rule is silenced above the line, and behind it where lines are joined', async () => {
  const above = `${DSL}d = cute.logical_divide(cute.make_layout(12), cute.make_layout(5))\n`;
  assert.deepEqual(changed(above, (await actionsAt(above, 'python', 'd =')).get('Ignore over-tiling here')), [
    '# layout-lens: ignore[over-tiling]',
  ]);
  const joined = `${DSL}n = 1 + \\\n    cute.size(cute.logical_divide(cute.make_layout(12), cute.make_layout(5)))\n`;
  assert.deepEqual(
    changed(joined, (await actionsAt(joined, 'python', 'cute.size')).get('Ignore over-tiling here')),
    [
      '    cute.size(cute.logical_divide(cute.make_layout(12), cute.make_layout(5)))  # layout-lens: ignore[over-tiling]',
    ],
  );
  const between = `${DSL}n = 1 + \\\n    cute.size(cute.logical_divide(cute.make_layout(12), cute.make_layout(5))) + \\\n    2\n`;
  assert.deepEqual(titles(await actionsAt(between, 'python', 'cute.size'), 'Ignore'), []);
  // A comment in a macro is no directive.
  const macro = `${CUTE}#define D \\\n  logical_divide(Layout<_12,_1>{}, Int<5>{})\nauto d = D;\n`;
  const inMacro = await actionsAt(macro, 'cpp', 'logical_divide');
  assert.deepEqual(titles(inMacro, 'Take tile 4'), ['Take tile 4 instead of 5: Int<4>{}']);
  assert.deepEqual(titles(inMacro, 'Ignore'), []);
});

test('a rule joins those that are silenced there already', async () => {
  const call = 'cute.logical_divide(cute.make_layout(12), cute.make_layout(5))';
  for (const [comment, mended] of [
    ['# layout-lens: ignore[overflow]', '# layout-lens: ignore[overflow, over-tiling]'],
    ['#   layout-lens:ignore[ ]', '#   layout-lens:ignore[ over-tiling]'],
  ] as const) {
    const title = 'Ignore over-tiling here';
    for (const text of [`${DSL}n = 1\n${comment}\nd = ${call}\n`, `${DSL}n = 1\nd = ${call}  ${comment}\n`]) {
      const actions = await actionsAt(text, 'python', 'd =');
      assert.equal(actions.get(title), text.replace(comment, mended));
    }
  }
});

test('a rule is silenced beside a comment, and never in a string', async () => {
  const line = `${CUTE}// composition((4,6,8):(2,3,5), 6:3)\n`;
  assert.deepEqual(
    changed(line, (await actionsAt(line, 'cpp', 'composition')).get('Ignore wrong-composition here')),
    ['// layout-lens: ignore[wrong-composition]'],
  );
  const block = `${CUTE}/*\n * composition((4,6,8):(2,3,5), 6:3)\n */\n`;
  assert.deepEqual(
    changed(block, (await actionsAt(block, 'cpp', 'composition')).get('Ignore wrong-composition here')),
    [' * layout-lens: ignore[wrong-composition]'],
  );
  const string = `${DSL}s = """\ncomposition((4,6,8):(2,3,5), 6:3)\n"""\n`;
  const inString = await actionsAt(string, 'python', 'composition');
  assert.equal(titles(inString, 'Take').length, 3);
  assert.deepEqual(
    [...titles(inString, 'Ignore'), ...titles(inString, 'Replace'), ...titles(inString, 'Insert')],
    [],
  );
});

test('lines that are added end as the others of the file', async () => {
  const text = `${CUTE}auto d = logical_divide(Layout<_12,_1>{}, Int<5>{});\n`.replaceAll('\n', '\r\n');
  const actions = await actionsAt(text, 'cpp', 'd =');
  for (const title of ['Ignore over-tiling here', 'Insert a static assertion of its value'])
    assert.doesNotMatch(actions.get(title) ?? '\n', /(?<!\r)\n/, title);
});

test('a shape and its stride are brought together', async () => {
  const text = `${CUTE}auto many = make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}, _2{}));\nauto few = Layout<Shape<_4,_8>, Stride<_2>>{};\nauto flat = make_layout(make_shape(4, make_shape(_2{}, _25{})), make_stride(_8{}, _1{}));\n`;
  const line = async (at: string, title: string) =>
    changed(text, (await actionsAt(text, 'cpp', at)).get(title));
  assert.deepEqual(await line('make_layout', 'Drop the stride of mode 2: (8,1)'), [
    'auto many = make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}));',
  ]);
  assert.deepEqual(await line('Layout<Shape', 'Add a stride for mode 1: (2,8)'), [
    'auto few = Layout<Shape<_4,_8>, Stride<_2, _8>>{};',
  ]);
  assert.deepEqual(await line('make_layout(make_shape(4,', 'Take compact strides, column-major: (1,(4,8))'), [
    'auto flat = make_layout(make_shape(4, make_shape(_2{}, _25{})), make_stride(_1{}, make_stride(4, 8)));',
  ]);
  assert.deepEqual(await line('make_layout(make_shape(4,', 'Take compact strides, row-major: (50,(25,1))'), [
    'auto flat = make_layout(make_shape(4, make_shape(_2{}, _25{})), make_stride(Int<50>{}, make_stride(Int<25>{}, _1{})));',
  ]);
  const python = `${DSL}l = cute.make_layout((4, 8, 2), stride=(8, 1))\n`;
  assert.deepEqual(
    changed(
      python,
      (await actionsAt(python, 'python', 'cute.make_layout(')).get('Add a stride for mode 2: (8,1,32)'),
    ),
    ['l = cute.make_layout((4, 8, 2), stride=(8, 1, 32))'],
  );
  const notation = 'L = (_4,_8):(_1,_4,_7)\n';
  assert.deepEqual(
    changed(notation, (await actionsAt(notation, 'notation', '(_4')).get('Drop the stride of mode 2: (1,4)')),
    ['L = (_4,_8):(_1,_4)'],
  );
});

test('the extent of a layout is made one that the tile divides', async () => {
  const text = `${DSL}d = cute.zipped_divide(cute.make_layout((24, 50)), (12, 16))\n`;
  const actions = await actionsAt(text, 'python', 'cute.zipped_divide');
  assert.deepEqual(changed(text, actions.get('Take extent 48 instead of 50: cute.make_layout((24, 48))')), [
    'd = cute.zipped_divide(cute.make_layout((24, 48)), (12, 16))',
  ]);
  const quotient = `${CUTE}auto q = shape_div(_8{}, _3{});\n`;
  assert.deepEqual(
    changed(quotient, (await actionsAt(quotient, 'cpp', 'shape_div')).get('Take 2 instead of 3: _2{}')),
    ['auto q = shape_div(_8{}, _2{});'],
  );
});

test('a comment is corrected, and the names in it that fit stay', async () => {
  const text = `${CUTE}auto t = make_layout(make_shape(_4{}, make_shape(_8{}, _2{}), _3{}));  // (M,(16,_2),PIPE=4)\n`;
  const actions = await actionsAt(text, 'cpp', '// (');
  assert.deepEqual(changed(text, actions.get('Correct the comment: (M,(_8,_2),PIPE=3)')), [
    'auto t = make_layout(make_shape(_4{}, make_shape(_8{}, _2{}), _3{}));  // (M,(_8,_2),PIPE=3)',
  ]);
});

test('the coalesced form says when it has another rank', async () => {
  const text = `${CUTE}auto l = Layout<Shape<_2,_4,_8>>{};\nauto same = Layout<Shape<Shape<_2,_4>,_8>,Stride<Stride<_1,_2>,_16>>{};\n`;
  const actions = await actionsAt(text, 'cpp', 'l =');
  assert.ok(
    actions.has('Replace by its coalesced form (rank 3 → 1) Layout<_64,_1>{}'),
    [...actions.keys()].join('\n'),
  );
  const same = await actionsAt(text, 'cpp', 'same');
  assert.ok(
    same.has('Replace by its coalesced form Layout<Shape<_8,_8>,Stride<_1,_16>>{}'),
    [...same.keys()].join('\n'),
  );
});

test('inside of a value there is all that there is on its name', async () => {
  const text = `${CUTE}auto l = coalesce(make_layout(make_shape(make_shape(_2{}, _4{}), _8{})));\n`;
  const kinds = async (at: string) => {
    const asked = await asking(text, 'cpp');
    const start = text.indexOf(at);
    const found = (await asked.at(start, start, [])).map(({ kind }) => kind);
    asked.dispose();
    return new Set(found);
  };
  const onName = await kinds('l =');
  assert.ok(onName.size >= 4);
  for (const at of ['coalesce', 'make_layout', '_4', '8{}'])
    for (const kind of onName) assert.ok((await kinds(at)).has(kind), `${kind} at ${at}`);
  const inner = await actionsAt(text, 'cpp', 'make_layout');
  assert.ok(inner.has('Replace l by its value Layout<_64,_1>{}'), [...inner.keys()].join('\n'));
});

test('edits name the version of the document that they are for', async () => {
  const asked = await asking(`${CUTE}auto d = logical_divide(Layout<_12,_1>{}, Int<5>{});\n`, 'cpp');
  const at = asked.document.spanOf(asked.diagnostics[0]!.range).start;
  const actions = await asked.at(at, at, asked.diagnostics);
  asked.dispose();
  assert.ok(actions.length > 5);
  for (const { edit, title } of actions)
    for (const change of edit!.documentChanges!)
      assert.equal('textDocument' in change && change.textDocument.version, 1, title);
});
