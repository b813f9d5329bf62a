// What tests read of vsix.mjs.

type Manifest = Readonly<Record<string, unknown>>;

export function manifestFor(manifest: Manifest, repository: string | undefined): Manifest;
export function withPicture(readme: string, read: (path: string) => Buffer): string;
