// The attributes of an object all at once, as a dictionary.

import type { ScopeBuilder } from './scope.ts';
import { textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** The name under which all attributes of an object are assigned. */
export const ALL_ATTRIBUTES = '__dict__';

/**
 * The dictionary of an object's attributes, `o.__dict__` and `vars(o)`: whoever has it may assign any of them. That of the
 * arguments of the command line changes no other object.
 */
export const isAttributesOf = (node: PyNode, source: string): boolean =>
  (node.type === 'call' && /^vars\s*\((?!.*\.parse_args\()/.test(textOf(node, source))) ||
  (node.type === 'attribute' && /\b__dict__$/.test(textOf(node, source)));

/** Notes what a call of a method assigns: `o.__dict__.setdefault('n', 3)`, `vars(o).update(n=3)`. False: that is not all. */
export function assignsAttributes(object: PyNode, call: PyNode, into: ScopeBuilder, source: string): boolean {
  if (!isAttributesOf(object, source)) return false;
  const names = attributesAssigned(call, source);
  for (const name of names) into.noteAttribute(name, null);
  return !names.includes(ALL_ATTRIBUTES);
}

function attributesAssigned(call: PyNode, source: string): readonly string[] {
  const method = /\.(\w+)$/.exec(textOf(childOf(call, 'function') ?? call, source))?.[1];
  const args = childOf(call, 'arguments')?.children ?? [];
  const names =
    method === 'update' ? args.map((arg) => keywordOf(arg, source)) : [plainText(args[0], source)];
  return names.includes(null) ? [ALL_ATTRIBUTES] : names.filter((name) => name !== null);
}

const keywordOf = (arg: PyNode, source: string): string | null => {
  const name = arg.type === 'keyword_argument' ? childOf(arg, 'name') : undefined;
  return name === undefined ? null : textOf(name, source);
};

const plainText = (arg: PyNode | undefined, source: string): string | null =>
  arg === undefined ? null : (/^['"](\w+)['"]$/.exec(textOf(arg, source))?.[1] ?? null);
