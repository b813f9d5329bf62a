// Prints what each shape takes at once, twice and four times its length, by what is done with it:
//
//   node --import tsx test/pace/measure.ts [WORD…]     only the shapes with one of the words in their name

import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { shapes } from './shapes.ts';
import { type Phase, timesOf } from './work.ts';

const grammars = await loadGrammars(grammarFiles);
await Promise.all((['cpp', 'python', 'notation'] as const).map((dialect) => grammars.ready(dialect)));
const words = process.argv.slice(2);
const scale = Number(process.env['SCALE'] ?? 1);
for (const { name, dialect, count: ordinary, text } of shapes) {
  const count = Math.ceil(ordinary * scale);
  if (words.length > 0 && !words.some((word) => `${dialect} ${name}`.includes(word))) continue;
  timesOf(grammars, dialect, text(Math.ceil(count / 8)));
  try {
    const [one, two, four] = [1, 2, 4].map((k) => timesOf(grammars, dialect, text(count * k)));
    const sum = (t: Readonly<Record<Phase, number>>): number => Object.values(t).reduce((a, b) => a + b, 0);
    const [a, b, c] = [sum(one!), sum(two!), sum(four!)];
    const slow = (Object.keys(four!) as Phase[])
      .filter((p) => four![p] > 20 && four![p] > 3 * two![p])
      .map((p) => `${p} ${one![p].toFixed(0)}/${two![p].toFixed(0)}/${four![p].toFixed(0)}`);
    const mark = c > 40 && c / b > 2.7 ? '!!' : '  ';
    console.log(
      `${mark} ${dialect.padEnd(8)} ${name.padEnd(36)} ${text(count).length} ${a.toFixed(0)} ${b.toFixed(0)} ${c.toFixed(0)} ms  ${(c / b).toFixed(1)}  ${slow.join(', ')}`,
    );
  } catch (error) {
    console.log(`!! ${dialect.padEnd(8)} ${name.padEnd(36)} ${String(error).slice(0, 100)}`);
  }
}
