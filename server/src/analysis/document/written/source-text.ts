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
