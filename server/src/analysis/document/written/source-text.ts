// What stands at places, as rules compare it and as messages quote it.

import type { Site } from '../../values/model.ts';

export type Written = (site: Pick<Site, 'span'>) => string;

/** As it is written. */
export const writtenIn =
  (text: string): Written =>
  ({ span }) =>
    text.slice(span.start, span.end);

/** On one line, with a blank for each stretch of them. */
export const spacedAt = ({ span }: Pick<Site, 'span'>, text: string): string =>
  text.slice(span.start, span.end).replace(/\s+/g, ' ').trim();

export const spacedIn =
  (text: string): Written =>
  (site) =>
    spacedAt(site, text);

/** Without blanks, to be compared. */
export const compactIn =
  (text: string): Written =>
  ({ span }) =>
    text.slice(span.start, span.end).replace(/\s+/g, '');

/** The name that what stands at an offset is given to, `dB = make_stride(…)`; empty where there is none. */
export const targetBefore = (code: string, at: number): string =>
  /(\w+)\s*=\s*(?:cute(?:::|\.))?$/.exec(code.slice(Math.max(0, at - 80), at))?.[1] ?? '';
