// Quick fixes for bank conflicts: a swizzle or a padding of the layout by which the buffer is made, looked at again in the
// edited text.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { adviceAt, type BufferAdvice } from '../../analysis/accesses/advise.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { entityKey } from '../../evaluate/values/key.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { type Advice, changeText } from '../../hardware/memory/advice.ts';
import { cppStatic, cppType } from '../../render/emit/cpp.ts';
import { pythonDsl } from '../../render/emit/python.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { cppOptions } from '../texts/verified-forms.ts';
import { holdsAfter } from './edited-document.ts';

interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly isPreferred?: boolean;
}

/** How many swizzles are offered, and how many paddings. */
const MAXIMUM = { swizzle: 3, padding: 1 };

export function bankConflictFixes(ready: ReadyDocument, { code, range }: Diagnostic): readonly Fix[] {
  if (code !== 'bank-conflict') return [];
  const { document, analysis } = ready;
  const found = adviceAt(analysis.model, document.spanOf(range).start);
  if (found === null) return [];
  const swizzles = found.advice.filter(({ change }) => 'swizzle' in change).slice(0, MAXIMUM.swizzle);
  const paddings = found.advice.filter(({ change }) => 'padding' in change).slice(0, MAXIMUM.padding);
  return [...swizzles, ...paddings].flatMap((advice, i) => {
    const ways = 'swizzle' in advice.change ? [swizzleEdits] : [definitionEdits, paddingEdits];
    const edits = ways
      .map((editsFor) => editsFor(ready, found, advice))
      .find(
        (each) => each.length > 0 && holdsAfter(ready, each, (edited) => edited.findsLess('bank-conflict')),
      );
    if (edits === undefined) return [];
    const isFree = advice.costs.every((cost) => cost === null || cost.worst === null);
    const total = advice.costs.reduce((sum, cost) => sum + (cost?.total ?? 0), 0);
    const result = isFree ? 'no bank conflict' : `${total} wavefronts in all`;
    const more = advice.more === 0 ? '' : `, ${advice.more} bytes more`;
    return [{ title: `${changeText(advice)}: ${result}${more}`, edits, isPreferred: i === 0 && isFree }];
  });
}

/** Where the layout of a buffer is written for the tensor that is made of it. */
interface LayoutArgument {
  readonly span: Span;
  readonly text: string;
}

/** One for each place where the file makes a tensor of the layout; null where one of them is not written there. */
function layoutArguments(
  { analysis }: ReadyDocument,
  { data, made }: BufferAdvice,
): readonly LayoutArgument[] | null {
  const key = entityKey(data);
  const found = made.map((site): LayoutArgument | null => {
    const argument = analysis.model
      .evaluate(site)
      .origin?.args.find(({ value }) => !isFailure(value) && entityKey(value) === key);
    if (argument === undefined || argument.span === null || argument.text === '') return null;
    return { span: argument.span, text: argument.text };
  });
  return found.includes(null) ? null : (found as readonly LayoutArgument[]);
}

type EditsFor = (ready: ReadyDocument, found: BufferAdvice, advice: Advice) => readonly TextEdit[];

/** The swizzle in front of the layout, wherever the file makes a tensor of it. */
const swizzleEdits: EditsFor = (ready, found, { change }) => {
  const { analysis, document } = ready;
  if (!(found.data instanceof Layout) || !('swizzle' in change)) return [];
  const { bits, base, shift } = change.swizzle;
  const { prefix = '' } = document.dialect === 'cpp' ? cppOptions(analysis.text) : {};
  return (layoutArguments(ready, found) ?? []).map(({ span, text }) => ({
    range: document.rangeOf(span),
    newText:
      document.dialect === 'python'
        ? `cute.make_composed_layout(cute.make_swizzle(${bits}, ${base}, ${shift}), 0, ${text})`
        : `${prefix}composition(${prefix}Swizzle<${bits},${base},${shift}>{}, ${text})`,
  }));
};

/** The layout as the file's language writes it: as a value, or as a type. */
function written({ analysis, document }: ReadyDocument, layout: Layout, isType: boolean): string | null {
  if (document.dialect === 'python') return pythonDsl(layout, { prefix: 'cute.' });
  return (isType ? cppType : cppStatic)(layout, cppOptions(analysis.text));
}

/**
 * The padded layout where the name is defined that all tensors of the buffer take it by, which changes the array that is
 * declared by its cosize as well. Not where the name stands for anything else.
 */
const definitionEdits: EditsFor = (ready, found, { layout }) => {
  const { analysis, document } = ready;
  const args = layoutArguments(ready, found) ?? [];
  const names = new Set(args.map(({ text }) => /^(\w+)(?:\{\})?$/.exec(text)?.[1]));
  const [name] = names;
  if (!(layout instanceof Layout) || name === undefined || names.size !== 1) return [];
  const { text } = analysis;
  const declared = analysis.model.sites.filter((s) => s.role === 'declaration' && s.name === name);
  const [only] = declared as readonly (Site | undefined)[];
  if (only === undefined || declared.length > 1 || only.valueSpan === null) return [];
  const uses = [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => index);
  const isOfBuffer = (at: number): boolean =>
    at === only.span.start ||
    args.some(({ span }) => span.start <= at && at < span.end) ||
    /\bcosize(?:_v\s*<|\()\s*$/.test(text.slice(0, at));
  if (!uses.every(isOfBuffer)) return [];
  const isType = /\busing\s+\w+\s*=\s*$/.test(text.slice(0, only.valueSpan.start));
  const newText = written(ready, layout, isType);
  return newText === null ? [] : [{ range: document.rangeOf(only.valueSpan), newText }];
};

/** The padded layout where tensors are made of it, and the array of C++ that they are laid over as long as it needs. */
const paddingEdits: EditsFor = (ready, found, { layout }) => {
  const { analysis, document } = ready;
  const args = layoutArguments(ready, found) ?? [];
  const newText = layout instanceof Layout ? written(ready, layout, false) : null;
  const type = layout instanceof Layout ? written(ready, layout, true) : null;
  if (newText === null) return [];
  const edits = args.map(({ span }) => ({ range: document.rangeOf(span), newText }));
  if (document.dialect !== 'cpp' || type === null) return edits;
  const { prefix = '' } = cppOptions(analysis.text);
  const arrays = new Set(found.made.map((site) => pointerName(analysis.model.evaluate(site).origin)));
  const lengths = [...arrays].flatMap((name) => {
    if (name === null) return [];
    const declared = [
      ...analysis.text.matchAll(new RegExp(`(__shared__\\b[^;]*\\b${name}\\s*\\[)([^\\]]*)\\]`, 'g')),
    ];
    const [only] = declared;
    if (only === undefined || declared.length > 1) return [];
    const start = only.index + only[1]!.length;
    const range = document.rangeOf({ start, end: start + only[2]!.length });
    return [{ range, newText: `${prefix}cosize_v<${type}>` }];
  });
  return [...edits, ...lengths];
};

/** `storage` of `make_tensor(make_smem_ptr(storage), layout)`. */
const pointerName = (origin: SiteEvaluation['origin']): string | null =>
  /^(?:cute::)?make_smem_ptr\((\w+)\)$/.exec(origin?.args[0]?.text ?? '')?.[1] ?? null;
