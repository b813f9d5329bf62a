// What a hover says at an offset: of the innermost expression there that there is something to say about.

import { acceptanceOf, disagreement } from '../analysis/acceptance.ts';
import type { OpenDocument } from '../analysis/document.ts';
import type { DocumentModel, Evaluation, Site } from '../analysis/model.ts';
import { hoverOf } from '../render/describe.ts';
import type { Form } from '../render/emit/form.ts';
import type { HoverContent } from '../render/hover-content.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { siteStyle } from './site-style.ts';
import { verifiedForms } from './verified-forms.ts';

export interface HoverAt {
  readonly site: Site;
  readonly evaluation: Evaluation;
  readonly forms: readonly Form[];
  readonly content: HoverContent;
}

export interface HoverAtOptions {
  readonly picture: boolean;
  readonly derivation: boolean;
  links(site: Site, evaluation: Evaluation, forms: readonly Form[]): HoverContent['links'];
}

/** The innermost site, then the operations and layouts around it. */
function* sitesAround(model: DocumentModel, offset: number): Generator<Site> {
  const innermost = model.siteAt(offset);
  if (innermost === null) return;
  yield innermost;
  // A declaration's name stands for itself: what is around it is another thing.
  if (innermost.role === 'declaration') return;
  const around: Site[] = [];
  for (const site of model.sites) {
    if (site.span.start > offset) break;
    if (site.role === 'declaration' || site.span.end < innermost.span.end) continue;
    if (site.span.start <= innermost.span.start) around.push(site);
  }
  around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  // The shape of a literal says nothing that the literal does not; further out begins other code.
  yield* around.slice(0, 2);
}

/** Says who accepts the operation, where not everybody does. */
function withAcceptance(content: HoverContent, evaluation: Evaluation): HoverContent {
  const acceptance = acceptanceOf(evaluation);
  const text = acceptance === null ? null : disagreement(acceptance);
  return text === null ? content : { ...content, more: [...content.more, { label: 'accepted by', text }] };
}

export function hoverAt(
  analysis: OpenDocument,
  grammars: Grammars,
  offset: number,
  options: HoverAtOptions,
): HoverAt | null {
  for (const site of sitesAround(analysis.model, offset)) {
    const evaluation = analysis.model.evaluate(site);
    const span = site.valueSpan ?? site.span;
    const source = analysis.text.slice(span.start, span.end);
    const forms = verifiedForms(evaluation.value, { analysis, grammars });
    const content = hoverOf(evaluation, {
      dialect: site.dialect,
      style: siteStyle(site, source),
      picture: options.picture,
      derivation: options.derivation,
      source,
      name: site.name,
      forms,
      links: options.links(site, evaluation, forms),
      missing: analysis.model.missing(site),
    });
    if (content !== null) return { site, evaluation, forms, content: withAcceptance(content, evaluation) };
  }
  return null;
}
