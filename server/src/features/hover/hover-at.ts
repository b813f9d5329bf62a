// What a hover says at an offset: of the innermost expression there that there is something to say about.

import type { OpenDocument } from '../../analysis/document/document.ts';
import { hostEvaluation, isHostPlace } from '../../analysis/document/host-values.ts';
import { acceptanceOf, disagreement } from '../../analysis/values/acceptance.ts';
import type { DocumentModel, Place, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { Form } from '../../render/emit/form.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { siteStyle } from '../texts/site-style.ts';
import { verifiedForms } from '../texts/verified-forms.ts';
import { withAccesses } from './accesses.ts';
import { accessAmong } from './bounds.ts';
import type { HoverContent } from './content.ts';
import { hoverOf } from './describe.ts';
import { instancesOf, withOtherPictures, withRounds } from './instances.ts';
import { withStorage } from './storage.ts';

export interface HoverAt {
  readonly site: Site;
  readonly evaluation: SiteEvaluation;
  readonly forms: readonly Form[];
  readonly content: HoverContent;
}

interface HoverAtOptions {
  readonly picture: boolean;
  readonly derivation: boolean;
  /** The link to a place in a source, from what is hovered. */
  linkTo?(place: Place, from: Site): string | null;
  links(site: Site, evaluation: SiteEvaluation, forms: readonly Form[]): HoverContent['links'];
}

/** How many operations further out are looked at: the shape of a literal says nothing that the literal does not. */
const MAXIMUM_AROUND = 2;

/** The innermost site, then what it is part of; further out begins other code. */
function sitesAround(model: DocumentModel, offset: number): readonly Site[] {
  const sites = model.sitesAt(offset);
  let operations = 0;
  const end = sites.findIndex((site, i) => i > 0 && site.isOperation && ++operations > MAXIMUM_AROUND);
  return end < 0 ? sites : sites.slice(0, end);
}

/** Says who accepts the operation, where not everybody does. */
function withAcceptance(content: HoverContent, evaluation: SiteEvaluation): HoverContent {
  const acceptance = acceptanceOf(evaluation);
  const text = acceptance === null ? null : disagreement(acceptance);
  return text === null ? content : { ...content, more: [...content.more, { label: 'accepted by', text }] };
}

/** Names the value of the other one of the two programs that a file of CUDA is compiled to. */
function withHost(
  content: HoverContent,
  { value }: SiteEvaluation,
  site: Site,
  source: string,
): HoverContent {
  const text = outcomeText(value, siteStyle(site, source));
  return content.value.join('') === text
    ? content
    : { ...content, more: [{ label: 'in host code', text, code: true }, ...content.more] };
}

/** Beside the value of the chosen instantiation stand those of the others. */
const withOthers = (
  content: HoverContent,
  chosen: NonNullable<SiteEvaluation['chosen']>,
  style: TextStyle,
): HoverContent => ({
  ...content,
  instances: instancesOf(chosen, style),
  picture: withOtherPictures(content.picture, chosen.instances),
});

export function hoverAt(
  analysis: OpenDocument,
  grammars: Grammars,
  offset: number,
  options: HoverAtOptions,
): HoverAt | null {
  const sites = sitesAround(analysis.model, offset);
  const found = valueAmong(sites, analysis, grammars, options);
  const access = accessAmong(analysis, sites);
  if (access === null) return found;
  const { site, bounds, content } = access;
  const isInside =
    found !== null && found.site.span.start >= site.span.start && found.site.span.end <= site.span.end;
  return isInside
    ? { ...found, content: { ...found.content, more: [...found.content.more, ...bounds] } }
    : { site, evaluation: analysis.model.evaluate(site), forms: [], content };
}

function valueAmong(
  sites: readonly Site[],
  analysis: OpenDocument,
  grammars: Grammars,
  options: HoverAtOptions,
): HoverAt | null {
  for (const site of sites) {
    const read = withRounds(analysis.model.evaluate(site, 'view'), site, analysis.model);
    const inHost = hostEvaluation(analysis, site, read, 'view');
    const evaluation = inHost !== null && isHostPlace(read) ? inHost : read;
    const span = site.valueSpan ?? site.span;
    const source = analysis.text.slice(span.start, span.end);
    const style = siteStyle(site, source);
    const forms = verifiedForms(evaluation.value, { analysis, grammars });
    const described = hoverOf(evaluation, {
      dialect: site.dialect,
      style,
      picture: options.picture,
      derivation: options.derivation,
      source,
      name: site.name,
      forms,
      links: options.links(site, evaluation, forms),
      linkTo: (place) => options.linkTo?.(place, site) ?? null,
      missing: analysis.model.missing(site, 'view'),
    });
    const content = withStorage(withAccesses(described, site, evaluation), site, analysis.model);
    if (content !== null) {
      const both =
        inHost === null || evaluation === inHost ? content : withHost(content, inHost, site, source);
      const all = evaluation.chosen === undefined ? both : withOthers(both, evaluation.chosen, style);
      return { site, evaluation, forms, content: withAcceptance(all, evaluation) };
    }
    // What is around an argument without a value is no answer to what the argument is.
    if (evaluation.value instanceof Unknown && evaluation.value.category !== 'not-a-layout') return null;
  }
  return null;
}
