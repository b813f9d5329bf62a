// What tests read of repository.mjs.

export function repositoryGiven(address: string | undefined): string | undefined;
export function repositoryFields(repository: string | undefined): Readonly<Record<string, unknown>>;
