import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings, readSettings } from '../../server/src/workspace/settings/settings.ts';
import { settingsSchema } from '../../server/src/workspace/settings/settings-schema.ts';

test('defaults of the schema are of their own type and among their own choices', () => {
  for (const [key, property] of Object.entries(settingsSchema)) {
    assert.ok(key.startsWith('layoutLens.'), key);
    const type = Array.isArray(property.default) ? 'array' : typeof property.default;
    assert.equal(type, property.type, key);
    if (property.enum) assert.ok(property.enum.includes(property.default as string), key);
    assert.ok(property.markdownDescription.length > 10, key);
  }
});

test('nested, dotted and prefixed settings are the same', () => {
  for (const raw of [
    { hover: { picture: false } },
    { 'hover.picture': false },
    { 'layoutLens.hover.picture': false },
    { layoutLens: { hover: { picture: false } } },
  ])
    assert.equal(readSettings(raw).hover.picture, false, JSON.stringify(raw));
});

test('wrong entries fall back to their defaults', () => {
  const wrong: unknown[] = [
    null,
    7,
    'x',
    [],
    { hover: 'no', inlayHints: { maximumLength: 'wide' }, diagnostics: { run: 'never', severity: 3 } },
  ];
  for (const raw of wrong) assert.deepEqual(readSettings(raw), defaultSettings);
  for (const maximumLength of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    assert.deepEqual(readSettings({ inlayHints: { maximumLength } }), defaultSettings);
  assert.equal(readSettings({ inlayHints: { maximumLength: 1 } }).inlayHints.maximumLength, 8);
  assert.equal(readSettings({ inlayHints: { maximumLength: 20.5 } }).inlayHints.maximumLength, 20);
});

test('severities and parameters keep only what can be used', () => {
  const settings = readSettings({
    diagnostics: { severity: { 'over-tiling': 'off', overflow: 'loud', 'out-of-domain': 'hint' } },
    parameters: { kBlockM: 128, Element: 'half_t', Is_causal: true, Broken: {} },
  });
  assert.deepEqual(settings.diagnostics.severity, { 'over-tiling': 'off', 'out-of-domain': 'hint' });
  assert.deepEqual(settings.parameters, { kBlockM: '128', Element: 'half_t', Is_causal: 'true' });
});
