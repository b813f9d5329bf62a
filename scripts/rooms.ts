// How the server's sources are divided, in figures: rooms, rings, upward imports, large files.
//
//   tsx scripts/rooms.ts [--write]     --write draws docs/images/rooms.svg anew

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { edgesBetween, importsOf, ringsIn, roomOf, sourcesIn } from './rooms/imports.ts';
import { ROOMS } from './rooms/order.ts';
import { roomsPicture } from './rooms/picture.ts';

const source = fileURLToPath(new URL('../server/src', import.meta.url));
const files = sourcesIn(source);
const imports = files.flatMap((file) => importsOf(source, file)).filter(({ isPackage }) => !isPackage);
const linesOf = (file: string): number => readFileSync(`${source}/${file}`, 'utf8').split('\n').length - 1;
const rank = new Map(ROOMS.map(({ path }, i) => [path, i]));

for (const { path, subject } of ROOMS) {
  const inside = files.filter((file) => roomOf(file) === path);
  const lines = inside.reduce((sum, file) => sum + linesOf(file), 0);
  console.log(path.padEnd(34), String(inside.length).padStart(3), String(lines).padStart(6), '', subject);
}
const sizes = (rings: readonly (readonly string[])[]): string =>
  rings
    .map((ring) => `${ring.length} (${ring.slice(0, 3).join(', ')}${ring.length > 3 ? ', …' : ''})`)
    .join('; ') || 'none';
console.log('\nrings between rooms:', sizes(ringsIn(edgesBetween(imports, roomOf))));
console.log('rings of files:     ', sizes(ringsIn(edgesBetween(imports, (file) => file))));
const upward = imports.filter(({ from, to }) => (rank.get(roomOf(to)) ?? 0) > (rank.get(roomOf(from)) ?? 0));
console.log(`upward imports:      ${upward.length}`);
const large = files.map((file) => [linesOf(file), file] as const).sort((a, b) => b[0] - a[0]);
console.log(
  'largest files:',
  large
    .slice(0, 5)
    .map(([lines, file]) => `${file} ${lines}`)
    .join(', '),
);

if (process.argv.includes('--write'))
  writeFileSync(new URL('../docs/images/rooms.svg', import.meta.url), roomsPicture(files, imports));
