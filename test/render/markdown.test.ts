import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { type HoverContent, pictured } from '../../server/src/features/hover/content.ts';
import { hoverMarkdown, hoverPlainText } from '../../server/src/features/hover/markdown.ts';
import { escapeMarkdown, inlineCode } from '../../server/src/features/hover/markdown-text.ts';
import { layoutScene } from '../../server/src/render/picture/layout-scene.ts';

const content: HoverContent = {
  value: ['(_4,_8):(_8,_1)'],
  form: { language: 'cpp', text: 'Layout<Shape<_4,_8>,Stride<_8,_1>>{}' },
  instances: [],
  summary: '4 × 8 · size 32 · row-major, bijective onto [0, 32)',
  standing: null,
  modes: null,
  problem: null,
  chain: [],
  picture: pictured(layoutScene(new Layout([2, 3], [3, 1]), 'L'), 'offsets of L'),
  derivation: {
    head: 'composition(A, B)',
    target: null,
    args: [{ text: 'A = 8:1', target: null }],
    steps: [
      { text: 'divide out 2', depth: 0, source: 'Cecka 3.3.3' },
      { text: 'keep 4', depth: 1 },
    ],
  },
  open: ['kBlockN is a template parameter'],
  parameters: ['kBlockM = 128 (assumed here)'],
  more: [{ label: 'coalesced', text: '32:1', code: true }],
  links: [{ title: 'Copy', target: 'command:x' }],
};

test('the value, its picture, what is said of it, then how it came about, what is not known before what is given', () => {
  const text = hoverMarkdown(content, { images: true, links: true });
  const order = [
    '```layout',
    '![offsets of L; 2 rows by 3 columns, the first row 0, 1, 2](data:image/svg+xml;base64,',
    '4 × 8',
    '```cpp',
    'composition\\(A',
    'kBlockN is a template parameter',
    'parameters',
    'coalesced',
    '[Copy](command:x)',
  ];
  const places = order.map((part) => text.indexOf(part.replace('\\(', '(')));
  assert.ok(
    places.every((p) => p >= 0),
    JSON.stringify(places),
  );
  assert.deepEqual(
    [...places].sort((a, b) => a - b),
    places,
  );
  const width = /<svg [^>]*width="(\d+)"/.exec(atob(/base64,([^|]*)/.exec(text)![1]!))![1];
  assert.ok(text.includes(`|width=${width})`), 'as wide as it is drawn');
});

const PICTURE = ['mode 0 ↓  mode 1 →', '  ┃ 0 1 2', '━━╋━━━━━━', '0 ┃ 0 1 2', '1 ┃ 3 4 5'].join('\n');

test('no links for clients without them, and a picture in text for those without images', () => {
  const text = hoverMarkdown(content, { images: false, links: false });
  assert.ok(!text.includes('command:') && !text.includes('data:'));
  assert.ok(text.includes(`\n\n\`\`\`text\n${PICTURE}\n\`\`\`\n\n`), text);
});

test('plain text has everything', () => {
  assert.equal(
    hoverPlainText(content),
    [
      '(_4,_8):(_8,_1)',
      PICTURE,
      '4 × 8 · size 32 · row-major, bijective onto [0, 32)',
      'Layout<Shape<_4,_8>,Stride<_8,_1>>{}',
      '= composition(A, B)\n  A = 8:1\n- divide out 2 (Cecka 3.3.3)\n  - keep 4',
      'open: kBlockN is a template parameter',
      'parameters: kBlockM = 128 (assumed here)',
      'coalesced: 32:1',
    ].join('\n\n'),
  );
});

test('what Markdown would take for its own is escaped', () => {
  assert.equal(escapeMarkdown('a*b_c [x](y) <t>'), 'a\\*b\\_c \\[x\\]\\(y\\) \\<t\\>');
  assert.equal(inlineCode('a`b'), '``a`b``');
  assert.equal(inlineCode('`'), '`` ` ``');
});

