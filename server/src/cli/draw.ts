// `layout-lens draw`: the picture of an expression, or of what stands at a place of a file.

import type { Ask } from '../algebra/relation/question.ts';
import { isRelationValue } from '../algebra/relation/value.ts';
import { type HoverContent, NO_CONTENT } from '../features/hover/content.ts';
import { hoverAt } from '../features/hover/hover-at.ts';
import { withRelation } from '../features/hover/relation.ts';
import { textHoverAt } from '../features/hover/text-hover.ts';
import type { Limits, Scene } from '../render/picture/scene.ts';
import { sceneOf } from '../render/picture/scene-of.ts';
import { sceneSvg } from '../render/picture/svg.ts';
import { sceneText } from '../render/picture/text.ts';
import { sceneTikz } from '../render/picture/tikz.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { offsetOf } from '../workspace/host/line-column.ts';
import type { Evaluator } from './eval.ts';
import { languageOfText } from './hover.ts';
import type { Place } from './place.node.ts';

const FORMATS: Readonly<Record<string, (scene: Scene, limits: Limits) => readonly string[]>> = {
  text: sceneText,
  svg: (scene, limits) => [sceneSvg(scene, limits).svg],
  tikz: sceneTikz,
};
export const DRAW_FORMATS = Object.keys(FORMATS);

/** What a page and a terminal have room for. */
export const DRAW_LIMITS: Limits = {
  rows: 64,
  columns: 64,
  width: Number.POSITIVE_INFINITY,
  characters: process.stdout.columns ?? 200,
};

type Drawn =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly code: string; readonly message: string };

const drawn = (scene: Scene | null | undefined, what: string, to: string, limits: Limits): Drawn =>
  scene == null
    ? { ok: false, code: 'no-picture', message: `${what} has no picture` }
    : { ok: true, lines: FORMATS[to]!(scene, limits) };

/** `to`: one of DRAW_FORMATS. */
export async function drawExpression(
  evaluator: Evaluator,
  expression: string,
  ask: Ask,
  to: string,
  limits: Limits,
): Promise<Drawn> {
  const { result, value } = evaluator.result(expression);
  if (!result.ok) return result;
  if (value === null) return drawn(null, expression, to, limits);
  const scene = isRelationValue(value)
    ? (await withRelation(NO_CONTENT, value, ask, true)).picture?.scene
    : sceneOf(value);
  return drawn(scene, expression, to, limits);
}

/** The picture of the hover at a place; a string when there is no such place. */
export async function drawPlace(
  grammars: Grammars,
  { path, text, at, source }: Place,
  to: string,
  limits: Limits,
): Promise<Drawn | string> {
  const offset = offsetOf(text, at);
  if (offset === null) return `the file has no line ${at.line}`;
  const options = { picture: true, derivation: false };
  const pictureIn = (found: { readonly content: HoverContent } | null): Drawn =>
    drawn(found?.content.picture?.scene, 'what stands there', to, limits);
  if (source === null)
    return pictureIn(await textHoverAt(grammars, languageOfText(path), text, offset, options));
  const analysis = source.open(source.file);
  try {
    return pictureIn(hoverAt(analysis, grammars, offset, { ...options, links: () => [] }));
  } finally {
    analysis.dispose();
  }
}
