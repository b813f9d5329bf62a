// Values that differ between host and device code, which one file is compiled to: what is declared under __CUDA_ARCH__,
// and what is made of it.

import { isFailure } from '../../algebra/integer/failure.ts';
import { isDeviceOnly } from '../../evaluate/core/conditions.ts';
import { DEVICE_ALONE } from '../../evaluate/core/results.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import type { Site, SiteEvaluation } from '../values/model.ts';
import type { OpenDocument } from './document.ts';

/** The same place, or the constant of the same name, in the file as host code is compiled from it. */
function hostSite(host: OpenDocument, shift: number, site: Site): Site | null {
  const [start, end] = [site.span.start + shift, site.span.end + shift];
  const same = host.model.sitesAt(start).find(({ span }) => span.start === start && span.end === end);
  if (same !== undefined) return same;
  if (site.role !== 'declaration' || site.within !== null) return null;
  const named = host.model.sites.filter(
    ({ role, name, within }) => role === 'declaration' && name === site.name && within === null,
  );
  return named.length === 1 ? named[0]! : null;
}

/** What a place comes to in host code, where it comes to something else in device code; null: that is not so, or not known. */
export function hostEvaluation(
  analysis: OpenDocument,
  site: Site,
  { parameters }: SiteEvaluation,
  where: 'view' | 'shown' = 'shown',
): SiteEvaluation | null {
  if (site.isEmbedded || !isDeviceOnly(parameters)) return null;
  const host = analysis.hostReading;
  const same = host === null ? null : hostSite(host.analysis, host.shift, site);
  if (host === null || same === null) return null;
  const evaluation = host.analysis.model.evaluate(same, where);
  const isKnown = !isFailure(evaluation.value) && !(evaluation.value instanceof Unknown);
  if (!isKnown || isDeviceOnly(evaluation.parameters)) return null;
  const without = { name: '__CUDA_ARCH__', value: 'is not defined', source: 'supposed' };
  return { ...evaluation, parameters: [...evaluation.parameters, without] };
}

/** Whether a place is in host code and its name is declared for device code alone, as the file is read at first. */
export const isHostPlace = ({ value }: SiteEvaluation): boolean =>
  value instanceof Unknown && value.reason === DEVICE_ALONE;
