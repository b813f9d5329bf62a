// What tests read of checks.mjs.

export interface Section {
  readonly version: string;
  readonly remark: string | null;
  readonly text: string;
}

export function topSection(changelog: string): Section | null;
export function faultsOf(release: {
  readonly tag: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
  readonly repository: string | undefined;
  readonly isRehearsal: boolean;
}): readonly string[];
