import type { BuildOptions } from 'esbuild';

/** The esbuild options of every bundle; the first is that of the server and the command line. */
export function bundles(options?: { readonly production?: boolean }): [BuildOptions, ...BuildOptions[]];

/** Where the files come from that lie beside the server's bundle, by their names. */
export const WASM_FILES: Readonly<Record<string, () => string>>;
