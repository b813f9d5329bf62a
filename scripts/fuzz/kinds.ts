// The kinds of fuzzing, by name.

import { editsKind } from './edits.ts';
import { expressionsKind } from './expressions.ts';
import type { Kind, KindOptions } from './kind.ts';
import { protocolKind } from './protocol.ts';
import { sourcesKind } from './sources.ts';

export interface KindEntry {
  /** What is counted. */
  readonly unit: string;
  make(options: KindOptions): Kind<unknown>;
}

const entry = <I>(unit: string, make: (options: KindOptions) => Kind<I>): KindEntry => ({
  unit,
  make: make as (options: KindOptions) => Kind<unknown>,
});

export const kinds: Readonly<Record<string, KindEntry>> = {
  protocol: entry('messages', protocolKind),
  edits: entry('edits', editsKind),
  sources: entry('mutations', sourcesKind),
  expressions: entry('expressions', expressionsKind),
};
