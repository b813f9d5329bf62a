// The server's Markdown as elements. It stands for text of the user's, so only what a hover is made of gets through.

import { marked } from 'marked';

/** The elements that a hover has; of others only what is in them stays. */
const ELEMENTS = new Set('p pre code ul ol li em strong a img details summary br hr'.split(' '));
/** Without letters of their own, and with none in them that could be read. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object']);

type Follow = (target: string) => void;

/** `follow`: what a click on a link of the server's does. */
export function rendered(markdown: string, follow: Follow): HTMLElement {
  const html = marked.parse(markdown, { async: false });
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const shown = document.createElement('div');
  shown.className = 'hover';
  shown.append(...copies(parsed.body, follow));
  // A hover that is taller than its box is scrolled by keyboard as well.
  shown.tabIndex = 0;
  shown.setAttribute('role', 'region');
  shown.setAttribute('aria-label', 'Value');
  return shown;
}

const copies = (from: Node, follow: Follow): readonly Node[] =>
  [...from.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
    return node instanceof Element ? copyOf(node, follow) : [];
  });

function copyOf(from: Element, follow: Follow): readonly Node[] {
  const name = from.localName;
  if (DROPPED.has(name)) return [];
  const inner = copies(from, follow);
  if (!ELEMENTS.has(name)) return inner;
  if (name === 'a') return linkOf(from.getAttribute('href') ?? '', inner, follow);
  if (name === 'img') return imageOf(from);
  const made = document.createElement(name);
  made.append(...inner);
  return [made];
}

/** The server's links are commands of the editor; there are no others. */
function linkOf(target: string, inner: readonly Node[], follow: Follow): readonly Node[] {
  if (!target.startsWith('command:')) return inner;
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'link';
  made.append(...inner);
  made.addEventListener('click', () => follow(target));
  return [made];
}

/** Behind an image's address stands its width, as VS Code reads it. */
function imageOf(from: Element): readonly Node[] {
  const [source = '', width = ''] = (from.getAttribute('src') ?? '').split('%7C').join('|').split('|width=');
  if (!source.startsWith('data:image/svg+xml;base64,')) return [];
  const made = document.createElement('img');
  made.src = source;
  made.alt = from.getAttribute('alt') ?? '';
  if (/^\d+$/.test(width)) made.width = Number(width);
  return [made];
}
