// What the panel is told of a place in a document: the pictures, how their cells belong together, and the steps.

import type { OffsetFunction } from './offset-function.ts';
import type { CellWindow } from './packed-cells.ts';

/** As the protocol counts: from 0, in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface AxisView {
  readonly name: string;
  /** From the innermost mode to the outermost. */
  readonly extents: readonly number[];
  /** What stands beside the lines, where that is not their number. */
  readonly heads: readonly string[] | null;
}

/** Known extents, nested as the shape is. */
export type NestedExtents = number | readonly NestedExtents[];

/** What of a cell is compared: the index of its coordinate, or its offset. */
export type LinkedBy = 'index' | 'offset';

/** A cell belongs to those of picture `to` whose `other` is its `own`. */
export interface Link {
  readonly to: number;
  readonly own: LinkedBy;
  readonly other: LinkedBy;
}

/** One picture: a scene without its cells, and what these are worked out from. */
export interface PictureItem {
  readonly name: string;
  readonly notation: string;
  readonly description: string;
  readonly rows: AxisView;
  readonly columns: AxisView;
  readonly keys: 'amounts' | 'names';
  /** As in a scene; null for pictures that are none of a layout. */
  readonly index: { readonly row: number; readonly column: number } | null;
  readonly shape: NestedExtents | null;
  /** Null: the cells are asked for, window by window. */
  readonly offsets: OffsetFunction | null;
  /** Mode 0 counts threads and mode 1 their values. */
  readonly isThreadValue: boolean;
  /** Cells have a thread (their key), a warp (their group) and a value. */
  readonly hasThreads: boolean;
  /** Of an element, where the type is known. */
  readonly bits: number | null;
  readonly link: Link | null;
  /** The numbers of a layout that is written out, which can be changed. */
  readonly literal: { readonly shape: string; readonly stride: string } | null;
}

export interface StepView {
  readonly text: string;
  readonly source: string | null;
  readonly depth: number;
  /** Which of `made` the step has made. */
  readonly picture: number | null;
}

export interface PictureView {
  readonly uri: string;
  readonly version: number;
  readonly position: Place;
  /** The name or the source of what is shown. */
  readonly title: string;
  readonly value: readonly string[];
  readonly summary: string | null;
  readonly problem: string | null;
  /** The instantiations in which the value differs, and which one is shown. */
  readonly instances: readonly string[];
  readonly instance: number;
  /** The value itself, then what it is made of. Empty where nothing can be drawn. */
  readonly pictures: readonly PictureItem[];
  readonly steps: readonly StepView[];
  /** The layouts that steps have made; in links and requests they are counted on from `pictures`. */
  readonly made: readonly PictureItem[];
}

interface PictureParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Place;
  readonly instance?: number;
}

/** The parameters of the requests of the panel, by method. */
export interface PanelRequests {
  'layoutLens/picture': PictureParams;
  'layoutLens/pictureCells': PictureParams & {
    readonly version: number;
    readonly picture: number;
    readonly window: CellWindow;
  };
  'layoutLens/pictureText': PictureParams & {
    readonly version: number;
    readonly picture: number;
    readonly format: TextFormat;
  };
  'layoutLens/pictureEdit': PictureParams & {
    readonly version: number;
    readonly picture: number;
    readonly layout: string;
  };
}

/** What a picture is written as. */
export type TextFormat = 'svg' | 'tikz' | 'markdown' | 'layout';

/** The text edits that put another layout there, or why there are none. */
export type EditAnswer =
  | {
      readonly ok: true;
      readonly edits: readonly {
        readonly range: { readonly start: Place; readonly end: Place };
        readonly newText: string;
      }[];
    }
  | { readonly ok: false; readonly message: string };
