export function keysIn(value: unknown): string[];
export function withTexts<T>(value: T, texts: Readonly<Record<string, string>>): T;
