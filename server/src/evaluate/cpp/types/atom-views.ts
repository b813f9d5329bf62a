// Atoms and their tilings as templates with arguments, for patterns such as `TiledMMA<MMA_Atom<Op<A, B>>, Ms...>`.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { type AtomName, parseAtomName } from '../../../hardware/atom/name.ts';
import type { MmaAtom } from '../../../hardware/mma/mma-atom.ts';
import type { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { type Entity, LibraryType, type TemplateArguments } from '../../model/entity.ts';
import { TypeValue, type Value } from '../../model/value.ts';
import { cppValue } from './names.ts';

/** The operation of an atom as a type; null where its name has arguments that are not known here. */
function operationType(name: AtomName): TypeValue | null {
  const args = name.args.map(argumentOf);
  const known = args.filter((a) => a !== null);
  if (known.length < args.length) return null;
  if (known.length === 0) return new TypeValue(name.path, null);
  const complete = withDefaults(name.path, known);
  return complete === null ? null : new LibraryType(name.path, { template: name.path, args: complete });
}

/** The arguments with those that are left out; null where it is not known here which they are. */
function withDefaults(name: string, args: readonly Entity[]): readonly Entity[] | null {
  if (!/^SM100_MMA_(?:F16BF16|TF32|S8)_(?:2x1SM_)?SS$/.test(name) || args.length < 7) return null;
  return [...args, ...['ScaleIn::One', 'ScaleIn::One'].slice(args.length - 7)];
}

/** An argument of an operation: a number, an enumerator or the name of a type. */
function argumentOf(name: AtomName): Entity | null {
  if (name.args.length > 0) return null;
  if (/^-?\d+$/.test(name.path)) return new Dynamic(Number(name.path));
  if (name.path.includes('::')) return name.path;
  return cppValue([name.path]) ?? null;
}

/** `MMA_Atom<Operation>` */
export function mmaAtomView(atom: MmaAtom): TemplateArguments | null {
  const name = parseAtomName(atom.name);
  const operation = name === null ? null : operationType(name);
  return operation === null ? null : { template: 'MMA_Atom', args: [operation] };
}

/** `TiledMMA<Atom, AtomLayoutMNK, PermutationMNK>` */
export const tiledMmaView = ({ atom, atomLayoutMnk, permutations }: TiledMma): TemplateArguments => ({
  template: 'TiledMMA',
  args: [
    new TypeValue('MMA_Atom', atom),
    new TypeValue('Layout', atomLayoutMnk),
    new TypeValue('tuple', permutations as unknown as Value),
  ],
});
