// Arrays of shared memory that nothing aligns for the vectors that are moved to and from them.

import type { Span } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { type Side, ThrCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { vectorBytes } from './vector-bytes.ts';

const called = (site: Site | undefined, name: string): WrittenCall | null => {
  const call = site === undefined ? null : writtenCall(initialiserOf(site) ?? site);
  return call?.name === name ? call : null;
};

/** `__shared__ T name[…]` of the file, where there is one such declaration, and nothing in it says how it is aligned. */
function unaligned(text: string, name: string): Span | null {
  if (!/^\w+$/.test(name)) return null;
  const declared = [
    ...codeOf(text, 'cpp').matchAll(new RegExp(`(?<=[;{}]\\s*)([^;{}]*\\b)${name}\\s*\\[[^;]*\\];`, 'g')),
  ];
  const [only] = declared;
  if (only === undefined || declared.length > 1) return null;
  const head = only[1]!;
  if (!/\b__shared__\b/.test(head) || /align|\bextern\b/.test(head)) return null;
  const start = only.index + head.search(/\S/);
  return { start, end: only.index + only[0].length };
}

/** `partition_S(make_tensor(make_smem_ptr(array), …))` of a slice of a tiled copy. */
function checkCall({ call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const side = /^partition_([SD])$/.exec(call.name)?.[1];
  const thread = side === undefined || call.object === null ? null : knownValueOf(model, call.object);
  if (!(thread instanceof ThrCopy)) return [];
  const pointer = called(called(call.args[0], 'make_tensor')?.args[0], 'make_smem_ptr')?.args[0];
  const bytes = vectorBytes(thread.tiled, side as Side);
  const width = thread.tiled.atom.element.bits;
  if (pointer === undefined || bytes === null || typeof width !== 'number' || bytes <= width / 8) return [];
  const name = text.slice(pointer.span.start, pointer.span.end);
  const array = unaligned(text, name);
  if (array === null) return [];
  const right = `alignas(${bytes}) `;
  return [
    {
      span: array,
      message: `${thread.tiled.atom.operation.name} moves ${bytes} bytes of ${name} at once, aligned to as many: its elements are aligned to ${width / 8}`,
      fixes: [
        {
          title: `Align ${name} to ${bytes} bytes`,
          span: { start: array.start, end: array.start },
          newText: right,
        },
      ],
    },
  ];
}

export const arrayAlignment: Rule = {
  id: 'array-alignment',
  severity: 'information',
  title: 'An array without the alignment of its vectors',
  checkCall,
};
