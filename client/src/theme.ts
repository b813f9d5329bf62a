// The editor's theme, which the server draws pictures for.

import { ColorThemeKind, window } from 'vscode';

const NAMES: Readonly<Record<ColorThemeKind, string>> = {
  [ColorThemeKind.Light]: 'light',
  [ColorThemeKind.Dark]: 'dark',
  [ColorThemeKind.HighContrast]: 'high-contrast',
  [ColorThemeKind.HighContrastLight]: 'high-contrast-light',
};

/** What the server calls it. */
export const themeName = (): string => NAMES[window.activeColorTheme.kind];
