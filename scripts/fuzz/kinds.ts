// The kinds of fuzzing, by name.

import { editsKind, kernelEditsKind } from './edits.ts';
import { expressionsKind } from './expressions.ts';
import type { Kind, KindOptions } from './kind.ts';
import { protocolKind } from './protocol.ts';
import { sourcesKind } from './sources.ts';

interface KindEntry {
  /** What is counted. */
  readonly unit: string;
  /** A minute is too short for it. */
  readonly isLong: boolean;
  make(options: KindOptions): Kind<unknown>;
}

const entry = <I>(unit: string, make: (options: KindOptions) => Kind<I>, isLong = false): KindEntry => ({
  unit,
  isLong,
  make: make as (options: KindOptions) => Kind<unknown>,
});

export const kinds: Readonly<Record<string, KindEntry>> = {
  protocol: entry('messages', protocolKind),
  edits: entry('edits', editsKind),
  'kernel-edits': entry('edits', kernelEditsKind, true),
  sources: entry('mutations', sourcesKind),
  expressions: entry('expressions', expressionsKind),
};
