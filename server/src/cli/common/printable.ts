// What the command line writes: text of the user's code may hold anything, and a terminal obeys what it is told.

/**
 * Control characters but for line breaks and tabs, and those that turn the direction of text around, as `\u001b`. In
 * JSON that is what stands for them, so that it may be written like any other text.
 */
export const printable = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Text that is one line among others: a line break in it would begin a line that nobody has written. */
export const onOneLine = (text: string): string => printable(text.replace(/\s*[\r\n]+\s*/g, ' '));
