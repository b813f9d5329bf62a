// The names of atoms as users write them: `cute::MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>`,
// `SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>`, `Copy_Atom<SM75_U32x4_LDSM_N, half_t>`.

import type { StaticInt } from '../../algebra/integer/integer.ts';
import { plainTypeName } from './element-type.ts';

/** A name and its template arguments, which may be names with arguments again. */
export interface AtomName {
  /** The name with its namespaces: `SM90::GMMA::MMA_64x128x16_F32F16F16_SS`. */
  readonly path: string;
  readonly args: readonly AtomName[];
  /** Width of the type that the name stands for, where the reader knows it and its name does not say. */
  readonly bits?: StaticInt;
  /** Whether it is a template's type parameter. */
  readonly isParameter?: boolean;
}

/** Splits `A<B<C>,D>::E` at its template arguments; null when the brackets do not match. */
export function parseAtomName(text: string): AtomName | null {
  let at = 0;
  const source = text.replace(/\s+/g, ' ').trim();
  const blanks = () => {
    while (source[at] === ' ') at++;
  };
  const name = (): AtomName | null => {
    let path = '';
    while (at < source.length && !'<>,'.includes(source[at]!)) path += source[at++];
    path = path.trim();
    if (path === '') return null;
    const args: AtomName[] = [];
    if (source[at] === '<') {
      at++;
      blanks();
      if (source[at] !== '>') {
        for (;;) {
          blanks();
          const arg = name();
          if (arg === null) return null;
          args.push(arg);
          blanks();
          if (source[at] !== ',') break;
          at++;
        }
      }
      if (source[at] !== '>') return null;
      at++;
      blanks();
    }
    return { path: path.replace(/^typename /, ''), args };
  };
  const parsed = name();
  return at === source.length ? parsed : null;
}

/** The text of a name, without blanks. */
export const printAtomName = (name: AtomName): string =>
  name.args.length === 0 ? name.path : `${name.path}<${name.args.map(printAtomName).join(',')}>`;

/** `cute::SM80_CP_ASYNC_CACHEALWAYS` → `SM80_CP_ASYNC_CACHEALWAYS`; other namespaces stay. */
export const withoutCute = (path: string): string => plainTypeName(path);

/** Takes the wrappers `MMA_Atom<…>`, `MMA_Traits<…>` (or the copy ones) off; their further arguments go. */
export function unwrapAtomName(name: AtomName, wrappers: readonly string[]): AtomName {
  const inner = name.args[0];
  return inner !== undefined && wrappers.includes(withoutCute(name.path))
    ? unwrapAtomName(inner, wrappers)
    : name;
}

/** `GMMA::Major::MN`, `UMMA::Major::K` or `K` as an operand's majorness; null for anything else. */
export function majorOf(name: AtomName | undefined): 'K' | 'MN' | null {
  const last = name && name.args.length === 0 ? name.path.split('::').at(-1) : undefined;
  return last === 'K' || last === 'MN' ? last : null;
}
