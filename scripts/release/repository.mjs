// The repository that what is handed out names: LAYOUT_LENS_REPOSITORY, its address on GitHub. Nothing names one without.

/** Throws where the address is none of a repository on GitHub. */
export function repositoryGiven(address) {
  if (address === undefined || address === '') return undefined;
  const match = /^(https:\/\/github\.com\/[\w.-]+\/[\w.-]+?)(?:\.git|\/)?$/.exec(address);
  if (match === null) throw new Error(`LAYOUT_LENS_REPOSITORY is no repository on GitHub: ${address}`);
  return match[1];
}

/** Fields of a manifest. npm compares the first one with where a package was built, before it says so to its readers. */
export const repositoryFields = (repository) =>
  repository === undefined
    ? {}
    : {
        repository: { type: 'git', url: `git+${repository}.git` },
        bugs: { url: `${repository}/issues` },
        homepage: `${repository}#readme`,
      };
