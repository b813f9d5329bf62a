// Conditions of the preprocessor around a declaration: whether its name may mean something else, and what is supposed
// where it is taken not to.

import type { Span } from '../../frontends/common/expression.ts';
import { fileEnd, fileOffset, fileSpan, toUnitOffset } from '../../frontends/common/gap-map.ts';
import type { ConditionalRegion } from '../../frontends/common/scope.ts';
import {
  areCompatible,
  isDefinedAndNot,
  isOfDeviceCode,
  type Supposition,
} from '../../syntax/cpp/preprocessor-condition.ts';
import { PACKED } from '../../syntax/cpp/preprocessor-lines.ts';
import type { UsedAssumption } from '../model/entity.ts';
import { scopePath, type UnitMemo } from '../model/environment.ts';
import type { FileView } from '../model/file.ts';
import { mayDiffer } from '../model/imports.ts';

interface GoverningCondition {
  /** The condition under which the name means something else; null: it means this, under the suppositions. */
  readonly condition: string | null;
  readonly suppositions: readonly Supposition[];
}

const NONE: GoverningCondition = { condition: null, suppositions: [] };

/** What stands in the way of a name that is declared at an offset of the unit's file. */
export function conditionAt(db: FileView, memo: UnitMemo, offset: number, name: string): GoverningCondition {
  const { regions, conditionals } = memo.file;
  if (regions.length === 0 && conditionals.length === 0) return NONE;
  const suppositions: Supposition[] = [];
  const isOpen = (region: ConditionalRegion, isOwn: boolean): boolean => {
    if (!mayDiffer(region, name)) return false;
    if (region.suppositions === null) return true;
    suppositions.push(...region.suppositions);
    return (
      !areCompatible(suppositions) ||
      region.suppositions.some((s) => s.kind === 'undefined' && isDefined(db, memo, s.name, isOwn))
    );
  };
  for (const region of regions)
    if (isOpen(region, false)) return { condition: region.condition, suppositions: [] };
  for (const region of conditionals) {
    if (region.start <= offset && offset < region.end && isOpen(region, true))
      return { condition: region.condition, suppositions: [] };
  }
  return suppositions.length === 0 ? NONE : { condition: null, suppositions };
}

/**
 * What stands in the way of a name that was found outside of the scope in which another branch of an `#if`, which is not
 * read, declares it: there it would hide what was found. `found`: where that is declared, as an offset of the same file;
 * null: in another file, in the library, or nowhere.
 */
export function hidingCondition(
  memo: UnitMemo,
  position: number,
  name: string,
  found: number | null,
): GoverningCondition {
  const { conditionals } = memo.file;
  if (conditionals.length === 0 || !declaredIn(conditionals).has(name)) return NONE;
  const { placed } = memo;
  const used = fileOffset(placed, position);
  const suppositions: Supposition[] = [];
  for (const region of conditionals) {
    if (!region.declared.has(name) || region.end > used) continue;
    const isInUnit = placed.start <= region.start && region.end <= fileEnd(placed);
    if (!isInUnit) {
      if (found !== null) continue;
    } else {
      const scope = scopePath(placed.unit.scope, toUnitOffset(placed, region.start)).at(-1)!;
      const around = fileSpan(placed, scope.span);
      if (scope.kind !== 'file' && !isIn(used, around)) continue;
      // In the scope itself, or further inside, it is what the branches agree on, or it hides theirs.
      if (found !== null && isIn(found, around)) continue;
    }
    if (region.suppositions === null) return { condition: region.condition, suppositions: [] };
    suppositions.push(...region.suppositions);
    if (!areCompatible(suppositions)) return { condition: region.condition, suppositions: [] };
  }
  return suppositions.length === 0 ? NONE : { condition: null, suppositions };
}

/**
 * Whether a part of a function's body is compiled or left out under a condition that is not decided here. What the
 * branch that is not read does to the variables nobody knows.
 */
