// Settings as the features read them. Whatever a client sends becomes a complete, valid value: a wrong
// entry falls back to its default, because a typing error in settings must not stop the server.

import type { HeaderOptions } from './header-options.ts';
import { settingsSchema } from './settings-schema.ts';

type Severity = 'error' | 'warning' | 'information' | 'hint';
type SeverityOverride = Severity | 'off';

export interface Settings {
  readonly diagnostics: {
    readonly run: 'onType' | 'onSave' | 'off';
    readonly severity: Readonly<Record<string, SeverityOverride>>;
  };
  readonly hover: { readonly picture: boolean; readonly derivation: boolean };
  readonly inlayHints: {
    readonly values: boolean;
    readonly offsets: boolean;
    readonly annotations: boolean;
    readonly maximumLength: number;
  };
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: HeaderOptions;
  /** Folders of packages. */
  readonly python: { readonly extraPaths: readonly string[] };
  /** A name or path; empty: none. */
  readonly compiler: string;
  readonly literals: { readonly languages: readonly string[] };
}

type Loose = Readonly<Record<string, unknown>>;
const isObject = (x: unknown): x is Loose => typeof x === 'object' && x !== null && !Array.isArray(x);

/** The value of a dotted key, whether the client nests objects or sends dotted keys, with or without the prefix. */
function lookUp(raw: Loose, key: string): unknown {
  for (const name of [key, `layoutLens.${key}`]) if (Object.hasOwn(raw, name)) return raw[name];
  let at: unknown = isObject(raw['layoutLens']) ? raw['layoutLens'] : raw;
  for (const part of key.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at;
}

function read<T>(raw: Loose, key: string): T {
  const property = settingsSchema[`layoutLens.${key}`]!;
  const value = lookUp(raw, key);
  const typeFits =
    property.type === 'object'
      ? isObject(value)
      : property.type === 'array'
        ? Array.isArray(value)
        : typeof value === property.type;
  if (!typeFits) return property.default as T;
  if (property.enum !== undefined && !property.enum.includes(value as string)) return property.default as T;
  if (property.type === 'number') {
    const n = value as number;
    if (!Number.isFinite(n)) return property.default as T;
    return Math.min(property.maximum ?? n, Math.max(property.minimum ?? n, Math.trunc(n))) as T;
  }
  return value as T;
}

const SEVERITIES: readonly unknown[] = ['error', 'warning', 'information', 'hint', 'off'];

const paths = (raw: Loose, key: string): readonly string[] =>
  read<readonly unknown[]>(raw, key).filter(
    (path): path is string => typeof path === 'string' && path !== '',
  );

export function readSettings(raw: unknown): Settings {
  const loose = isObject(raw) ? raw : {};
  const severity: Record<string, SeverityOverride> = {};
  for (const [rule, level] of Object.entries(read<Loose>(loose, 'diagnostics.severity')))
    if (SEVERITIES.includes(level)) severity[rule] = level as SeverityOverride;
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(read<Loose>(loose, 'parameters')))
    if (['string', 'number', 'boolean'].includes(typeof value)) parameters[name] = String(value);
  return {
    diagnostics: { run: read(loose, 'diagnostics.run'), severity },
    hover: { picture: read(loose, 'hover.picture'), derivation: read(loose, 'hover.derivation') },
    inlayHints: {
      values: read(loose, 'inlayHints.values'),
      offsets: read(loose, 'inlayHints.offsets'),
      annotations: read(loose, 'inlayHints.annotations'),
      maximumLength: read(loose, 'inlayHints.maximumLength'),
    },
    parameters,
    headers: {
      isEnabled: read(loose, 'headers.follow'),
      followLibrary: read(loose, 'headers.cute'),
      includePaths: paths(loose, 'includePaths'),
    },
    python: { extraPaths: paths(loose, 'python.extraPaths') },
    compiler: read<string>(loose, 'compiler').trim(),
    literals: {
      languages: read<readonly unknown[]>(loose, 'literals.languages').filter(
        (language): language is string => typeof language === 'string',
      ),
    },
  };
}

export const defaultSettings: Settings = readSettings({});
