// The families of snippets, by name.

import { classes } from './families/classes.ts';
import { integers } from './families/integers.ts';
import { lambdas } from './families/lambdas.ts';
import { layouts } from './families/layouts.ts';
import { loops } from './families/loops.ts';
import { macros } from './families/macros.ts';
import { names } from './families/names.ts';
import { overloads } from './families/overloads.ts';
import { packs } from './families/packs.ts';
import { references } from './families/references.ts';
import { sequences } from './families/sequences.ts';
import { specialisations } from './families/specialisations.ts';
import { templates } from './families/templates.ts';
import { tensors } from './families/tensors.ts';
import { traits } from './families/traits.ts';
import { tuples } from './families/tuples.ts';
import type { Family } from './snippet.ts';

export const families: readonly Family[] = [
  classes,
  integers,
  lambdas,
  layouts,
  loops,
  macros,
  names,
  overloads,
  packs,
  references,
  sequences,
  specialisations,
  templates,
  tensors,
  traits,
  tuples,
];
