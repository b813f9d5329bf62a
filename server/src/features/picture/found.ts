// What stands at a place and can be drawn: the value, what it is made of, and what the steps of its operation make.

import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { Step } from '../../algebra/integer/trace.ts';
import { unreadAt } from '../../analysis/literals/unread.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Place } from '../../render/panel/view.ts';
import { sceneOf } from '../../render/picture/scene-of.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { type HoverContent, NO_CONTENT } from '../hover/content.ts';
import { hoverAt } from '../hover/hover-at.ts';
import { indexHoverAt } from '../hover/index-hover.ts';
import { layoutIn, summaryOf } from '../hover/layout-summary.ts';
import { literalHoverAt } from '../hover/literal-hover.ts';
import { withRelation } from '../hover/relation.ts';
import { openTextHoverAt } from '../hover/text-hover.ts';
import { ttgirHoverAt } from '../hover/ttgir-hover.ts';
import { siteStyle } from '../texts/site-style.ts';
import { type Drawn, drawnSteps, drawnValue, operandsOf } from './drawn.ts';

export interface FoundPicture {
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

/** The same in a text of another language, where literals stand alone. */
export async function textPictureAt(
  document: TextDocument,
  position: Place,
  session: Session,
): Promise<FoundPicture | null> {
  const found = await openTextHoverAt(document, position, session, OPTIONS);
  return found === null ? null : contentPicture(found.content, sourceOf(document.getText(), found.span));
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
      : [
          {
            name: title,
            notation,
            scene: picture.scene,
            layout: null,
            isMemory: false,
            bits: null,
            link: null,
            site: null,
          },
        ];
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
  const source = sourceOf(ready.analysis.text, site.valueSpan ?? site.span);
  const style = siteStyle(site, source);
  // The value is that of the first one where the reader has chosen one.
  const instances = evaluation.chosen?.instances ?? evaluation.instances ?? [];
  const instance = Math.min(wanted, Math.max(0, instances.length - 1));
  const other = evaluation.chosen !== undefined && instance === 0 ? undefined : instances[instance];
  const said = other === undefined ? content : instanceContent(content, other.value, style);
  const value = other === undefined ? evaluation.value : other.value;
  const plain = contentPicture(said, site.name ?? source);
  const found = { ...plain, instances: instances.map(({ label }) => label), instance };
  if (isFailure(value) || value instanceof Unknown) return found;
  // The hover knows which layouts count threads and values; of a multiplication it draws less.
  const isShown = layoutIn(value) !== null;
  const scene = (isShown ? said.picture?.scene : null) ?? sceneOf(value) ?? said.picture?.scene;
  if (scene == null) return found;
  const main = drawnValue(value, scene, found.title, outcomeText(value, style), site);
  // The arguments of an operation in a template have other values in each instantiation.
  const origin = other === undefined ? evaluation.origin : null;
  const pictures = [main, ...operandsOf(ready, value, origin, style)];
  const { drawn, steps } = drawnSteps(origin, pictures);
  return { ...found, drawn: [...pictures, ...drawn], pictures: pictures.length, steps };
}

/** What is said of the value in one instantiation, where the hover is about all of them or another one. */
function instanceContent(
  { instances }: HoverContent,
  value: SiteEvaluation['value'],
  style: TextStyle,
): HoverContent {
  const layout = layoutIn(value);
  const isUnknown = isFailure(value) || value instanceof Unknown;
  return {
    ...NO_CONTENT,
    instances,
    value: isUnknown ? [] : [outcomeText(value, style)],
    problem: isUnknown ? outcomeText(value, style) : null,
    summary: layout === null ? null : summaryOf(layout),
  };
}
