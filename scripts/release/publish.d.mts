// What tests read of publish.mjs.

export const TARGETS: Readonly<
  Record<'npm' | 'marketplace' | 'open-vsx', (file: string) => readonly string[] | null>
>;
export function releasedFiles(folder: string): readonly string[];
