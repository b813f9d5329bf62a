// Which file an include means.

import { joinUri } from './header-source.ts';

/** Headers of the languages' own libraries: nothing in them makes a layout. */
export function isStandardHeader(path: string): boolean {
  if (!path.includes('.')) return !path.includes('/') || /^(?:cuda|cub|thrust|nv)\//.test(path);
  return /^(?:(?:std|string|math|limits|float|errno|assert|time|locale|signal|setjmp|ctype|wchar|inttypes|unistd|getopt|immintrin|xmmintrin|pthread|malloc|memory)\w*\.h|cuda\w*\.h(?:pp)?|(?:sys|cub|thrust|cooperative_groups|crt|nvtx3|cuda)\/.*|cooperative_groups\.h|(?:cublas|cusparse|curand|cufft|cudnn|nvrtc|nvToolsExt|device_|vector_|driver_|mma|sm_\d)\w*\.h)$/.test(
    path,
  );
}

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
  // Of several the one that shares the most folders with the includer, when it is alone in that.
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
