// By what the declarations of one template are known to be of one template.

import type { TemplateEntity } from './entity.ts';

/** A template of a namespace by its qualified name; a member by the class that it is in. */
export function templateKey({ name, env }: TemplateEntity): string {
  const path = [...env.unit.placed.namespace, name].join('::');
  return env.parent === null ? `::${path}` : `${env.id}::${path}`;
}
