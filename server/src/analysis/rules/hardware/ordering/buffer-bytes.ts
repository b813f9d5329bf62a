// Bytes that a barrier of C++ expects of a buffer, counted by the type of another buffer's elements: `size(LayoutS{}) *
// sizeof(TypeA)`, where all that lies by LayoutS is declared as `TypeS s[cosize_v<LayoutS>]`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { elementType } from '../../../../hardware/atom/element-type.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const MAXIMUM_DEPTH = 4;

/** `T name[cosize_v<L>];` and `cute::array_aligned<T, cute::cosize_v<L>> name;` */
const ARRAYS = [
  /\b(?<type>\w+)\s+(?<name>\w+)\s*\[\s*(?:cute::)?cosize_v<\s*(?<layout>\w+)\s*>\s*\]\s*;/g,
  /\b(?:array_aligned|ArrayEngine)<\s*(?<type>\w+)\s*,\s*(?:cute::)?cosize_v<\s*(?<layout>\w+)\s*>\s*(?:,\s*\w+\s*)?>\s+(?<name>\w+)\s*;/g,
];

/** `size(L{}) * sizeof(T)`, `cosize_v<L> * sizeof(T)` */
const TERM =
  /(?:(?:co)?size\(\s*(?<by>\w+)\s*\{\s*\}\s*\)|(?:co)?size_v<\s*(?<of>\w+)\s*>)\s*\*\s*sizeof\s*\(\s*(?<type>\w+)\s*\)/g;

/** The bytes of a type, by the one name that the file gives it; undefined: not known. */
function bytesOf(code: string, type: string, depth = 0): number | undefined {
  const aliases = [...code.matchAll(new RegExp(`\\busing\\s+${escaped(type)}\\s*=\\s*([^;]*);`, 'g'))];
  const bits = aliases.length === 0 ? elementType(type)?.bits : undefined;
  if (aliases.length === 0) return bits === undefined || bits % 8 !== 0 ? undefined : bits / 8;
  const to = /^(?:\w+::)*(\w+)$/.exec(aliases[0]![1]!.trim())?.[1];
  return aliases.length > 1 || to === undefined || to === type || depth > MAXIMUM_DEPTH
    ? undefined
    : bytesOf(code, to, depth + 1);
}

interface Declared {
  readonly type: string;
  readonly name: string;
  readonly layout: string;
}

const declaredIn = (code: string): readonly Declared[] =>
  ARRAYS.flatMap((form) =>
    [...code.matchAll(form)].map(({ groups }) => ({ ...groups }) as unknown as Declared),
  );

/** Findings of `transaction-bytes` about buffers that are counted by the type of another one. */
export function checkBufferBytes({ model, text }: RuleContext): readonly RuleFinding[] {
  if (!mentions(text, 'cosize_v<') || !mentions(text, 'sizeof')) return [];
  const calls = callsOf(model, 'arrive_and_expect_tx', 'set_barrier_transaction_bytes');
  if (calls.length === 0) return [];
  const code = codeOf(text, 'cpp');
  const declared = declaredIn(code);
  const seen = new Set<number>();
  return calls.flatMap(({ site, call }): readonly RuleFinding[] => {
    const bytes = call.args.at(-1);
    const said = bytes === undefined ? undefined : (initialiserOf(bytes) ?? bytes);
    if (site.dialect !== 'cpp' || said === undefined || model.neverRuns(site)) return [];
    const { start, end } = said.span;
    return [...code.slice(start, end).matchAll(TERM)].flatMap((found): readonly RuleFinding[] => {
      const { by, of, type } = found.groups as { by?: string; of?: string; type: string };
      const layout = by ?? of;
      const own = declared.filter((each) => each.layout === layout);
      const [first] = own;
      const other = declared.find((each) => each.layout !== layout && each.type === type);
      if (first === undefined || other === undefined || own.some((each) => each.type !== first.type))
        return [];
      const [needed, counted] = [bytesOf(code, first.type), bytesOf(code, type)];
      if (needed === undefined || counted === undefined || needed === counted) return [];
      const at = start + found.index + found[0].lastIndexOf(type);
      if (seen.has(at)) return [];
      seen.add(at);
      const span = { start: at, end: at + type.length };
      const message = `the barrier expects ${layout} of ${first.name} by elements of ${type}, which have ${counted} ${counted === 1 ? 'byte' : 'bytes'}: those of ${first.name} are ${first.type}, of ${needed}`;
      return [{ span, message, fixes: [{ title: `Take ${first.type}`, span, newText: first.type }] }];
    });
  });
}
