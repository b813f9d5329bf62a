// docs/gallery.md: every kind of picture, and what other tools draw.

import { COMPARISON } from './comparison.ts';
import { ENTRIES, type Entry } from './entries.ts';

export const GALLERY_THEMES = ['light', 'dark', 'high-contrast'] as const;
type GalleryTheme = (typeof GALLERY_THEMES)[number];

/** The file of a picture, below `docs/`. */
export const pictureFile = ({ id }: Entry, theme: GalleryTheme): string =>
  `images/gallery/${id}-${theme}.svg`;

/** How the picture is made on the command line, or the source that it is made of. */
function madeBy({ of, options = '' }: Entry): string {
  const flags = options === '' ? '' : ` ${options}`;
  if ('expression' in of) return `\`layout-lens draw${flags} '${of.expression}'\``;
  const code = of.source.trim().split('\n').at(-1)!.replace('⟨', '');
  return `\`${code}\`${flags === '' ? '' : `, drawn with \`${options}\``}`;
}

function section(entry: Entry): string {
  const [light, dark] = [pictureFile(entry, 'light'), pictureFile(entry, 'dark')];
  const others = GALLERY_THEMES.map((theme) => `[${theme}](${pictureFile(entry, theme)})`).join(' · ');
  return `## ${entry.title}

${entry.about}

${madeBy(entry)}

<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${entry.about.replaceAll('"', '&quot;')}"></picture>

${others}
`;
}

export function galleryPage(): string {
  const table = COMPARISON.map(({ theirs, ours }) => `| ${theirs} | ${ours} |`);
  return `# Gallery

Every kind of picture, as \`layout-lens draw --to svg\` writes it for light, dark and high-contrast themes; hovers show the same, as much of it as there is room for. \`--to text\`, \`--to png\` and \`--to tikz\` draw the same pictures. \`npm run gallery\` writes this page.

${ENTRIES.map(section).join('\n')}
## What other tools show

Read in their sources in November 2026: CUTLASS's \`print_latex\` and \`print_svg\` (\`cute/util\`), the \`draw_\` functions of tensor-layouts (\`viz.py\`), Triton's \`triton-tensor-layout\`, and Triton-Viz.

| what they show | where it is here |
|---|---|
${table.join('\n')}
`;
}