export function hasUnknownConditionWithin({ file: home, placed }: UnitMemo, body: Span): boolean {
  if (home.conditionals.length === 0) return false;
  const { start, end } = fileSpan(placed, body);
  return home.conditionals.some(
    (r) => !r.isAlone && r.suppositions === null && start <= r.start && r.end <= end,
  );
}

/** What stands in the way of knowing which data members a class has; `body`: of its members. */
export function conditionOnMembers(db: FileView, memo: UnitMemo, body: Span): GoverningCondition {
  const { file: home, placed } = memo;
  const { start, end } = fileSpan(placed, body);
  const packed = conditionAt(db, memo, start, PACKED);
  if (packed.condition !== null) return packed;
  const suppositions: Supposition[] = [];
  for (const region of home.conditionals) {
    if (region.start < start || region.end > end) continue;
    const scope = scopePath(placed.unit.scope, toUnitOffset(placed, region.start)).at(-1)!;
    // What a function does says nothing of the members.
    if (scope.kind !== 'class') continue;
    if (region.suppositions === null) return { condition: region.condition, suppositions: [] };
    suppositions.push(...region.suppositions);
    if (
      !areCompatible(suppositions) ||
      region.suppositions.some((s) => s.kind === 'undefined' && isDefined(db, memo, s.name, true))
    )
      return { condition: region.condition, suppositions: [] };
  }
  return suppositions.length === 0 ? NONE : { condition: null, suppositions };
}

const declared = new WeakMap<readonly ConditionalRegion[], ReadonlySet<string>>();

/** Most names are declared in no such branch. */
function declaredIn(regions: readonly ConditionalRegion[]): ReadonlySet<string> {
  let names = declared.get(regions);
  if (names === undefined) {
    names = new Set(regions.flatMap((region) => [...region.declared]));
    declared.set(regions, names);
  }
  return names;
}

const isIn = (offset: number, { start, end }: Span): boolean => start <= offset && offset < end;

/** Whether something that is read defines a macro. What the file of the region defines before it is not supposed. */
function isDefined(db: FileView, unit: UnitMemo, name: string, isOwn: boolean): boolean {
  unit.nameDependencies.add(name);
  return db
    .declarationsNamed(name)
    .some(
      ({ memo, declaration }) => declaration.kind === 'macro' && !(isOwn && memo.file.uri === unit.file.uri),
    );
}

/** Whether what is supposed of macros on the way to a value cannot hold at once. */
export function isContradictory(parameters: readonly UsedAssumption[]): boolean {
  const said = parameters.filter(({ source }) => source === 'supposed');
  if (said.length < 2) return false;
  if (isDefinedAndNot(said.map(({ name, value }) => ({ name, text: value })))) return true;
  const supposed = said.flatMap(({ name, value }): readonly Supposition[] => {
    const [, sign, digits] = /^([≥=]) (\d+)$/.exec(value) ?? [];
    if (sign === undefined) return [];
    const least = Number(digits);
    return [
      { name, kind: 'device', text: value, range: [least, sign === '=' ? least : Number.POSITIVE_INFINITY] },
    ];
  });
  return supposed.length > 1 && !areCompatible(supposed);
}

/** Whether a value rests on what is compiled for a GPU alone. */
export const isDeviceOnly = (parameters: readonly Pick<UsedAssumption, 'name' | 'source'>[]): boolean =>
  parameters.some(({ name, source }) => source === 'supposed' && isOfDeviceCode(name));

/** What only the host does: launching kernels, and asking the runtime for memory and the like. */
const HOST_ONLY = /<<<|\bcuda(?:Malloc|Memcpy|FuncSetAttribute|StreamCreate|EventCreate|Occupancy)\w*\s*\(/;

/** Whether a unit is a function that certainly runs on the host. What is marked for the device is not told here. */
export const isHostCode = ({ placed: { unit, text } }: UnitMemo): boolean =>
  unit.scope.declarations.some(
    (d) => d.kind === 'function' && d.bodyScope !== null && (d.name === 'main' || HOST_ONLY.test(text)),
  );
