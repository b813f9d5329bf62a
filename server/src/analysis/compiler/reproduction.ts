// What a report of a difference needs: the declaration, what is shown of it, what the compiler says, and the versions.
// Nothing else of the user's code is in it.

import type { Confirmation } from './confirmation.ts';

interface Versions {
  /** Of Layout Lens. */
  readonly version: string;
  /** `g++ 12.2` */
  readonly compiler: string;
}

export function reproduction(
  text: string,
  { site, shown, types }: Pick<Confirmation, 'site' | 'shown' | 'types'>,
  { version, compiler }: Versions,
): string {
  const end = text.indexOf(';', site.valueSpan?.end ?? site.span.end);
  const start = text.lastIndexOf('\n', site.span.start) + 1;
  const declaration = text.slice(start, end < 0 ? text.length : end + 1).trim();
  return [
    `Layout Lens ${version} and ${compiler} differ.`,
    '',
    '```cpp',
    declaration,
    '```',
    '',
    `Layout Lens shows of ${site.name}: ${shown}`,
    ...types.map((type) => `${compiler} says: ${type}`),
    '',
  ].join('\n');
}
