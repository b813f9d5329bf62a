// Whose operations the notation's names are: C++ CuTe's, CuTe DSL's, or pycute's.

import { catalog } from '../../algebra/catalog/catalog.ts';
import { DSL_DIALECT } from '../../algebra/catalog/dialect.ts';
import type { Failure } from '../../algebra/integer/failure.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import type { Library } from '../model/library.ts';
import { Unknown, type Value } from '../model/value.ts';
import { callPycute, isPycute, pycuteBuiltin } from '../python/pycute/pycute.ts';

/** How a library of the notation differs from C++ CuTe's. */
interface NotationDialect {
  /** The operation of this name; `cpp` is C++ CuTe's. */
  readonly builtin: (path: readonly string[], cpp: Builtin | undefined) => Builtin | undefined;
  /** `L(coord)` */
  readonly call: (object: Value, call: BuiltinCall, cpp: Library['call']) => Value | Failure;
}

const inDsl = (call: BuiltinCall): BuiltinCall => ({ ...call, dialect: DSL_DIALECT });

const DIALECTS = {
  cute: {
    builtin: (_, cpp) => cpp,
    call: (object, call, cpp) => cpp(object, call),
  },
  dsl: {
    builtin: (_, cpp) => cpp && ((call) => cpp(inDsl(call))),
    call: (object, call, cpp) => cpp(object, inDsl(call)),
  },
  pycute: {
    builtin: (path, cpp) => {
      const [name] = path;
      if (path.length !== 1) return cpp;
      // A literal is what its constructor makes.
      const own = pycuteBuiltin(name === 'make_layout' ? 'Layout' : name!);
      if (own !== undefined) return own;
      return catalog.has(name!) ? () => new Unknown('unsupported', `pycute has no ${name}`) : cpp;
    },
    call: (object, call, cpp) => (isPycute(object) ? callPycute(object, call) : cpp(object, call)),
  },
} satisfies Record<string, NotationDialect>;

export type NotationDialectName = keyof typeof DIALECTS;

export const isNotationDialect = (name: string): name is NotationDialectName => Object.hasOwn(DIALECTS, name);

/** How a text of the notation is meant. */
export interface NotationReading {
  /** What an integer without `_` is; static when it is not said. */
  readonly unmarked?: 'static' | 'dynamic';
  /** Whose operations are called; C++ CuTe's when it is not said. */
  readonly library?: NotationDialectName;
}

/** The library with the operations of another one. */
export function libraryOf(cpp: Library, name: NotationDialectName): Library {
  const dialect: NotationDialect = DIALECTS[name];
  return {
    ...cpp,
    builtin: (path) => dialect.builtin(path, cpp.builtin(path)),
    call: (object, call) => dialect.call(object, call, cpp.call),
  };
}
