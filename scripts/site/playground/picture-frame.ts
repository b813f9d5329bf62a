// Stands in, on the panel's page, for the editor that it runs in: what it says goes to the page around it.

import type { FromPage } from '../../../client/src/panel/messages.ts';
import { onThemeChange, showTheme } from './theme.ts';

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: FromPage) => parent.postMessage(message, location.origin),
  }),
});
const show = (): void => showTheme(document);
show();
onThemeChange(show);
