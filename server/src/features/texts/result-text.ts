// The text that stands for a result in the file's own syntax.

import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import type { Form } from '../../render/emit/form.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** The form id of a dialect's own source. */
export const OWN_FORM = { cpp: 'cpp', python: 'python', notation: 'notation' } as const;

/** Python files that use pycute rather than the DSL. */
export const usesPycute = (text: string): boolean =>
  /^\s*(from|import)\s+pycute\b/m.test(text) && !/\bcute\.make_layout\b/.test(text);

/**
 * What the site's expression can be replaced with: its value as source. Null when there is no such form, or when it is
 * what stands there already. A type becomes a type.
 */
export function resultText(
  site: Site,
  { value }: SiteEvaluation,
  forms: readonly Form[],
  text: string,
): string | null {
  if (site.valueSpan === null) return null;
  const id = site.dialect === 'python' && usesPycute(text) ? 'pycute' : OWN_FORM[site.dialect];
  const form = forms.find((f) => f.id === id);
  if (form === undefined) return null;
  const isType = value instanceof TypeValue;
  if (isType && !form.text.endsWith('{}')) return null;
  const result = isType ? form.text.slice(0, -2) : form.text;
  const source = text.slice(site.valueSpan.start, site.valueSpan.end);
  return squeeze(result) === squeeze(source) ? null : result;
}
