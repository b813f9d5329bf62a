// What is set about included files.

export interface HeaderOptions {
  /** Folders, absolute or relative to a root of the workspace. */
  readonly includePaths: readonly string[];
  /** Also reads CuTe's own headers, whose names mean what the library documents all the same. */
  readonly followLibrary: boolean;
  readonly isEnabled: boolean;
}

export const defaultHeaderOptions: HeaderOptions = {
  includePaths: [],
  followLibrary: false,
  isEnabled: true,
};
