// The settings in the manifest, where each text is a key of the language packs, and their texts in English.

import type { settingsSchema } from '../../server/src/workspace/settings/settings-schema.ts';

type Schema = typeof settingsSchema;

/** `setting.hover.picture` for `layoutLens.hover.picture`. */
const keyOf = (name: string): string => name.replace(/^layoutLens\./, 'setting.');

/** The properties as package.json has them. */
export const settingsProperties = (schema: Schema): object =>
  Object.fromEntries(
    Object.entries(schema).map(([name, property]) => [
      name,
      {
        ...property,
        ...(property.enumDescriptions && {
          enumDescriptions: property.enum?.map((choice) => `%${keyOf(name)}.${choice}%`),
        }),
        markdownDescription: `%${keyOf(name)}%`,
      },
    ]),
  );

/** What the keys say in English. */
export const settingsTexts = (schema: Schema): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, { markdownDescription, enum: choices, enumDescriptions }]) => [
      [keyOf(name), markdownDescription],
      ...(enumDescriptions ?? []).map((text, at) => [`${keyOf(name)}.${choices?.[at]}`, text]),
    ]),
  );
