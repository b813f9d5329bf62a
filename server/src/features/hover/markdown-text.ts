// Text in Markdown that stays text, whatever the user's code holds: nothing in it ends its span or fence, becomes a
// link, an image or HTML, or begins another block.

/** The longest run of back ticks in a text. */
const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);

/** A paragraph's text is one line: a line break could begin a block. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n\v\f\u0085\u2028\u2029]\s*/g, ' ');

/**
 * Text with the characters that Markdown would take for its own made harmless; also what renderers turn into links by
 * themselves, and numbers that would begin a list.
 */
export const escapeMarkdown = (text: string): string =>
  oneLine(text)
    .trim()
    .replace(/[\\`*_{}[\]<>()#+\-!|~&@]|:(?=\/\/)|(?<=www)\.|(?<=^\d+)[.)]|^=/gi, '\\$&');

/** Inline code; the fence is longer than any run of back ticks inside. */
export function inlineCode(text: string): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A block of code; its fence is longer than any run of back ticks inside. */
export function fenced(language: string, lines: readonly string[]): string {
  const text = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Characters that may end a link's target, as URIs write them. */
const encodeTarget = (target: string): string =>
  target.replace(/[\s<>()\\"'`]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** A link; `target` is a URI. */
export const link = (title: string, target: string): string =>
  `[${escapeMarkdown(title)}](${encodeTarget(target)})`;

/** Markdown behind a line that opens it. `summary`: words of ours, in which no user's text stands. */
export const folded = (summary: string, markdown: string): string =>
  `<details><summary>${summary}</summary>\n\n${markdown}\n\n</details>`;

/** An image that comes with the text. `width`: in pixels, as VS Code reads it. */
export const image = (alternative: string, dataUri: string, width: number): string =>
  `![${escapeMarkdown(alternative)}](${encodeTarget(dataUri)}|width=${width})`;

/** An SVG as a data URI that Markdown images take. Nearly all of its characters are one byte. */
export function dataUri(svg: string): string {
  const bytes = svg.replace(/[^ -~\n]{1,1000}/gu, (text) =>
    String.fromCharCode(...new TextEncoder().encode(text)),
  );
  return `data:image/svg+xml;base64,${btoa(bytes)}`;
}
