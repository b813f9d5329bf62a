// What a file's units say for the lookup of names: what they declare, the namespaces that they open, what is assumed.

import { pathText } from '../../frontends/common/expression-parts.ts';
import { addTo } from '../../frontends/common/lists.ts';
import { addNamespace } from '../../frontends/common/namespaces.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { FileAssumption, FileDeclaration } from '../model/file.ts';
import type { ImportedUnit, Imports } from '../model/imports.ts';

interface FileLookup {
  readonly names: ReadonlyMap<string, readonly FileDeclaration[]>;
  readonly namespaces: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
  readonly openedInFile: ReadonlySet<string>;
  readonly assumptions: readonly FileAssumption[];
}

export function lookupOf(
  memos: readonly UnitMemo[],
  imports: Imports | null,
  stateOf: (unit: ImportedUnit) => UnitMemo,
): FileLookup {
  const names = new Map<string, FileDeclaration[]>();
  const namespaces = new Set<string>(imports?.namespaces);
  const opened = new Set<string>(imports?.opened);
  const openedInFile = new Set(opened);
  const assumptions: FileAssumption[] = [];
  for (const { unit, directive } of imports?.assumptions ?? [])
    assumptions.push({ memo: stateOf(unit), directive });
  for (const memo of memos) {
    const { unit, namespace } = memo.placed;
    const path = namespace.join('::');
    addNamespace(namespaces, path);
    collect(memo, unit.scope, path, names);
    for (const using of unit.scope.usings ?? []) {
      opened.add(pathText(using));
      if (namespace.length === 0) openedInFile.add(pathText(using));
    }
    for (const directive of unit.directives)
      if (directive.kind === 'assume') assumptions.push({ memo, directive });
  }
  return { names, namespaces, opened, openedInFile, assumptions };
}

function collect(
  memo: UnitMemo,
  scope: Scope,
  namespace: string,
  names: Map<string, FileDeclaration[]>,
): void {
  for (const declaration of scope.declarations) {
    const entry = { memo, declaration, namespace };
    addTo(names, declaration.name, entry);
  }
  // Namespaces inside a unit, when a file could only be read as a whole.
  for (const child of scope.children) {
    if (child.kind !== 'namespace') continue;
    collect(memo, child, namespace === '' ? (child.name ?? '') : `${namespace}::${child.name ?? ''}`, names);
  }
}
