// What a setting says of template parameters: `{ kBlockM: '128', Element: 'half_t', Traits: 'Flash_traits<64>' }`.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { cppValue } from '../../evaluate/cpp/types/names.ts';
import { languageOf } from '../../evaluate/hosts/languages.ts';
import { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import { asValue } from '../../evaluate/model/entity.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Module, Scope } from '../../frontends/common/scope.ts';

type Texts = Readonly<Record<string, string>>;

/** Reads a text in the notation; null when it is none. */
type Reader = (text: string) => Expr | null;

/** The values that the texts say. */
export function settingValues(texts: Texts, read: Reader): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, text] of Object.entries(texts)) {
    const value = settingValue(text.trim(), read);
    if (value !== null) values.set(name, value);
  }
  return values;
}

/** Those that are no plain values name entities of the file: `Flash_kernel_traits<128, 64>`. */
export function settingExpressions(texts: Texts, read: Reader): ReadonlyMap<string, Expr> {
  const found = new Map<string, Expr>();
  for (const [name, text] of Object.entries(texts)) {
    const expr = read(text.trim());
    if (expr !== null && NAMES_SOMETHING.has(expr.kind)) found.set(name, expr);
  }
  return found;
}

function settingValue(text: string, read: Reader): Value | null {
  if (/^-?\d+$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  const type = cppValue(text.split('::'));
  if (type !== undefined) return type;
  const expr = read(text);
  if (expr === null || NAMES_SOMETHING.has(expr.kind)) return null;
  const scratch = new AnalysisDb(languageOf('notation'), EMPTY_MODULE, new Map());
  const value = new Evaluator(scratch).result(expr, scratch.memos[0]!.env).value;
  return isFailure(value) ? null : asValue(value);
}

const EMPTY_SCOPE: Scope = {
  kind: 'file',
  name: null,
  span: { start: 0, end: 0 },
  declarations: [],
  children: [],
  bases: [],
  expressions: [],
};
const EMPTY_MODULE: Module = {
  dialect: 'notation',
  units: [{ start: 0, text: '', namespace: [], unit: { scope: EMPTY_SCOPE, notations: [], directives: [] } }],
  includes: [],
};

/** Expressions that mean what the file declares. */
const NAMES_SOMETHING: ReadonlySet<Expr['kind']> = new Set(['name', 'qualified', 'template', 'member']);
