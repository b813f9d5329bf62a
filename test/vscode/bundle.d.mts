/** Bundles suite.ts; the path of the result. */
export function bundleSuite(): Promise<string>;
