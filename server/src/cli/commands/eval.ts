// `layout-lens eval`: expressions in, values out.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, knownValue } from '../../algebra/integer/integer.ts';
import { LegoLayout, legoTable } from '../../algebra/lego/lego.ts';
import { basesOf, LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { printLinearLayout } from '../../algebra/linear/print.ts';
import { ruleContext } from '../../analysis/check/context.ts';
import { findingsOf } from '../../analysis/check/run.ts';
import { type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import type { DocumentModel, Finding, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { NotationDialectName } from '../../evaluate/notation/dialects.ts';
import { mapDynamic } from '../../evaluate/values/structure.ts';
import { LayoutConversion } from '../../hardware/triton/conversion/conversion.ts';
import { type ConversionField, conversionFields } from '../../hardware/triton/conversion/words.ts';
import { NamedValues } from '../../hardware/triton/value.ts';
import { MARKED, PLAIN, type Printable, valueText } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';

type JsonValue = number | boolean | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

interface EvalWarning {
  readonly code: string;
  readonly message: string;
  /** The smallest coordinate at which the result differs from the operation's meaning. */
  readonly witness?: number;
  readonly got?: string;
  readonly expected?: string;
}

export type EvalResult =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly raw: JsonValue;
      readonly warnings: readonly EvalWarning[];
      /** The smallest counterexample of what is false. */
      readonly why?: string;
      /** What is supposed of names: `M % BM == 0`. */
      readonly where?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** C++ CuTe's own assertion, where it refuses with one. */
      readonly cute?: string;
      readonly mode?: readonly number[];
    };

const isInteger = (value: Printable): boolean => typeof value === 'number' || value instanceof Dynamic;

/** Whether a tuple holds more than integers, so that it is several results rather than one shape or coordinate. */
const isSeveral = (value: Printable): value is readonly Printable[] & Printable =>
  Array.isArray(value) && value.some((v) => !isInteger(v) && !(Array.isArray(v) && !isSeveral(v)));

type Print = (value: Printable) => string;

const printPlain: Print = (value) => valueText(value, PLAIN);

/** As the open CuTe IR prints: `S<3,4,3>`, and of run-time integers not what divides them. */
const printAsIr: Print = (value) => {
  const plain = mapDynamic(value as Value, (n) => (n.value === null ? new Dynamic(null) : n));
  return printPlain(plain).replaceAll('Sw<', 'S<');
};

/** Integers and booleans as JSON has them, several results as an array, everything else as printed. */
function jsonValue(value: Printable, text: Print): JsonValue {
  if (typeof value === 'boolean') return value;
  if (isSeveral(value)) return value.map((v) => jsonValue(v, text));
  if (value instanceof LinearLayout) return printLinearLayout(value);
  if (isInteger(value)) return knownValue(value as number | Dynamic) ?? text(value);
  if (value instanceof LegoLayout) return `${text(value)} = ${tableText(value)}`;
  return text(value);
}

/** Positions of a chain that its text names, and those that `raw` has. */
const [SHOWN_POSITIONS, MAXIMUM_POSITIONS] = [8, 1 << 16];

const tableText = (chain: LegoLayout): string =>
  `[${legoTable(chain, SHOWN_POSITIONS).join(',')}${chain.size > SHOWN_POSITIONS ? ',…' : ''}]`;

const fieldsValue = (fields: ReadonlyMap<string, ConversionField>): JsonValue =>
  Object.fromEntries(
    [...fields].map(([name, field]) => [
      name,
      field instanceof Map ? fieldsValue(field) : (field as JsonValue),
    ]),
  );

function rawValue(value: Printable): JsonValue {
  if (typeof value === 'boolean') return value;
  if (value instanceof LinearLayout)
    return { bases: basesOf(value) as JsonValue, out_dims: sizesOf(value) as JsonValue };
  if (value instanceof NamedValues) return Object.fromEntries(value.entries);
  if (value instanceof LayoutConversion) return fieldsValue(conversionFields(value));
  if (value instanceof LegoLayout) return legoTable(value, MAXIMUM_POSITIONS);
  return isSeveral(value) ? value.map(rawValue) : valueText(value, MARKED);
}

interface EvalOptions {
  /** Read integers as C++ prints them: `_4` static, `4` run-time. */
  readonly staticMarks: boolean;
  /** Whose operations are meant; C++ CuTe's when it is not said. */
  readonly dialect?: NotationDialectName;
}

/** A line that binds names. */
interface Binding {
  readonly text: string;
  readonly declared: readonly string[];
  readonly words: ReadonlySet<string>;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*/g));

/** Evaluates expressions one after the other; a name that one binds is known to the next ones. */
export class Evaluator {
  /** The expression behind the lines that bind what it names, directly or through others. */
  private readonly document: OpenDocument;
  private readonly bindings: Binding[] = [];
  private readonly print: Print;

  constructor(grammars: Grammars, options: EvalOptions) {
    this.document = openDocument(grammars, 'notation', '', {
      notation: { unmarked: options.staticMarks ? 'dynamic' : 'static', library: options.dialect ?? 'cute' },
    });
    this.print = options.dialect === 'dsl' ? printAsIr : printPlain;
  }

  evaluate(expression: string): EvalResult {
    return this.result(expression).result;
  }

  /** The same with the value itself and how it came about, where there is one. */
  result(expression: string): {
    readonly result: EvalResult;
    readonly value: Value | null;
    readonly evaluation: SiteEvaluation | null;
  } {
    const { document } = this;
    const words = wordsOf(expression);
    const before = this.linesBehind(words);
    const from = before.length;
    document.edit([{ start: 0, end: document.text.length, text: before + expression }]);
    const { model } = document;
    const site = outermost(model, from);
    const findings = findingsOf(ruleContext(document), { severity: {} }).filter(
      (finding) => finding.span.start >= from,
    );
    const result = resultOf(model, site, findings, expression, this.print);
    if (!result.ok || site === null) return { result, value: null, evaluation: null };
    if (site.role === 'declaration')
      this.bindings.push({ text: `${expression}\n`, declared: declaredFrom(model, from), words });
    const evaluation = model.evaluate(site);
    return { result, value: isFailure(evaluation.value) ? null : evaluation.value, evaluation };
  }

  /** The lines that bind the words, and what these name in turn: all lines would cost each expression as much. */
  private linesBehind(words: ReadonlySet<string>): string {
    const wanted = new Set(words);
    const lines: string[] = [];
    for (let i = this.bindings.length - 1; i >= 0; i--) {
      const { text, declared, words: named } = this.bindings[i]!;
      if (!declared.some((name) => wanted.has(name))) continue;
      lines.push(text);
      for (const word of named) wanted.add(word);
    }
    return lines.reverse().join('');
  }
}

const declaredFrom = (model: DocumentModel, from: number): readonly string[] =>
  model.sites.flatMap((s) =>
    s.role === 'declaration' && s.span.start >= from && s.name !== null ? [s.name] : [],
  );

/** The site of the last statement that begins at or after an offset. */
function outermost(model: DocumentModel, from: number): Site | null {
  const sites = model.sites.filter(
    (site) => site.span.start >= from && (site.role === 'declaration' || site.role === 'notation'),
  );
  return sites.at(-1) ?? null;
}

function resultOf(
  model: DocumentModel,
  site: Site | null,
  findings: readonly Finding[],
  expression: string,
  print: Print,
): EvalResult {
  const malformed = findings.find((f) => f.rule === 'malformed-notation');
  if (malformed !== undefined) return { ok: false, code: malformed.rule, message: malformed.message };
  if (site === null) {
    const message = expression.trim() === '' ? 'there is no expression' : 'this is no expression';
    return { ok: false, code: 'malformed-notation', message };
  }
  const { value, parameters } = model.evaluate(site);
  if (value instanceof Violation) {
    const { cute, mode } = value.detail;
    return {
      ok: false,
      code: value.code,
      message: value.message,
      ...(cute === undefined ? {} : { cute }),
      ...(mode === undefined ? {} : { mode }),
    };
  }
  if (isFailure(value)) return { ok: false, code: 'unknown', message: value.reason };
  // An operation before is told by what is found of it.
  const before = value instanceof Unknown && value.category === 'violation' ? findings : [];
  const cause = before.find(({ severity }) => severity === 'error');
  if (cause !== undefined) return { ok: false, code: cause.rule, message: cause.message };
  // `unsupported` and the like: what the rules and `stats` call it.
  if (value instanceof Unknown) return { ok: false, code: value.category, message: value.reason };
  const shown = printable(value);
  const where = parameters.flatMap((p) => (p.source === 'supposed' ? [`${p.name} ${p.value}`] : []));
  return {
    ok: true,
    value: jsonValue(shown, print),
    raw: rawValue(shown),
    warnings: findings.filter((f) => f.severity !== 'hint').map(warningOf),
    ...(where.length === 0 ? {} : { where }),
  };
}

/** What `T{}` holds stands for a type, and a tensor for itself. */
function printable(value: Value): Value {
  if (value instanceof TypeValue && value.instance !== null) return printable(value.instance);
  return value;
}

const warningOf = ({ rule, message, witness }: Finding): EvalWarning => ({
  code: rule,
  message,
  ...(witness === undefined
    ? {}
    : { witness: witness.coordinate, got: witness.got, expected: witness.expected }),
});

/** A result as a line of text; `marks` writes it as C++ prints it. */
export function resultText(result: EvalResult, marks: boolean): string {
  if (!result.ok) return `error[${result.code}]: ${result.message}`;
  const text = (value: JsonValue): string =>
    Array.isArray(value)
      ? `[${value.map(text).join(', ')}]`
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const shown = text(marks ? result.raw : result.value);
  const told = result.where === undefined ? shown : `${shown} where ${result.where.join(' and ')}`;
  return result.why === undefined ? told : `${told}: ${result.why}`;
}
