// What calls of Python do with lists that they are given, by the names of what is called.

import type { CallExpr } from '../../common/expression.ts';
import { dottedParts } from '../../common/expression-parts.ts';
import type { Declaration } from '../../common/scope.ts';
import { IS_SEQUENCE, JOINED_TEXT, STARRED_ITEMS } from '../../common/unnamed-functions.ts';

/** What `*args` and `**kwargs` hold. */
export const COLLECTED = 'collected arguments';

/** `*args` and `**kwargs` */
export const isCollecting = ({ init }: Declaration): boolean =>
  init?.kind === 'opaque' && init.reason === COLLECTED;

/** Functions of Python that hand out the items of what they are given, in something new. */
const COPIES: ReadonlySet<string> = new Set([
  ...'list tuple sorted reversed zip enumerate dict set map filter iter copy'.split(' '),
  STARRED_ITEMS,
]);

/** Functions whose result is a list, a dictionary or the like of its own. */
export const MAKES_LIST: ReadonlySet<string> = new Set([
  ...'list dict set sorted defaultdict deque'.split(' '),
  STARRED_ITEMS,
]);

/** Functions that keep nothing of what they are given. */
const READS: ReadonlySet<string> = new Set([
  ...'len int sum abs range isinstance str repr print bool any all divmod round float type id hash'.split(
    ' ',
  ),
  JOINED_TEXT,
  IS_SEQUENCE,
]);

/** Methods of texts, lists and dictionaries that keep nothing. */
export const READING = new Set(
  'join format split startswith endswith lower upper strip replace keys index count values items get'.split(
    ' ',
  ),
);

/** Those of them that hand out what a dictionary holds. */
export const HANDS_OUT = /^(?:values|items|get)$/;

/** Methods of kernels, tensors and tilings that keep nothing of a grid, a shape, an order or a type. */
const TENSOR_READING = new Set([
  ...'launch permute reshape view expand mark_compact_shape_dynamic'.split(' '),
  ...'allocate_tensor allocate_array get_tensor get_slice partition_A partition_B partition_C partition_S partition_D'.split(
    ' ',
  ),
]);

/** Whether a method that nobody here has written keeps nothing of what it is given. */
export const isReading = ({ callee }: CallExpr): boolean =>
  callee.kind === 'member' && (READING.has(callee.name.name) || TENSOR_READING.has(callee.name.name));

const LIBRARIES: ReadonlySet<string> = new Set([
  'cute',
  'cutlass',
  'math',
  'torch',
  'tl',
  'gl',
  'ttgl',
  'triton',
  'np',
]);

/** Methods of lists, dictionaries and sets that change them. */
export const CHANGING =
  /^(?:append|extend|insert|pop|remove|clear|sort|reverse|update|setdefault|popitem|add|discard|__setitem__|__delitem__)$/;

/** Whether a call keeps nothing of what it is given, and returns nothing of it. */
export const isRead = ({ callee }: CallExpr): boolean =>
  callee.kind === 'name' ? READS.has(callee.name) : LIBRARIES.has(dottedParts(callee)[0] ?? '');

/** Whether a call hands out the items of what it is given, in something new. */
export const isCopy = ({ callee }: CallExpr): boolean =>
  callee.kind === 'name'
    ? COPIES.has(callee.name)
    : callee.kind === 'member' && (callee.name.name === 'copy' || dottedParts(callee)[0] === 'itertools');
