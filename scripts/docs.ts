// Builds the documentation site with the playground into build/docs.
//
//   npm run docs [-- --base /layout-lens/] [-- --serve] [-- --port=8346]
//
// `--base`: the path below which a host serves it. `--serve`: shows it to this machine when it is built.

import { parseArgs } from 'node:util';
import { buildSite } from './site/build.ts';
import { serveSite } from './site/serve.ts';
import { root } from './testing/files.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '8346' },
  },
});
const { folder, pages } = await buildSite(root, values.base);
console.log(`${pages} pages and the playground are in ${folder}`);
if (values.serve) {
  const { address } = await serveSite(folder, values.base, Number(values.port));
  console.log(`\n  ${address}\n  ${address}playground/\n\n  Ctrl+C stops the server.`);
}
