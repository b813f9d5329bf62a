// What the panel's page and the extension say to one another.

import type { CellWindow, PackedCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PictureView, TextFormat } from '../../../server/src/render/panel/view.ts';

export type ToPage =
  | { readonly kind: 'view'; readonly view: PictureView | null; readonly isPinned: boolean }
  /** What is shown may be out of date until the next view. */
  | { readonly kind: 'working' }
  /** `isOutdated`: what is shown stays so. */
  | { readonly kind: 'stopped'; readonly isOutdated: boolean }
  | { readonly kind: 'cells'; readonly id: number; readonly cells: PackedCells | null }
  | { readonly kind: 'edit-refused'; readonly message: string }
  | { readonly kind: 'told'; readonly message: string };

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
  | { readonly kind: 'instance'; readonly instance: number }
  | { readonly kind: 'cells'; readonly id: number; readonly picture: number; readonly window: CellWindow }
  | { readonly kind: 'edit'; readonly picture: number; readonly layout: string }
  | { readonly kind: 'copy'; readonly picture: number; readonly format: TextFormat }
  | { readonly kind: 'save'; readonly picture: number; readonly format: TextFormat }
  /** `bytes`: in base64. */
  | { readonly kind: 'save-png'; readonly name: string; readonly bytes: string };
