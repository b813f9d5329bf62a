// Which file an include means.

import { joinUri } from './source.ts';

const C_HEADERS = new Set(
  (
    'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic ' +
    'stdbool stddef stdint stdio stdlib string strings tgmath threads time uchar wchar wctype ' +
    'unistd getopt pthread malloc memory dlfcn fcntl immintrin xmmintrin emmintrin intrin'
  )
    .split(' ')
    .map((name) => `${name}.h`),
);

/** Headers of the CUDA toolkit. */
const CUDA_HEADERS =
  /^(?:(?:cub|thrust|cuda|nv|nvtx3|crt|cooperative_groups)\/.*|(?:cuda|cuda_[a-z0-9_]+|cuComplex|cudaTypedefs|cooperative_groups|cooperative_groups_\w+|cublas\w*|cusparse\w*|curand\w*|cufft\w*|cudnn\w*|nvrtc|mma|vector_types|vector_functions|device_launch_parameters|driver_types|math_constants|nvToolsExt)\.h(?:pp)?)$/;

/** Headers of the languages' own libraries and of CUDA: nothing in them makes a layout. */
export const isStandardHeader = (path: string): boolean =>
  C_HEADERS.has(path) || /^[a-z][a-z_0-9]*$/.test(path) || /^sys\//.test(path) || CUDA_HEADERS.test(path);

/**
 * The file that `path`, included from a file in `folder`, means: beside that file, in the include paths in order, and
 * last the one file of the workspace whose path ends so. Null: there is none, or several that may be meant. Undefined:
 * it is not known yet.
 */
export function resolveInclude(
  folder: string,
  path: string,
  includePaths: readonly string[],
  exists: (uri: string) => boolean | undefined,
  withSuffix: (path: string) => readonly string[] | undefined,
): string | null | undefined {
  if (path === '') return null;
  let isOpen = false;
  for (const base of [folder, ...includePaths]) {
    const uri = joinUri(base, path);
    const found = exists(uri);
    if (found === true && !isOpen) return uri;
    // Whether an earlier folder has it decides, so a later one has to wait.
    if (found === undefined) isOpen = true;
  }
  if (isOpen) return undefined;
  const suffix = path.replace(/^(?:\.{1,2}\/)+/, '');
  const found = withSuffix(suffix);
  if (found === undefined) return undefined;
  if (found.length <= 1) return found[0] ?? null;
  // The one of several that shares the most folders with the includer, when it is alone in that.
  const shared = found.map((uri) => commonFolders(uri, folder));
  const most = Math.max(...shared);
  const best = found.filter((_, i) => shared[i] === most);
  return best.length === 1 ? best[0]! : null;
}

function commonFolders(uri: string, folder: string): number {
  const a = uri.split('/');
  const b = folder.split('/');
  let n = 0;
  while (n < a.length - 1 && n < b.length && a[n] === b[n]) n++;
  return n;
}
