/** A package whose code is handed out. */
interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Everything of others in bundles, in the order of the names. `inputs`: the paths of what is in them, from the root. */
export function bundledPackages(
  metafiles: readonly { readonly inputs: Readonly<Record<string, unknown>> }[],
  root: string,
): readonly BundledPackage[];

/** The licences, one below the other. */
export function licencesText(packages: readonly BundledPackage[]): string;
