// The tests and the sources that they import, translated once: a process for each file that translates its imports anew
// takes longer than most tests.

import { readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { bundles } from '../build.mjs';
import { root } from './files.ts';

/** What is built, where it is not the sources as they are. */
interface Variant {
  readonly rewrite: (path: string, text: string) => string;
  /** What the bundles begin with. */
  readonly testsPrelude: string;
  readonly commandLinePrelude: string;
}

const AS_IT_IS: Variant = { rewrite: (_, text) => text, testsPrelude: '', commandLinePrelude: '' };

/** The sources as the bundle has them. A file's address stays that of its source: it finds what lies beside it. */
const sources = (rewrite: Variant['rewrite']): esbuild.Plugin => ({
  name: 'sources',
  setup(build) {
    // Programs of ours that are no part of what is tested stay files of their own.
    build.onResolve({ filter: /^\.{1,2}\/.*\.mjs$/ }, ({ path, resolveDir }) =>
      resolveDir.includes('node_modules')
        ? undefined
        : { path: pathToFileURL(join(resolveDir, path)).href, external: true },
    );
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = rewrite(relative(root, path), await readFile(path, 'utf8'));
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
});

/** A program that hands a function of this folder the test files, to be loaded when it wants them. */
const entry = (program: string, run: string, files: readonly string[]): string => {
  const loaded = files.map(
    (file) => `  ${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)}),`,
  );
  return `import { ${run} } from './scripts/testing/${program}';\n${run}({\n${loaded.join('\n')}\n});\n`;
};

/** The tests as files that Node's runner takes. */
export interface BuiltTests {
  /** A program for each group of test files. */
  readonly programs: readonly string[];
  /** The command line, for tests that start it as a process. */
  readonly commandLine: string;
}

/** The command line, for tests that start it as a process: as it is installed, small, which is read in less time. */
async function buildCommandLine(folder: string, { rewrite, commandLinePrelude }: Variant): Promise<string> {
  const [server] = bundles();
  await esbuild.build({
    ...server,
    minify: true,
    sourcemap: false,
    outdir: join(folder, 'server'),
    entryPoints: { cli: 'server/src/cli/cli.ts' },
    banner: { js: `${server.banner?.['js'] ?? ''}\n${commandLinePrelude}` },
    plugins: [sources(rewrite)],
  });
  return join(folder, 'server', 'cli.js');
}

/** The extension's bundles, for tests that load it as an editor does. */
async function buildExtension(folder: string, { rewrite, testsPrelude }: Variant): Promise<string> {
  const own = bundles().filter(({ entryPoints }) =>
    Object.keys(entryPoints as object).some((name) => name.startsWith('extension.')),
  );
  const outdir = join(folder, 'client');
  await Promise.all(
    own.map((options) =>
      esbuild.build({
        ...options,
        outdir,
        sourcemap: false,
        banner: { js: testsPrelude },
        plugins: [sources(rewrite)],
      }),
    ),
  );
  return outdir;
}

const STAND_IN = join(root, 'scripts/testing/registry.ts');

/** Groups of test files as programs, whose files declare their tests to a stand-in for Node's runner: see group.ts. */
const groupPrograms = (groups: readonly (readonly string[])[]): esbuild.Plugin => ({
  name: 'groups',
  setup(build) {
    const group = join(root, 'scripts/testing/group.ts');
    build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'group' }));
    build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({
      contents: entry('group.ts', 'runGroup', groups[Number(path)]!),
      resolveDir: root,
    }));
    build.onResolve({ filter: /^node:test$/ }, ({ importer }) =>
      importer === group ? undefined : { path: STAND_IN },
    );
  },
});

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
} as const;

/** Builds groups of test files, with what they share beside them, and the command line into a folder. */
export async function buildGroups(
  groups: readonly (readonly string[])[],
  folder: string,
): Promise<BuiltTests> {
  const [commandLine] = await Promise.all([
    buildCommandLine(folder, AS_IT_IS),
    esbuild.build({
      ...COMMON,
      entryPoints: groups.map((_, n) => ({ in: `group:${n}`, out: `group-${n}` })),
      outdir: folder,
      sourcemap: 'linked',
      plugins: [groupPrograms(groups), sources(AS_IT_IS.rewrite)],
    }),
  ]);
  return { programs: groups.map((_, n) => join(folder, `group-${n}.mjs`)), commandLine };
}

/** The tests as one program, which runs those that it is told to. */
export interface Program {
  /** Runs tests when it is told to by its parent process. */
  readonly tests: string;
  /** The command line, for tests that start it as a process. */
  readonly commandLine: string;
  /** The folder of the extension's bundles, for tests that load them. */
  readonly extension: string;
  /** What each test file was built from, with all that it imports: the same for the same. */
  readonly digests: ReadonlyMap<string, string>;
}

/** A built file's name has a digest of what is in it and in those that it imports. */
function digestsOf(files: readonly string[], { outputs }: esbuild.Metafile): ReadonlyMap<string, string> {
  const built = new Map(
    Object.entries(outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)]),
  );
  return new Map(files.map((file) => [file, built.get(file)!]));
}

/** Builds the tests as one program, the command line and the extension, into a folder. */
export async function buildTests(
  files: readonly string[],
  folder: string,
  variant: Variant,
): Promise<Program> {
  const [commandLine, extension, { metafile }] = await Promise.all([
    buildCommandLine(folder, variant),
    buildExtension(folder, variant),
    esbuild.build({
      ...COMMON,
      stdin: {
        contents: entry('worker.ts', 'serve', files),
        resolveDir: root,
        loader: 'js',
        sourcefile: 'tests.js',
      },
      outdir: join(folder, 'tests'),
      metafile: true,
      alias: { 'node:test': STAND_IN },
      banner: { js: variant.testsPrelude },
      plugins: [sources(variant.rewrite)],
    }),
  ]);
  const tests = join(folder, 'tests', 'stdin.mjs');
  return { tests, commandLine, extension, digests: digestsOf(files, metafile) };
}
