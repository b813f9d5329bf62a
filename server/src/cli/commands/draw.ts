// `layout-lens draw`: the picture of an expression, or of what stands at a place of a file.

import { ComposedLayout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import type { Ask } from '../../algebra/relation/question.ts';
import { isRelationValue } from '../../algebra/relation/value.ts';
import type { SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue, type Value } from '../../evaluate/model/value.ts';
import { NO_CONTENT } from '../../features/hover/content.ts';
import { hoverAt } from '../../features/hover/hover-at.ts';
import { operationScene } from '../../features/hover/operation-picture.ts';
import { withRelation } from '../../features/hover/relation.ts';
import { textHoverAt } from '../../features/hover/text-hover.ts';
import { type Colouring, colouredBy } from '../../render/picture/colour-by.ts';
import type { Slice } from '../../render/picture/grid.ts';
import type { Limits, Scene } from '../../render/picture/scene.ts';
import { sceneOf } from '../../render/picture/scene-of.ts';
import { sceneSvg } from '../../render/picture/svg.ts';
import { sceneText } from '../../render/picture/text.ts';
import type { ThemeName } from '../../render/picture/themes.ts';
import { sceneTikz } from '../../render/picture/tikz.ts';
import { sliceScene, VIEWS, type View, viewOf } from '../../render/picture/views.ts';
import { sceneRaster } from '../../render/raster/raster.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { offsetOf } from '../../workspace/host/line-column.ts';
import type { Evaluator } from './eval.ts';
import { languageOfText } from './hover.ts';
import type { Place } from './place.node.ts';
import { pngOf } from './png.ts';

type Draw = (scene: Scene, limits: Limits, theme: ThemeName) => string | Uint8Array;

const FORMATS: Readonly<Record<string, Draw>> = {
  text: (scene, limits) => sceneText(scene, limits).join('\n'),
  svg: (scene, limits, theme) => sceneSvg(scene, limits, theme).svg,
  png: (scene, limits, theme) => pngOf(sceneRaster(scene, limits, theme)),
  tikz: (scene, limits) => sceneTikz(scene, limits).join('\n'),
};
export const DRAW_FORMATS = Object.keys(FORMATS);

/** `tiles`: what a composition takes, the tiles of a divide, the copies of a product. */
export const DRAW_VIEWS = [...VIEWS, 'tiles'] as const;

export interface DrawRequest {
  /** One of DRAW_FORMATS. */
  readonly to: string;
  readonly limits: Limits;
  readonly theme: ThemeName;
  /** Null for the usual picture of a value. */
  readonly show: View | 'tiles' | null;
  readonly by: Colouring | null;
  /** The width of an element in memory; null where nobody says. */
  readonly bits: number | null;
  readonly slice: Slice | null;
}

type Drawn =
  | { readonly ok: true; readonly picture: string | Uint8Array }
  | { readonly ok: false; readonly code: string; readonly message: string };

const refused = (message: string): Drawn => ({ ok: false, code: 'no-picture', message });

/** The width of an element in bits that a layout says itself, in `smem_ptr[16b](unset)`. */
function elementBits(value: Value): number | null {
  if (value instanceof TypeValue) return value.instance === null ? null : elementBits(value.instance);
  const flag = value instanceof ComposedLayout ? value.offset : null;
  return flag instanceof SmemPtrFlag && typeof flag.bits === 'number' ? flag.bits : null;
}

function drawn(
  scene: Scene | null | undefined,
  value: Value | null,
  what: string,
  request: DrawRequest,
): Drawn {
  const { to, limits, theme, by, bits } = request;
  if (scene == null)
    return refused(`${what} has no picture${request.show === null ? '' : ` of its ${request.show}`}`);
  const own = by === 'bank' && value !== null ? elementBits(value) : null;
  if (own !== null && own !== bits) return refused(`elements of ${what} have ${own} bits, not ${bits}`);
  const coloured = by === null ? scene : colouredBy(scene, by, bits ?? 0);
  return coloured === null
    ? refused(`the picture of ${what} has no ${by}`)
    : { ok: true, picture: FORMATS[to]!(coloured, limits, theme) };
}

/** The picture of a value that somebody asks for; `usual` where that is nothing in particular. */
function asked(
  evaluation: SiteEvaluation | null,
  value: Value,
  { show, slice }: DrawRequest,
  usual: () => Scene | null | undefined,
): Scene | null | undefined {
  if (slice !== null) return sliceScene(value, slice);
  if (show === 'tiles') return evaluation === null ? null : operationScene(evaluation);
  return show === null ? usual() : viewOf(value, show);
}

export async function drawExpression(
  evaluator: Evaluator,
  expression: string,
  ask: Ask,
  request: DrawRequest,
): Promise<Drawn> {
  const { result, value, evaluation } = evaluator.result(expression);
  if (!result.ok) return result;
  if (value === null) return drawn(null, null, expression, request);
  const relation = isRelationValue(value)
    ? (await withRelation(NO_CONTENT, value, ask, true)).picture?.scene
    : undefined;
  const scene = asked(evaluation, value, request, () => relation ?? sceneOf(value));
  return drawn(scene, value, expression, request);
}

/** The picture of the hover at a place; a string when there is no such place. */
export async function drawPlace(
  grammars: Grammars,
  { path, text, at, source }: Place,
  request: DrawRequest,
): Promise<Drawn | string> {
  const offset = offsetOf(text, at);
  if (offset === null) return `the file has no line ${at.line}`;
  const options = { picture: true, derivation: false };
  const what = 'what stands there';
  if (source === null) {
    if (request.show !== null || request.slice !== null)
      return refused(`${what} is no source: only its usual picture is drawn`);
    const found = await textHoverAt(grammars, languageOfText(path), text, offset, options);
    return drawn(found?.content.picture?.scene, null, what, request);
  }
  const analysis = source.open(source.file);
  try {
    const found = hoverAt(analysis, grammars, offset, { ...options, links: () => [] });
    if (found === null) return drawn(null, null, what, request);
    const value = found.evaluation.value as Value;
    const scene = asked(found.evaluation, value, request, () => found.content.picture?.scene);
    return drawn(scene, value, what, request);
  } finally {
    analysis.dispose();
  }
}
