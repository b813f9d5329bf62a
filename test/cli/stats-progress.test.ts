// `stats` on a terminal tells how far it is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Project, project } from './check/project.ts';

let of: Project;
before(() => {
  of = project({ 'a.layout': '(4,8):(8,1)\n', 'b.layout': '8:1\n' });
});
after(() => of.dispose());

/** Standard error, which a terminal reads. */
const TERMINAL = 'delete process.env.CI; process.env.TERM = "xterm"; process.stderr.isTTY = true;';
const asTerminal = ['--import', `data:text/javascript,${encodeURIComponent(TERMINAL)}`];

test('stats tells a terminal how many files are read, and takes the line away; a pipe is told nothing', () => {
  const watched = of.runWith(asTerminal, 'stats', '--json', '.');
  assert.equal(watched.status, 0);
  assert.ok(watched.err.startsWith('\r\x1b[K1 file read  a.layout'), JSON.stringify(watched.err));
  assert.ok(watched.err.endsWith('\r\x1b[K'));
  assert.equal((JSON.parse(watched.out) as { files: number }).files, 2);
  assert.equal(of.runWith([], 'stats', '.').err, '');
});
