// Values that a user may want to assume of an open name: what the file says elsewhere, else a placeholder.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import type { TemplateParameter, TemplateSite } from '../../analysis/values/model.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { lineName } from '../../syntax/text/notebook.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { bindingsOf } from './edit.ts';

interface Choice {
  readonly value: string;
  /** Where it is from: `line 40`, `its default`; null for a placeholder, which the user changes. */
  readonly from: string | null;
}

const MAXIMUM_CHOICES = 4;

/** Whether an argument can be written in a comment: all of it is known, `(_128,_N)` is not. */
export const isWritable = (text: string): boolean => text !== '' && !/[?#"@…]|(?<!\w)_[A-Za-z(]/.test(text);

/** `kBlockM_` of a class is the `kBlockM` of others. */
const plain = (name: string): string => name.replace(/^_+|_+$/g, '');

/** The template whose head is at an offset, and its parameter of that name. */
function parameterAt(
  templates: readonly TemplateSite[],
  head: number,
  name: string,
): { template: TemplateSite; parameter: TemplateParameter } | null {
  for (const template of templates) {
    if (template.head !== head) continue;
    const parameter = template.parameters.find((p) => p.name === name);
    if (parameter !== undefined) return { template, parameter };
  }
  return null;
}

/** A name without a value. */
export interface NameWithoutValue {
  readonly name: string;
  /** Where what declares it begins: a comment that gives it a value goes above. */
  readonly head: number;
  /** What a function's parameter or a constant holds; of a template's parameter its own kind says that. */
  readonly holds: 'number' | 'other';
}

/** The choices for a name, the likeliest first; at least one where any makes sense. */
export function choicesFor(
  ready: ReadyDocument,
  templates: readonly TemplateSite[],
  { name, head, holds }: NameWithoutValue,
): readonly Choice[] {
  const { analysis, document } = ready;
  const choices: Choice[] = [];
  const add = (value: string, from: string | null): void => {
    if (!isWritable(value) || choices.some((c) => c.value === value)) return;
    choices.push({ value, from });
  };
  const lineOf = (offset: number): string => lineName(document.getText(), offset);
  const own = parameterAt(templates, head, name);
  const others = templates.filter((t) => t !== own?.template);
  for (const template of own === null ? others : [own.template, ...others])
    for (const { arguments: args, span, uri } of template.instantiations)
      for (const a of args)
        if (plain(a.name) === plain(name))
          add(a.text, uri === null ? lineOf(span.start) : uri.replace(/^.*\//, ''));
  if (own?.parameter.fallback != null) add(own.parameter.fallback, 'its default');
  for (const { directive, span } of analysis.directives) {
    if (directive.kind !== 'assume') continue;
    for (const b of bindingsOf(ready, { directive, span }))
      if (plain(b.name) === plain(name)) add(b.value, lineOf(span.start));
  }
  for (const site of analysis.model.sites) {
    if (choices.length >= MAXIMUM_CHOICES) break;
    if (site.role !== 'declaration' || site.name === null || plain(site.name) !== plain(name)) continue;
    const { value } = analysis.model.evaluate(site);
    if (isFailure(value)) continue;
    if (typeof value === 'number') add(String(value), lineOf(site.span.start));
    else if (value instanceof Dynamic && typeof value.value === 'number')
      add(String(value.value), lineOf(site.span.start));
    else if (value instanceof TypeValue && own?.parameter.kind === 'type' && value.bits !== null)
      add(value.name, lineOf(site.span.start));
  }
  const found = choices.slice(0, MAXIMUM_CHOICES);
  if (found.length > 0) return found;
  const placeholder = placeholderFor(name, own?.parameter.kind ?? holds, document.dialect);
  return placeholder === null ? [] : [{ value: placeholder, from: null }];
}

/** What numbers of such names often are. */
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:block|tile|head|batch|bid[a-z]*|idx|index|coord)$/, '0'],
  [/stage|pipe/i, '3'],
  [/warpgroup/i, '2'],
  [/warp/i, '4'],
  [/(?:block|tile|blk)_?k/i, '64'],
];

/** What a parameter of such a name often is. Null where nothing would make sense. */
function placeholderFor(
  name: string,
  kind: TemplateParameter['kind'] | NameWithoutValue['holds'],
  dialect: string,
): string | null {
  if (kind === 'flag') return 'true';
  if (kind === 'number') return NUMBERS.find(([words]) => words.test(name))?.[1] ?? '128';
  if (/Cluster/.test(name)) return '(1,1,1)';
  if (/Layout/.test(name)) return '(128,64):(64,1)';
  if (/Shape|Tile|Tiler/.test(name)) return '(128,128,64)';
  if (/^T[A-Z]?$|Element|[tT]ype$|^[tT]ype/.test(name)) return dialect === 'python' ? 'Float16' : 'half_t';
  return null;
}