test('long derivations are cut', () => {
  const steps = Array.from({ length: 100 }, (_, i) => ({ text: `step ${i}`, depth: 0 }));
  const text = hoverPlainText({ ...content, derivation: { head: 'f()', target: null, args: [], steps } });
  assert.ok(text.includes('step 39') && !text.includes('step 40'));
  assert.ok(text.includes('and 60 more steps'));
});

test('the values of instantiations come first, one on a line', () => {
  const instances = [
    { label: 'kBlockM = 64', text: '(_64,_8):(_8,_1)' },
    { label: 'T = Pair<1, 2>', text: '(_32,_8):(_8,_1)' },
  ];
  const several: HoverContent = {
    ...content,
    value: [],
    form: null,
    problem: 'depends on the instantiation',
    instances,
  };
  assert.ok(
    hoverPlainText(several).startsWith(
      'depends on the instantiation\n\nkBlockM = 64: (_64,_8):(_8,_1)\nT = Pair<1, 2>: (_32,_8):(_8,_1)\n\nmode 0 ↓',
    ),
  );
  const markdown = hoverMarkdown(several, { images: false, links: false });
  assert.ok(
    markdown.includes('- **kBlockM = 64** `(_64,_8):(_8,_1)`\n- **T = Pair\\<1, 2\\>** `(_32,_8):(_8,_1)`'),
    markdown,
  );
});

test('steps are folded where the client can, with no text of the user in the HTML', () => {
  const text = hoverMarkdown(content, { images: false, links: false, folds: true });
  const steps = '- divide out 2 *(Cecka 3.3.3)*\n  - keep 4';
  assert.ok(text.includes(`<details><summary>2 steps</summary>\n\n${steps}\n\n</details>`), text);
  assert.ok(!hoverMarkdown(content, { images: false, links: false }).includes('<details>'));
});

test('the picture of the first instantiation, and small ones of the others', () => {
  const scene = (rows: number) => layoutScene(new Layout([rows, 64], [64, 1]), `L${rows}`)!;
  const several: HoverContent = {
    ...content,
    picture: {
      scene: scene(4),
      alternative: 'with kM = 4: L4',
      label: 'kM = 4',
      others: [
        { label: 'kM = 8', scene: scene(8) },
        { label: 'kM = 16', scene: scene(16) },
      ],
    },
  };
  const text = hoverMarkdown(several, { images: true, links: false });
  const pictures = [...text.matchAll(/!\[([^\]]*)\]\(data:[^|]*\|width=(\d+)\)/g)];
  assert.deepEqual(
    pictures.map(([, words]) => words!.split(';')[0]),
    ['with kM = 4: L4', 'with kM = 8', 'with kM = 16'],
  );
  const [main, ...others] = pictures.map(([, , width]) => Number(width));
  assert.ok(
    others.every((width) => width < main! / 2),
    `${main}: ${others}`,
  );
  const alone = hoverMarkdown(several, { images: false, links: false });
  assert.equal(alone.match(/```text/g)!.length, 1, 'in text there is room for one');
  assert.ok(alone.includes('*with kM = 4*'), alone);
});

test('long C++ is broken between the parts of its brackets, and says the same', () => {
  const part = 'Layout<Shape<_64,_8>,Stride<_8,_1>>';
  const form = `ComposedLayout<Swizzle<3,3,3>,smem_ptr_flag_bits<16>,Layout<Shape<${part},${part},_1>,Stride<_1,_2>>>{}`;
  const text = hoverMarkdown(
    { ...content, form: { language: 'cpp', text: form } },
    { images: false, links: false },
  );
  const lines = /```cpp\n(.*?)\n```/s.exec(text)![1]!.split('\n');
  assert.ok(lines.length > 3 && lines.every((line) => line.length <= 72), lines.join('\n'));
  assert.equal(lines.join('').replace(/\s/g, ''), form);
});
