// A hover as Markdown, or as plain text for clients that have no Markdown.

import { HOVER_LIMITS, type Limits, type Scene } from '../../render/picture/scene.ts';
import { sceneSvg } from '../../render/picture/svg.ts';
import { sceneText } from '../../render/picture/text.ts';
import type { ThemeName } from '../../render/picture/themes.ts';
import { sceneWords } from '../../render/picture/words.ts';
import { brokenLines } from '../../render/text/broken-lines.ts';
import type { HoverContent, Picture } from './content.ts';
import { dataUri, escapeMarkdown, fenced, folded, image, inlineCode, link } from './markdown-text.ts';

interface MarkdownOptions {
  readonly images: boolean;
  readonly links: boolean;
  /** The client folds what stands in `<details>`. */
  readonly folds?: boolean;
  /** What images are drawn for. */
  readonly theme?: ThemeName;
}

/** Longer derivations are cut: a hover is read, and editors cut it as a whole at 100,000 characters. */
const MAXIMUM_STEPS = 40;
const PICTURE_WIDTH = 640;
/** Of the pictures of other instantiations. */
const SMALL_LIMITS: Limits = { rows: 4, columns: 8, width: 200, characters: 40 };

const steps = (content: HoverContent) => content.derivation?.steps.slice(0, MAXIMUM_STEPS) ?? [];
const stepsLeft = (content: HoverContent) =>
  Math.max(0, (content.derivation?.steps.length ?? 0) - MAXIMUM_STEPS);

/** The picture stands near the top, because an editor shows some 250 pixels before its reader has to scroll. */
export function hoverMarkdown(content: HoverContent, options: MarkdownOptions): string {
  const parts: string[] = [];
  if (content.value.length > 0) parts.push(fenced('layout', content.value));
  if (content.modes !== null) parts.push(`**modes** ${inlineCode(content.modes)}`);
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
  if (content.picture !== null) parts.push(...pictureParts(content.picture, options));
  if (content.summary !== null) parts.push(escapeMarkdown(content.summary));
  if (content.form !== null) parts.push(fenced(content.form.language, brokenLines(content.form.text)));
  parts.push(...derivationParts(content, options));
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

/** What a value comes from; its steps wait behind a line that opens them, where the client can. */
function derivationParts(content: HoverContent, options: MarkdownOptions): readonly string[] {
  const { derivation } = content;
  if (derivation === null) return [];
  const args = derivation.args.map((arg) => `  \n${inlineCode(arg.text)}${source(arg)}`).join('');
  const head = `= ${inlineCode(derivation.head)}${source(derivation)}${args}`;
  const lines = steps(content).map(
    ({ text, source, depth }) =>
      `${'  '.repeat(depth)}- ${escapeMarkdown(text)}${source ? ` *(${escapeMarkdown(source)})*` : ''}`,
  );
  if (stepsLeft(content) > 0) lines.push(`- … and ${stepsLeft(content)} more steps`);
  if (lines.length === 0) return [head];
  const listed = lines.join('\n');
  if (!options.folds) return [head, listed];
  const scene = options.images ? (derivation.scene?.() ?? null) : null;
  const drawn = scene === null ? [] : [imageOf(scene, scene.description, HOVER_LIMITS, options)];
  const count = derivation.steps.length;
  const summary = `${count} ${count === 1 ? 'step' : 'steps'}${scene === null ? '' : ', and a picture'}`;
  return [head, folded(summary, [...drawn, listed].join('\n\n'))];
}

/** The way to the source of a step. */
const source = ({ target }: { readonly target: string | null }): string =>
  target === null ? '' : ` ${link('source', target)}`;

function pictureParts(
  { scene, alternative, label, others = [] }: Picture,
  options: MarkdownOptions,
): readonly string[] {
  const heading = label === undefined ? [] : [`*with ${escapeMarkdown(label)}*`];
  if (!options.images) return [...heading, fenced('text', pictureLines(scene))];
  const small = others.map((other) => imageOf(other.scene, `with ${other.label}`, SMALL_LIMITS, options));
  return [
    ...heading,
    imageOf(scene, alternative, HOVER_LIMITS, options),
    ...(small.length === 0
      ? []
      : [`*with ${others.map((other) => escapeMarkdown(other.label)).join('*, *')}*`]),
    ...(small.length === 0 ? [] : [small.join(' ')]),
  ];
}

const pictureLines = (scene: Scene): readonly string[] => sceneText(scene, HOVER_LIMITS);

function imageOf(scene: Scene, alternative: string, limits: Limits, { theme }: MarkdownOptions): string {
  const { svg, width } = sceneSvg(scene, limits, theme);
  return image(`${alternative}; ${sceneWords(scene)}`, dataUri(svg), Math.min(PICTURE_WIDTH, width));
}

export function hoverPlainText(content: HoverContent): string {
  const parts: string[] = [];
  if (content.value.length > 0) parts.push(content.value.join('\n'));
  if (content.modes !== null) parts.push(`modes: ${content.modes}`);
  if (content.problem !== null) parts.push(content.problem);
  if (content.standing !== null) parts.push(content.standing);
  if (content.instances.length > 0)
    parts.push(content.instances.map(({ label, text }) => `${label}: ${text}`).join('\n'));
  if (content.chain.length > 0) parts.push(content.chain.map((line) => `- ${line}`).join('\n'));
  if (content.picture !== null) {
    const { scene, label } = content.picture;
    parts.push([...(label === undefined ? [] : [`with ${label}:`]), ...pictureLines(scene)].join('\n'));
  }
  if (content.summary !== null) parts.push(content.summary);
  if (content.form !== null) parts.push(brokenLines(content.form.text).join('\n'));
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
