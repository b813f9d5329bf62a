// How the value of a site is printed.

import type { Site } from '../../analysis/values/model.ts';
import { MARKED, styleOf, type TextStyle } from '../../render/text/text.ts';

/** The dialect's own style, except that notation which marks its static integers is answered with marks. */
export const siteStyle = (site: Site, source: string): TextStyle =>
  site.dialect === 'notation' && /(?<![\w])_\d/.test(source) ? MARKED : styleOf(site.dialect);
