// By what the declarations of one template are known to be of one template.

import type { TemplateEntity } from './entity.ts';

/** A template of a namespace by its qualified name; a member by the class that it is in. */
export function templateId({ name, frame }: TemplateEntity): string {
  const path = [...frame.unit.placed.namespace, name].join('::');
  return frame.parent === null ? `::${path}` : `${frame.id}::${path}`;
}
