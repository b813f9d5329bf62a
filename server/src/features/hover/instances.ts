// What a hover says of a template's value in its instantiations, where they differ.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Instance, SiteEvaluation } from '../../analysis/values/model.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { sceneOf } from '../../render/picture/scene-of.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { HoverContent } from './content.ts';

/** How many different values of a template are shown. */
const MAXIMUM_INSTANCES = 4;

const isValue = (value: Value | Failure): value is Value => !isFailure(value) && !(value instanceof Unknown);

/** The value in each of the first few instantiations; nothing where none of them has one. */
export function instancesOf({ instances = [] }: SiteEvaluation, style: TextStyle): HoverContent['instances'] {
  if (!instances.some((i) => isValue(i.value))) return [];
  const told = instances
    .slice(0, MAXIMUM_INSTANCES)
    .map(({ label, value }) => ({ label, text: outcomeText(value as Value, style) }));
  const more = instances.length - told.length;
  return more === 0 ? told : [...told, { label: `and ${more} more`, text: '…' }];
}

const sceneIn = ({ value }: Instance) => (isValue(value) ? sceneOf(value) : null);

/** The picture of the first instantiation that has one, and small ones of the next. */
export function pictureOfInstances({ instances = [] }: SiteEvaluation): HoverContent['picture'] {
  const [first, ...others] = instances.slice(0, MAXIMUM_INSTANCES).flatMap((instance) => {
    const scene = sceneIn(instance);
    return scene === null ? [] : [{ label: instance.label, scene }];
  });
  return first === undefined
    ? null
    : {
        scene: first.scene,
        alternative: `with ${first.label}: ${first.scene.title}`,
        label: first.label,
        others,
      };
}
