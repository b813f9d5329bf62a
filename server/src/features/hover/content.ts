// What a hover says, before it is written as Markdown or plain text.

import type { Step } from '../../algebra/integer/trace.ts';
import type { Scene } from '../../render/picture/scene.ts';

export interface HoverContent {
  /** The value as the host prints it, in lines. */
  readonly value: readonly string[];
  /** A source form of it, where that says something new, with the language that an editor colours it in. */
  readonly form: { readonly language: 'cpp' | 'python'; readonly text: string } | null;
  /** The value in each instantiation of a template, where they differ. */
  readonly instances: readonly { readonly label: string; readonly text: string }[];
  /** `8 × 64 · size 512 · cosize 512 · row-major, compact`. */
  readonly summary: string | null;
  /** `(shape<0>(TileShape),Stages)`: of what is not known but for its modes. */
  readonly modes: string | null;
  /** What went wrong or is not known, as a paragraph. */
  readonly problem: string | null;
  /** That the value is less than it seems, as a paragraph: of a literal that is not compiled. */
  readonly standing: string | null;
  /** The names on the way to what is not known, outermost first. */
  readonly chain: readonly string[];
  readonly picture: Picture | null;
  readonly derivation: Derivation | null;
  /** What is not known, and what would supply it, a line each. */
  readonly open: readonly string[];
  /** `kBlockM = 128 (assumed here)`. */
  readonly parameters: readonly string[];
  readonly more: readonly { readonly label: string; readonly text: string; readonly code?: boolean }[];
  readonly links: readonly { readonly title: string; readonly target: string }[];
}

export interface Picture {
  readonly scene: Scene;
  /** What a reader without the picture is told that it is of. */
  readonly alternative: string;
  /** The instantiation that it is of, where values differ. */
  readonly label?: string;
  /** Those of other instantiations, which are drawn small. */
  readonly others?: readonly { readonly label: string; readonly scene: Scene }[];
}

export interface Derivation {
  /** `composition(A, B)`. */
  readonly head: string;
  /** The link to where it stands; null: there is none. */
  readonly target: string | null;
  /** `A = (4,8):(8,1)`, with the link to where `A` is declared. */
  readonly args: readonly { readonly text: string; readonly target: string | null }[];
  readonly steps: readonly Step[];
  /** What the operation does to its first layout; null where that is not drawn. Drawn only for who asks. */
  readonly scene?: () => Scene | null;
}

/** Nothing said. */
export const NO_CONTENT: HoverContent = {
  value: [],
  form: null,
  instances: [],
  summary: null,
  standing: null,
  modes: null,
  problem: null,
  chain: [],
  picture: null,
  derivation: null,
  open: [],
  parameters: [],
  more: [],
  links: [],
};

/** A scene as a hover's picture. */
export const pictured = (scene: Scene | null, alternative?: string): HoverContent['picture'] =>
  scene === null ? null : { scene, alternative: alternative ?? scene.title };
