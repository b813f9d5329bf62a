// What a hover says of the structs of CuTe DSL that lie in shared memory: of the struct, and of what allocates it.

import { allocatedStruct, structAt } from '../../analysis/document/dsl-storage.ts';
import { writtenCall } from '../../analysis/document/written/call.ts';
import type { DocumentModel, Site } from '../../analysis/values/model.ts';
import { type HoverContent, NO_CONTENT } from './content.ts';

/** Adds what the struct takes; a hover of that alone where there was none. */
export function withStorage(
  content: HoverContent | null,
  site: Site,
  model: DocumentModel,
): HoverContent | null {
  if (site.dialect !== 'python') return content;
  const call = writtenCall(site);
  const struct = call === null ? structAt(model, site) : allocatedStruct(model, call);
  if (struct === null) return content;
  const { bytes, alignment, open } = struct;
  const text =
    open.length === 0
      ? `${bytes} bytes, aligned to ${alignment}`
      : `at least ${bytes} bytes: the size of ${open.join(', ')} is not known`;
  const base = content ?? NO_CONTENT;
  return { ...base, more: [...base.more, { label: 'shared memory', text }] };
}
