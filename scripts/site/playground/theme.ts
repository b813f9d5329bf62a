// Light or dark: what the documentation's pages remember, else what the system prefers.

/** Where VitePress keeps what was chosen on its pages. */
const KEY = 'vitepress-theme-appearance';

type ThemeName = 'light' | 'dark';

const preferred = matchMedia('(prefers-color-scheme: dark)');

export function themeName(): ThemeName {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return preferred.matches ? 'dark' : 'light';
}

/** Puts the theme on a page: its root's class `dark`, and the class that the panel's page looks at. */
export function showTheme(page: Document): void {
  const isDark = themeName() === 'dark';
  page.documentElement.classList.toggle('dark', isDark);
  page.body.className = isDark ? 'vscode-dark' : 'vscode-light';
}

export function toggleTheme(): void {
  localStorage.setItem(KEY, themeName() === 'dark' ? 'light' : 'dark');
}

/** The system's theme has changed, or another page of this site has chosen one. */
export function onThemeChange(changed: () => void): void {
  preferred.addEventListener('change', changed);
  addEventListener('storage', changed);
}
