// All that is shown of a document, as text to compare.

import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import type { OpenDocument } from '../../server/src/analysis/document/document.ts';
import type { SiteEvaluation } from '../../server/src/analysis/values/model.ts';
import { Unknown } from '../../server/src/evaluate/model/value.ts';
import { MARKED, valueText } from '../../server/src/render/text/text.ts';

/** A value as text: as C++ prints it, `unknown(category)`, or `error(code)`. */
export function shownText(value: SiteEvaluation['value']): string {
  if (isFailure(value)) return 'code' in value ? `error(${value.code})` : `undetermined(${value.reason})`;
  if (value instanceof Unknown) return `unknown(${value.category})`;
  return valueText(value, MARKED);
}

/** Every site where it stands, with its value, the parameters that it took and its instances, and what was found. */
export function allShown({ model }: OpenDocument): readonly string[] {
  const sites = model.sites.map((site) => {
    const { value, parameters, instances } = model.evaluate(site);
    const { span, valueSpan, role, name } = site;
    const given = parameters.map((p) => `${p.name}=${p.value} ${p.source}`);
    const each = (instances ?? []).map((i) => `${i.label}: ${shownText(i.value)}`);
    const where = `${span.start}-${span.end} ${valueSpan?.start}-${valueSpan?.end}`;
    return `${where} ${role} ${name} ${shownText(value)} {${given}} [${each}]`;
  });
  return [...sites, ...model.findings().map((f) => `${f.span.start} ${f.rule} ${f.message}`)];
}

/** The first lines in which two texts differ; null when they are the same. */
export function difference(shown: readonly string[], expected: readonly string[]): string | null {
  const length = Math.max(shown.length, expected.length);
  for (let i = 0; i < length; i++)
    if (shown[i] !== expected[i]) return `shown:  ${shown[i]}\nfresh:  ${expected[i]}`;
  return null;
}
