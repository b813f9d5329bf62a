// A hover as Markdown, or as plain text for clients that have no Markdown.

import { HOVER_LIMITS } from '../../render/picture/scene.ts';
import { sceneSvg } from '../../render/picture/svg.ts';
import { sceneText } from '../../render/picture/text.ts';
import type { HoverContent } from './content.ts';
import { dataUri, escapeMarkdown, fenced, image, inlineCode, link } from './markdown-text.ts';

interface MarkdownOptions {
  readonly images: boolean;
  readonly links: boolean;
}

/** Longer derivations are cut: a hover is read, and editors cut it as a whole at 100,000 characters. */
const MAXIMUM_STEPS = 40;
const PICTURE_WIDTH = 640;

const steps = (content: HoverContent) => content.derivation?.steps.slice(0, MAXIMUM_STEPS) ?? [];
const stepsLeft = (content: HoverContent) =>
  Math.max(0, (content.derivation?.steps.length ?? 0) - MAXIMUM_STEPS);

export function hoverMarkdown(content: HoverContent, options: MarkdownOptions): string {
  const parts: string[] = [];
  if (content.value.length > 0) parts.push(fenced('layout', content.value));
  if (content.form !== null) parts.push(fenced(content.form.language, [content.form.text]));
  if (content.problem !== null) parts.push(escapeMarkdown(content.problem));
  if (content.standing !== null) parts.push(`*${escapeMarkdown(content.standing)}*`);
  if (content.instances.length > 0)
    parts.push(
      content.instances
        .map(({ label, text }) => `- **${escapeMarkdown(label)}** ${inlineCode(text)}`)
        .join('\n'),
    );
  if (content.chain.length > 0)
    parts.push(content.chain.map((line) => `- ${escapeMarkdown(line)}`).join('\n'));
  if (content.summary !== null) parts.push(escapeMarkdown(content.summary));
  if (content.picture !== null)
    parts.push(options.images ? imageOf(content.picture) : fenced('text', pictureLines(content.picture)));
  const { derivation } = content;
  if (derivation !== null) {
    const args = derivation.args.map((arg) => `  \n${inlineCode(arg.text)}${source(arg)}`).join('');
    const lines = steps(content).map(
      ({ text, source, depth }) =>
        `${'  '.repeat(depth)}- ${escapeMarkdown(text)}${source ? ` *(${escapeMarkdown(source)})*` : ''}`,
    );
    if (stepsLeft(content) > 0) lines.push(`- … and ${stepsLeft(content)} more steps`);
    parts.push(`= ${inlineCode(derivation.head)}${source(derivation)}${args}`);
    if (lines.length > 0) parts.push(lines.join('\n'));
  }
  for (const line of content.open) parts.push(`**open** ${escapeMarkdown(line)}`);
  if (content.parameters.length > 0)
    parts.push(`**parameters** ${content.parameters.map(escapeMarkdown).join(' · ')}`);
  for (const { label, text, code } of content.more) {
    // Code of several lines is a block of its own.
    if (code && text.includes('\n'))
      parts.push(`**${escapeMarkdown(label)}**:`, fenced('text', [text.trim()]));
    else parts.push(`**${escapeMarkdown(label)}** ${code ? inlineCode(text) : escapeMarkdown(text)}`);
  }
  if (options.links && content.links.length > 0)
    parts.push(content.links.map(({ title, target }) => link(title, target)).join(' · '));
  return parts.join('\n\n');
}

/** The way to the source of a step. */
const source = ({ target }: { readonly target: string | null }): string =>
  target === null ? '' : ` ${link('source', target)}`;

type Picture = NonNullable<HoverContent['picture']>;

const pictureLines = ({ scene }: Picture): readonly string[] => sceneText(scene, HOVER_LIMITS);

function imageOf({ scene, alternative }: Picture): string {
  const { svg, width } = sceneSvg(scene, HOVER_LIMITS);
  return image(alternative, dataUri(svg), Math.min(PICTURE_WIDTH, width));
}

export function hoverPlainText(content: HoverContent): string {
  const parts: string[] = [];
  const code = [...content.value, ...(content.form === null ? [] : [content.form.text])];
  if (code.length > 0) parts.push(code.join('\n'));
  if (content.problem !== null) parts.push(content.problem);
  if (content.standing !== null) parts.push(content.standing);
  if (content.instances.length > 0)
    parts.push(content.instances.map(({ label, text }) => `${label}: ${text}`).join('\n'));
  if (content.chain.length > 0) parts.push(content.chain.map((line) => `- ${line}`).join('\n'));
  if (content.summary !== null) parts.push(content.summary);
  if (content.picture !== null) parts.push(pictureLines(content.picture).join('\n'));
  const { derivation } = content;
  if (derivation !== null) {
    const lines = [`= ${derivation.head}`, ...derivation.args.map(({ text }) => `  ${text}`)];
    for (const { text, source, depth } of steps(content))
      lines.push(`${'  '.repeat(depth)}- ${text}${source ? ` (${source})` : ''}`);
    if (stepsLeft(content) > 0) lines.push(`- … and ${stepsLeft(content)} more steps`);
    parts.push(lines.join('\n'));
  }
  for (const line of content.open) parts.push(`open: ${line}`);
  if (content.parameters.length > 0) parts.push(`parameters: ${content.parameters.join(' · ')}`);
  for (const { label, text } of content.more) parts.push(`${label}: ${text}`);
  return parts.join('\n\n');
}
