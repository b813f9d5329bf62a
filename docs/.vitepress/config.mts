// How the site looks, by VitePress. Its pages are gathered in build/pages by scripts/site/pages.ts.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { GROUPS, pageOf } from '../../scripts/site/order.ts';

const PAGES = new URL('../../build/pages/', import.meta.url);
const grammar = JSON.parse(
  readFileSync(new URL('../../syntaxes/layout.tmLanguage.json', import.meta.url), 'utf8'),
);

/** The first heading of a page. */
const titleOf = (page: string): string =>
  /^# (.*)$/m.exec(readFileSync(new URL(`${page}.md`, PAGES), 'utf8'))?.[1] ?? page;

const entry = (page: string) => ({
  text: page === 'index' ? 'What it does' : titleOf(page),
  link: page === 'index' ? '/' : `/${page}`,
});

const ordered = GROUPS.map(({ title, files }) => ({ title, pages: files.map(pageOf) }));
const known = new Set(ordered.flatMap(({ pages }) => pages));
const others = readdirSync(PAGES)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length))
  .filter((page) => !known.has(page));
const groups = others.length === 0 ? ordered : [...ordered, { title: 'More', pages: others }];

/** A page runs the scripts that it is built with, and takes nothing from other hosts. */
function withPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('<head>', `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

export default defineConfig({
  title: 'Layout Lens',
  description: 'See what a tensor layout means while you write it.',
  lang: 'en',
  srcDir: '../build/pages',
  cacheDir: '../node_modules/.cache/vitepress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    languages: [{ ...grammar, name: 'layout', aliases: [] }],
    languageAlias: { cuda: 'cpp' },
  },
  transformHtml: withPolicy,
  themeConfig: {
    nav: [
      { text: 'Learn', link: '/learn/1-layouts' },
      { text: 'Rules', link: '/rules' },
      { text: 'Notation', link: '/notation' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
    ],
    sidebar: groups.map(({ title, pages }) => ({ text: title, items: pages.map(entry) })),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
