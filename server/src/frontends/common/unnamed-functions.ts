// Functions that a Python program calls without naming them, by names that no program can write.

/** `f"{a}b"`: one text of texts and values. */
export const JOINED_TEXT = 'f"';
/** `rest` of `a, *rest, b = xs`: a list of the items from a place on, but for so many at the end. */
export const STARRED_ITEMS = '*=';
/** `case (a, b)`, `case (a, *b)`: whether a value is a sequence of so many items, or of as many and more. */
export const IS_SEQUENCE = 'case (';
