// The texts of a manifest: `%key%` in package.json stands for what package.nls.json, or the file of another language,
// says under that key.

const KEY = /^%([^%]+)%$/;

/** The keys of a manifest, in its order. */
export function keysIn(value) {
  if (typeof value === 'string') return KEY.exec(value)?.slice(1) ?? [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(keysIn) : [];
}

/** A manifest with its texts in place of their keys, as an editor reads it. */
export function withTexts(value, texts) {
  if (typeof value === 'string') {
    const key = KEY.exec(value)?.[1];
    return key === undefined ? value : (texts[key] ?? value);
  }
  if (Array.isArray(value)) return value.map((one) => withTexts(one, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, texts)]));
}
