// Bytes and memory of one operand's layout by the type of another operand, in CuTe DSL: `cute.size_in_bytes(self.b_dtype,
// a_smem_layout)`, where `self.a_dtype` is there. It is told by names; types that the file compares may be one.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import { escaped } from '../../indexing/text/code.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { areOfOneProduct } from './strides/operand-names.ts';

/** `self.a_dtype`, `a_type`; `mA.element_type`, `tensor_a.dtype`. */
const TYPES = [
  /^(?<before>(?:self\.)?)(?<operand>[a-z])(?<behind>_(?:d?type|element_type))$/,
  /^(?<before>(?:self\.)?[mgst]?)(?<operand>[A-DQKVO])(?<behind>(?:_(?:d?type|element_type)|\.(?:element_type|dtype)))$/,
  /^(?<before>(?:self\.)?(?:tensor_)?)(?<operand>[a-dqkvo])(?<behind>(?:_tensor)?\.(?:element_type|dtype))$/,
];
/** `self.a_smem_layout_staged`, `sA_layout`. */
const LAYOUTS = [
  /^(?:self\.)?([a-z])_(?:smem_)?layout\w*$/,
  /^(?:self\.)?s([A-DQKVO])_?(?:smem_)?layout\w*$/,
];

/** How many names and slices are followed. */
const MAXIMUM_DEPTH = 6;

/** The operand that a layout is of, by its name, or that of the layout that it is a stage of. */
function layoutOperand(site: Site, written: Written, depth = 0): { operand: string; name: string } | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const name = written(site);
  const operand = LAYOUTS.map((form) => form.exec(name)?.[1]).find((found) => found !== undefined);
  if (operand !== undefined) return { operand: operand.toUpperCase(), name };
  const call = writtenCall(site);
  const of = call !== null && /^(?:slice_|select)$/.test(call.name) ? call.args[0] : initialiserOf(site);
  return of == null ? null : layoutOperand(of, written, depth + 1);
}

/** Another operand's type for a layout, with the type that is meant; null where the names say nothing of the kind. */
function ownType(
  type: Site,
  layout: Site,
  written: Written,
  code: string,
): { operand: string; name: string; right: string } | null {
  const name = written(type);
  const groups = TYPES.map((form) => form.exec(name)?.groups).find((found) => found !== undefined);
  const of = groups === undefined ? null : layoutOperand(layout, written);
  if (groups === undefined || of === null) return null;
  const { before = '', operand = '', behind = '' } = groups;
  const letter = operand.toUpperCase();
  if (letter === of.operand) return null;
  // Of other letters than those of a product, both have a layout by such a name.
  const other = of.name.replace(/[a-z](?=_(?:smem_)?layout)/, operand);
  if (!areOfOneProduct(letter, of.operand) && (other === of.name || !isWritten(code, other))) return null;
  const isLower = operand === operand.toLowerCase();
  return { ...of, right: `${before}${isLower ? of.operand.toLowerCase() : of.operand}${behind}` };
}

const isWritten = (code: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`).test(code);

/** Whether the file asks if two types are one, or gives one of them the other. */
const areCompared = (code: string, one: string, other: string): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([a, b]) =>
    new RegExp(`${escaped(a!)}\\s*(?:[!=]?=|is(?:\\s+not)?)\\s*${escaped(b!)}(?!\\w)`).test(code),
  );

/** Findings about calls that are given a type and a layout, by the names of their parameters. */
function checkTypes(
  { model, text }: RuleContext,
  of: { readonly call: string; readonly type: string; readonly layout: string },
): readonly RuleFinding[] {
  if (!mentions(text, `${of.call}(`)) return [];
  const written = compactIn(text);
  return callsOf(model, of.call).flatMap(({ site, call }): readonly RuleFinding[] => {
    const [type, layout] = [argumentAt(call, 0, of.type), argumentAt(call, 1, of.layout)];
    if (site.dialect !== 'python' || type === undefined || layout === undefined) return [];
    const code = codeOf(text, 'python');
    const own = ownType(type, layout, written, code);
    if (own === null) return [];
    if (!isWritten(code, own.right) || areCompared(code, written(type), own.right) || model.neverRuns(site))
      return [];
    const message = `${own.name} is the layout of ${own.operand}, and ${written(type)} the type of another operand: ${own.right} is there for it`;
    const fixes = [{ title: `Take ${own.right}`, span: type.span, newText: own.right }];
    return [{ span: type.span, message, fixes }];
  });
}

/** Findings of `transaction-bytes` about bytes that are counted by another operand's type. */
export const checkTypeBytes = (context: RuleContext): readonly RuleFinding[] =>
  checkTypes(context, { call: 'size_in_bytes', type: 'dtype', layout: 'layout' });

/** Findings of `operand-type` about memory that is allocated for another operand's elements. */
export const checkAllocatedTypes = (context: RuleContext): readonly RuleFinding[] =>
  checkTypes(context, { call: 'allocate_tensor', type: 'element_type', layout: 'layout' });
