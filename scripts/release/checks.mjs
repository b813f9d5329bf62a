// What has to hold before a version is released, and what is said of it.

/** The version of the changelog's first section, what stands in brackets behind it, and the section's text. */
export function topSection(changelog) {
  const match = /^## (\S+)(?: \(([^)\n]*)\))?[ \t]*\n((?:(?!## ).*(?:\n|$))*)/m.exec(changelog);
  if (match === null) return null;
  const [, version, remark = null, text] = match;
  return { version, remark, text: text.trim() };
}

/**
 * Why a version cannot be released; empty where it can. `versions`: what each manifest says, by its path.
 * `isRehearsal`: what is only done for a release may be open.
 */
export function faultsOf({ tag, versions, changelog, repository, isRehearsal }) {
  const [[first, version], ...others] = Object.entries(versions);
  const faults = others.flatMap(([path, other]) =>
    other === version ? [] : [`${path} has version ${other}, and ${first} ${version}`],
  );
  const section = topSection(changelog);
  if (section === null) faults.push('CHANGELOG.md has no section');
  else if (section.version !== version)
    faults.push(`CHANGELOG.md begins with ${section.version}, and the version is ${version}`);
  else if (section.text === '') faults.push(`CHANGELOG.md says nothing of ${version}`);
  if (isRehearsal) return faults;
  if (tag !== `v${version}`) faults.push(`the tag is ${tag}, and the version ${version}`);
  if (section?.remark === 'unreleased')
    faults.push(`CHANGELOG.md says that ${section.version} is unreleased`);
  if (repository === undefined)
    faults.push('LAYOUT_LENS_REPOSITORY is not set: the packages name no repository');
  return faults;
}
