// What a hover says, before it is written as Markdown or plain text.

import type { Step } from '../algebra/trace.ts';

export interface HoverContent {
  /** Language of the code block: the host's, so that the editor colours it. */
  readonly language: 'cpp' | 'python' | 'layout';
  /** The value as the host prints it, then a source form of it where that says something new. */
  readonly code: readonly string[];
  /** `8 × 64 · size 512 · cosize 512 · row-major, compact`. */
  readonly summary: string | null;
  /** What went wrong or is not known, as a paragraph. */
  readonly problem: string | null;
  /** The names on the way to what is not known, outermost first. */
  readonly chain: readonly string[];
  readonly picture: { readonly svg: string; readonly alternative: string } | null;
  readonly derivation: Derivation | null;
  /** `kBlockM = 128 (assumed here)`. */
  readonly parameters: readonly string[];
  readonly more: readonly { readonly label: string; readonly text: string; readonly code?: boolean }[];
  readonly links: readonly { readonly title: string; readonly target: string }[];
}

export interface Derivation {
  /** `composition(A, B)`. */
  readonly head: string;
  /** `A = (4,8):(8,1)`. */
  readonly args: readonly string[];
  readonly steps: readonly Step[];
}
