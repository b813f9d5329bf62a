// The attributes of an object all at once, as a dictionary.

import { textOf } from './source.ts';
import type { PyNode } from './syntax/tree.ts';

/** The name under which all attributes of an object are assigned. */
export const ALL_ATTRIBUTES = '__dict__';

/**
 * The dictionary of an object's attributes, `o.__dict__` and `vars(o)`: whoever has it may assign any of them. That of the
 * arguments of the command line changes no other object.
 */
export const isAttributesOf = (node: PyNode, source: string): boolean =>
  (node.type === 'call' && /^vars\s*\((?!.*\.parse_args\()/.test(textOf(node, source))) ||
  (node.type === 'attribute' && /\b__dict__$/.test(textOf(node, source)));
