// Which files the includes of a file mean. A view is put together again whenever more files have come, and goes over the
// includes of all files each time.

import type { PlacedInclude } from '../../analysis/imports/header-file.ts';
import type { IncludePaths, SearchPath } from './include-paths.ts';
import { isStandardHeader } from './include-resolver.ts';

/** An include that is followed. */
interface FollowedInclude {
  readonly include: PlacedInclude;
  /** See IncludePaths.resolve. */
  readonly uri: string | null | undefined;
}

interface Known {
  readonly from: string;
  readonly search: number;
  readonly version: number;
  readonly followLibrary: boolean;
  readonly includes: readonly FollowedInclude[];
  /** Whether it is known what each of them means. */
  readonly isComplete: boolean;
}

export class FollowedIncludes {
  readonly #paths: IncludePaths;
  readonly #known = new WeakMap<readonly PlacedInclude[], Known>();

  constructor(paths: IncludePaths) {
    this.#paths = paths;
  }

  /** Those of a file that are followed, in order. */
  of(
    includes: readonly PlacedInclude[],
    from: string,
    search: SearchPath,
    followLibrary: boolean,
  ): readonly FollowedInclude[] {
    const { version } = this.#paths;
    const known = this.#known.get(includes);
    const isSame =
      known !== undefined &&
      known.from === from &&
      known.search === search.id &&
      known.version === version &&
      known.followLibrary === followLibrary;
    if (isSame && known.isComplete) return known.includes;
    const before = isSame ? known.includes : this.#followed(includes, followLibrary);
    const now = before.map((each): FollowedInclude => {
      if (each.uri !== undefined) return each;
      const uri = this.#paths.resolve(search, from, each.include.path);
      return uri === undefined ? each : { include: each.include, uri };
    });
    const isComplete = now.every(({ uri }) => uri !== undefined);
    this.#known.set(includes, {
      from,
      search: search.id,
      version,
      followLibrary,
      includes: now,
      isComplete,
    });
    return now;
  }

  #followed(includes: readonly PlacedInclude[], followLibrary: boolean): readonly FollowedInclude[] {
    return includes
      .filter(({ path }) => !isStandardHeader(path) && (followLibrary || !path.startsWith('cute/')))
      .map((include) => ({ include, uri: undefined }));
  }
}
