// A notebook that teaches as a page: its comments are the text, its lines the examples.

import { fragmentOf } from './playground/share.ts';

/** Text in which nothing is Markdown, HTML, or a template's. */
const plain = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>|&]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const isComment = (line: string): boolean => line.startsWith('#');

/** A block of lines without an empty one between them: comments, then expressions. */
function blockText(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !isComment(line));
  const [comments, code] = end < 0 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
  const text = comments.map((line) => plain(line.replace(/^# ?/, ''))).join('\n');
  return code.length === 0 ? text : `${text}\n\n\`\`\`layout\n${code.join('\n')}\n\`\`\``;
}

/** `source`: it begins with the number of the lesson, its title, and what it is about. */
export async function lessonPage(source: string): Promise<string> {
  const [, title = '', rest = ''] = /^# (\d+\. [^.]+)\. ?(.*)$/s.exec(source) ?? [];
  const blocks = `# ${rest}`
    .trim()
    .split(/\n\n+/)
    .map((block) => blockText(block.split('\n')));
  const fragment = await fragmentOf({ language: 'layout', text: source });
  // The playground is no page of the generator's: another target makes the browser load it.
  const link = `<a href="../playground/index.html${fragment}" target="_self">Open this lesson in the playground</a>`;
  return `# ${title}\n\n${link}: hover its lines, and change them.\n\n${blocks.join('\n\n')}\n`;
}
