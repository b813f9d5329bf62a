// What a hover says of a template's value in its instantiations, where they differ.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { isFullyKnown } from '../../analysis/values/instances.ts';
import type { DocumentModel, Instance, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { sceneOf } from '../../render/picture/scene-of.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { HoverContent, Picture } from './content.ts';

/** How many different values of a template are shown. */
const MAXIMUM_INSTANCES = 4;

const isValue = (value: Value | Failure): value is Value => !isFailure(value) && !(value instanceof Unknown);

/** The first few instantiations: those whose value is known before others, in the order of all. */
function firstOf(instances: readonly Instance[]): readonly Instance[] {
  const first = instances.toSorted((a, b) => Number(isValue(b.value)) - Number(isValue(a.value)));
  const kept = new Set(first.slice(0, MAXIMUM_INSTANCES));
  return instances.filter((i) => kept.has(i));
}

/** The value in each of the first few instantiations; nothing where none of them has one. */
export function instancesOf(
  { instances = [] }: Pick<SiteEvaluation, 'instances'>,
  style: TextStyle,
): HoverContent['instances'] {
  if (!instances.some((i) => isValue(i.value))) return [];
  const told = firstOf(instances).map(({ label, value }) => ({
    label,
    text: outcomeText(value as Value, style),
  }));
  const more = instances.length - told.length;
  return more === 0 ? told : [...told, { label: `and ${more} more`, text: '…' }];
}

/** The pictures of the first few that have one. */
const labelledScenes = (instances: readonly Instance[]): NonNullable<Picture['others']> =>
  firstOf(instances).flatMap(({ label, value }) => {
    const scene = isValue(value) ? sceneOf(value) : null;
    return scene === null ? [] : [{ label, scene }];
  });

/** The picture of the first instantiation that has one, and small ones of the next. */
export function pictureOfInstances({ instances = [] }: SiteEvaluation): Picture | null {
  const [first, ...others] = labelledScenes(instances);
  return first === undefined
    ? null
    : {
        scene: first.scene,
        alternative: `with ${first.label}: ${first.scene.title}`,
        label: first.label,
        others,
      };
}

/** The picture of the chosen instantiation, which comes first, with small ones of the others. */
export const withOtherPictures = (
  picture: Picture | null,
  [chosen, ...instances]: readonly Instance[],
): Picture | null =>
  picture === null || chosen === undefined
    ? picture
    : { ...picture, label: chosen.label, others: labelledScenes(instances) };

/** With the values in the rounds of the loops around, where they are not all the same. */
export function withRounds(evaluation: SiteEvaluation, site: Site, model: DocumentModel): SiteEvaluation {
  if (evaluation.chosen !== undefined || isFullyKnown(evaluation.value)) return evaluation;
  const instances = model.rounds(site);
  return instances.length < 2 ? evaluation : { ...evaluation, instances, isOfRounds: true };
}
