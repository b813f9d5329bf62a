// Where CUTLASS lies on this machine, when nobody has said so: in a submodule of the project, where a variable of the
// environment points, in an environment of Python or conda, or installed for everybody.

import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** A header that every version of CuTe has. */
const WITNESS = join('cute', 'layout.hpp');
/** Where projects keep the repositories that they are built with. */
const USUAL = [
  '.',
  '3rdparty',
  'third_party',
  'third-party',
  'external',
  'extern',
  'deps',
  'csrc',
  'submodules',
];
const VARIABLES = ['CUTLASS_PATH', 'CUTLASS_DIR', 'CUTLASS_HOME', 'CUTLASS_ROOT'];
const FOR_EVERYBODY = [
  '/usr/local/cutlass/include',
  '/opt/cutlass/include',
  '/usr/local/include',
  '/usr/include',
];
/** What packages of pip bring along, below `site-packages`. */
const PACKAGED = ['cutlass_library/source/include', 'flashinfer/data/cutlass/include', 'deep_gemm/include'];

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The include folder of the CUTLASS that is inside of a project; null where there is none. */
export async function cutlassOfProject(folder: string): Promise<string | null> {
  const listed = await readFile(join(folder, '.gitmodules'), 'utf8').catch(() => '');
  const submodules = [...listed.matchAll(/^\s*path\s*=\s*(\S*cutlass\S*)\s*$/gm)].map((match) => match[1]!);
  return firstOf(
    [...submodules, ...USUAL.map((at) => join(at, 'cutlass'))].map((at) => join(folder, at, 'include')),
  );
}

/** The include folder of the CUTLASS that is installed beside a project; null where there is none. */
export async function installedCutlass(
  folder: string,
  variables: Variables = process.env,
): Promise<string | null> {
  const named = VARIABLES.flatMap((name) => variables[name] ?? []);
  const prefixes = [
    join(folder, '.venv'),
    join(folder, 'venv'),
    ...['VIRTUAL_ENV', 'CONDA_PREFIX'].flatMap((name) => variables[name] ?? []),
  ];
  const packaged = (await Promise.all(prefixes.map(packagedBelow))).flat();
  return firstOf([...named.flatMap((at) => [join(at, 'include'), at]), ...packaged, ...FOR_EVERYBODY]);
}

/** Where an environment of Python or conda may hold it. */
async function packagedBelow(prefix: string): Promise<readonly string[]> {
  const lib = join(prefix, 'lib');
  const versions = (await readdir(lib).catch(() => [])).filter((name) => name.startsWith('python'));
  return [
    ...versions.flatMap((name) => PACKAGED.map((at) => join(lib, name, 'site-packages', at))),
    ...PACKAGED.map((at) => join(prefix, 'Lib', 'site-packages', at)),
    join(prefix, 'include'),
  ];
}

async function firstOf(candidates: readonly string[]): Promise<string | null> {
  for (const folder of candidates) if (await isThere(join(folder, WITNESS))) return folder;
  return null;
}

/** Whether something says how a project is compiled. */
export async function hasCompileCommands(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const builds = entries.filter((e) => e.isDirectory() && /^(?:cmake-)?(?:build|out)/.test(e.name));
  const found = await Promise.all(
    [folder, ...builds.map((e) => join(folder, e.name))].map((at) =>
      isThere(join(at, 'compile_commands.json')),
    ),
  );
  return found.includes(true);
}
