// `layout-lens hover`: what the editor would show at a place of a file.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { Ask } from '../../algebra/relation/question.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { HoverContent } from '../../features/hover/content.ts';
import { hoverAt as placeHover } from '../../features/hover/hover-at.ts';
import { indexHoverAt } from '../../features/hover/index-hover.ts';
import { hoverMarkdown, hoverPlainText } from '../../features/hover/markdown.ts';
import { withMapping, withRelation } from '../../features/hover/relation.ts';
import { textHoverAt } from '../../features/hover/text-hover.ts';
import type { Form } from '../../render/emit/form.ts';
import { MARKED, PLAIN, valueText } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type LineColumn, lineColumnOf, lineStarts, offsetOf } from '../../workspace/host/line-column.ts';
import { type NamedFile, type OpenFile, openAlone } from '../common/open.ts';

interface HoverAnswer {
  readonly text: string;
  readonly markdown: string;
  readonly start: LineColumn;
  readonly end: LineColumn;
  readonly name: string | null;
  readonly value: string | null;
  readonly raw: string | null;
  readonly forms: readonly Form[];
}

/** Null when nothing with a value stands there; a string when there is no such place. */
export async function hoverAt(
  grammars: Grammars,
  file: NamedFile,
  place: LineColumn,
  ask: Ask,
  open: OpenFile = openAlone(grammars),
): Promise<HoverAnswer | null | string> {
  const offset = offsetOf(file.text, place);
  if (offset === null) return `the file has no line ${place.line}`;
  const analysis = open(file);
  try {
    const found = placeHover(analysis, grammars, offset, {
      picture: false,
      derivation: true,
      links: () => [],
    });
    const starts = lineStarts(file.text);
    const index = indexHoverAt(analysis, offset, found, false);
    if (index !== null) {
      const [value = null] = index.content.value;
      return {
        ...written(await withMapping(index.content, index.relation, ask)),
        start: lineColumnOf(starts, index.span.start),
        end: lineColumnOf(starts, index.span.end),
        name: null,
        value,
        raw: value,
        forms: [],
      };
    }
    if (found === null) return null;
    const { site, evaluation, forms } = found;
    const content = await withRelation(found.content, evaluation.value, ask, false);
    const { value } = evaluation;
    const known = isFailure(value) || value instanceof Unknown ? null : value;
    return {
      ...written(content),
      start: lineColumnOf(starts, site.span.start),
      end: lineColumnOf(starts, site.span.end),
      name: site.name,
      value: known === null ? null : valueText(known, PLAIN),
      raw: known === null ? null : valueText(known, MARKED),
      forms,
    };
  } finally {
    analysis.dispose();
  }
}

/** The name that editors have for the language of a text that is no source of ours. */
export const languageOfText = (path: string): string =>
  /\.(?:md|markdown)$/i.test(path) ? 'markdown' : 'plaintext';

/** The same in a text of another language: layouts of Triton's IR, and literals, each on its own. */
export async function textHover(
  grammars: Grammars,
  path: string,
  text: string,
  place: LineColumn,
): Promise<HoverAnswer | null | string> {
  const offset = offsetOf(text, place);
  if (offset === null) return `the file has no line ${place.line}`;
  const options = { picture: false, derivation: true };
  const found = await textHoverAt(grammars, languageOfText(path), text, offset, options);
  if (found === null) return null;
  const starts = lineStarts(text);
  const [value = null] = found.content.value;
  return {
    ...written(found.content),
    start: lineColumnOf(starts, found.span.start),
    end: lineColumnOf(starts, found.span.end),
    name: null,
    value,
    raw: value,
    forms: [],
  };
}

const written = (content: HoverContent) => ({
  text: hoverPlainText(content),
  markdown: hoverMarkdown(content, { images: false, links: false }),
});
