// Whether every link of a built site leads somewhere, and every fragment to an element.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** What is broken, a line each. `base`: the path that the site is built for. */
export function brokenLinks(folder: string, base: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.split(sep).join('/'));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const ids = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescaped(id))),
    ]),
  );
  const faultOf = (page: string, target: string): string | null => {
    const [path = '', fragment = ''] = unescaped(target).split('#');
    const from = posix.join(base, posix.dirname(page), '/');
    const absolute = path === '' ? posix.join(base, page) : posix.resolve(from, decodeURI(path));
    if (!`${absolute}/`.startsWith(base)) return 'is outside of the site';
    let to = absolute.slice(base.length);
    if (to === '' || (existsSync(join(folder, to)) && statSync(join(folder, to)).isDirectory()))
      to = posix.join(to, 'index.html');
    if (!existsSync(join(folder, to))) return 'is not there';
    // The playground's fragments are texts.
    const isText = to.startsWith('playground/') || fragment === '';
    return isText || (ids.get(to)?.has(decodeURIComponent(fragment)) ?? true) ? null : 'has no such part';
  };
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/\s(?:href|src)="(?!\w+:|\/\/)([^"]*)"/g)].flatMap(([, target = '']) => {
      const fault = faultOf(page, target);
      return fault === null ? [] : [`${page}: ${target} ${fault}`];
    }),
  );
}
