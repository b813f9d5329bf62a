// What stands at a place and can be drawn: the value, what it is made of, and what the steps of its operation make.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { Step } from '../../algebra/integer/trace.ts';
import { unreadAt } from '../../analysis/literals/unread.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Place } from '../../render/panel/view.ts';
import { sceneOf } from '../../render/picture/scene-of.ts';
import { outcomeText } from '../../render/text/text.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import type { HoverContent } from '../hover/content.ts';
import { hoverAt } from '../hover/hover-at.ts';
import { indexHoverAt } from '../hover/index-hover.ts';
import { layoutIn } from '../hover/layout-summary.ts';
import { literalHoverAt } from '../hover/literal-hover.ts';
import { withRelation } from '../hover/relation.ts';
import { ttgirHoverAt } from '../hover/ttgir-hover.ts';
import { siteStyle } from '../texts/site-style.ts';
import { type Drawn, drawnSteps, drawnValue, operandsOf } from './drawn.ts';

interface FoundPicture {
  readonly title: string;
  readonly content: HoverContent;
  /** Labels of the instantiations in which the value differs, and which one is shown. */
  readonly instances: readonly string[];
  readonly instance: number;
  /** The value, its operands, and then what the steps have made; the first `pictures` of them are no steps. */
  readonly drawn: readonly Drawn[];
  readonly pictures: number;
  /** With the place of what each has made in `drawn`. */
  readonly steps: readonly { readonly step: Step; readonly made: number | null }[];
}

const OPTIONS = { picture: true, derivation: true };

/** Null where there is nothing to say of a place, or an edit has come meanwhile. */
export async function pictureAt(
  ready: ReadyDocument,
  position: Place,
  instance: number,
  session: Session,
): Promise<FoundPicture | null> {
  const { document, analysis, grammars } = ready;
  const { text } = analysis;
  const offset = document.offsetAt(position);
  const found = hoverAt(analysis, grammars, offset, { ...OPTIONS, links: () => [] });
  const unread = unreadAt(analysis, offset);
  const isOwn = found !== null && (unread === null || found.site.span.start >= unread.start);
  if (isOwn || unread === null) {
    const index = indexHoverAt(analysis, offset, found, true);
    if (index !== null) return contentPicture(index.content, sourceOf(text, index.span));
  }
  if (isOwn) {
    const content = await withRelation(found.content, found.evaluation.value, session.ask, true);
    if (document.getText() !== text) return null;
    return sitePicture(ready, found.site, found.evaluation, content, instance);
  }
  if (unread === null) return null;
  const literal =
    ttgirHoverAt(text, offset, unread, OPTIONS) ??
    (await literalHoverAt(grammars, text, offset, unread, unread.host, OPTIONS));
  if (literal === null || document.getText() !== text) return null;
  return contentPicture(literal.content, sourceOf(text, literal.span));
}

const MAXIMUM_TITLE = 80;

function sourceOf(text: string, { start, end }: Span): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return line.length <= MAXIMUM_TITLE ? line : `${line.slice(0, MAXIMUM_TITLE - 1)}…`;
}

/** The picture of a hover, of whose value no more is known. */
function contentPicture(content: HoverContent, title: string): FoundPicture {
  const { picture } = content;
  const notation = content.value.join(' ');
  const drawn: readonly Drawn[] =
    picture === null
      ? []
      : [{ name: title, notation, scene: picture.scene, layout: null, bits: null, link: null, site: null }];
  return {
    title,
    content,
    instances: [],
    instance: 0,
    drawn,
    pictures: drawn.length,
    steps: (content.derivation?.steps ?? []).map((step) => ({ step, made: null })),
  };
}

function sitePicture(
  ready: ReadyDocument,
  site: Site,
  evaluation: SiteEvaluation,
  content: HoverContent,
  wanted: number,
): FoundPicture {
  const { text } = ready.analysis;
  const source = sourceOf(text, site.valueSpan ?? site.span);
  const title = site.name ?? source;
  const instances = evaluation.instances ?? [];
  const instance = Math.min(wanted, Math.max(0, instances.length - 1));
  const chosen = instances[instance];
  const value = chosen === undefined ? evaluation.value : chosen.value;
  const plain = contentPicture(content, title);
  if (isFailure(value) || value instanceof Unknown)
    return { ...plain, instances: labels(instances), instance };
  const style = siteStyle(site, source);
  // The hover knows which layouts count threads and values; of a multiplication it draws less.
  const isShown = chosen === undefined && layoutIn(value) !== null;
  const scene = (isShown ? content.picture?.scene : null) ?? sceneOf(value) ?? content.picture?.scene ?? null;
  const main = scene === null ? null : drawnValue(value, scene, title, outcomeText(value, style), site);
  if (main === null) return { ...plain, instances: labels(instances), instance };
  // The arguments of an operation in a template have other values in each instantiation.
  const origin = chosen === undefined ? evaluation.origin : null;
  const pictures = [main, ...operandsOf(ready, value, origin, style)];
  const { drawn, steps } = drawnSteps(origin, pictures);
  return {
    title,
    content: chosen === undefined ? content : { ...content, problem: null, value: [main.notation] },
    instances: labels(instances),
    instance,
    drawn: [...pictures, ...drawn],
    pictures: pictures.length,
    steps,
  };
}

const labels = (instances: readonly { readonly label: string }[]): readonly string[] =>
  instances.map(({ label }) => label);
