// Why some strides of a layout of CuTe DSL are shown as `?`.

import { type AnyLayout, Layout, VersionedLayout } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import type { HoverContent } from './content.ts';

/** The sentence on strides that differ between versions, and what C++ CuTe has. */
export function versionNotes(layout: AnyLayout): HoverContent['more'] {
  if (!(layout instanceof Layout)) return versionNotes(layout.inner);
  if (!(layout instanceof VersionedLayout)) return [];
  const cpp = printPlain(new Layout(layout.shape, layout.stride));
  return [
    {
      label: 'stride ?',
      text: `versions of CuTe DSL differ in the strides of modes of one element, on which no offset depends; C++ CuTe has ${cpp}`,
      code: false,
    },
  ];
}
