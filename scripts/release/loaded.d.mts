// What tests read of loaded.mjs.

export function loadedBy(folder: string, entries: readonly string[]): ReadonlySet<string>;
