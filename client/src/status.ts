// The entry of Layout Lens in the language status of an editor.

import { type Disposable, LanguageStatusSeverity, l10n, languages } from 'vscode';
import { LANGUAGES } from './languages.ts';

type ServerState = 'starting' | 'running' | 'stopped';

interface Counts {
  readonly known: number;
  readonly partly: number;
  readonly unknown: number;
}

export interface Status extends Disposable {
  /** How much of the file at hand is known; null: nothing is counted there. */
  count(counts: Counts | null): void;
  show(state: ServerState, version?: string): void;
}

export function createStatus(): Status {
  const item = languages.createLanguageStatusItem(
    'layoutLens.status',
    LANGUAGES.map((language) => ({ language })),
  );
  item.name = 'Layout Lens';
  let detail = '';
  let state: ServerState = 'starting';
  let counts: Counts | null = null;
  const draw = (): void => {
    item.busy = state === 'starting';
    item.severity = state === 'stopped' ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    const isCounted =
      state === 'running' && counts !== null && counts.known + counts.partly + counts.unknown > 0;
    item.text = state === 'stopped' ? '$(error) Layout Lens' : '$(symbol-array) Layout Lens';
    if (isCounted) item.text += ` ${countText(counts!)}`;
    item.detail =
      state === 'running'
        ? detail
        : state === 'starting'
          ? l10n.t('starting')
          : l10n.t('the server is not running');
    item.command =
      state === 'stopped'
        ? { command: 'layoutLens.restartServer', title: l10n.t('Restart server') }
        : isCounted
          ? { command: 'layoutLens.showReasons', title: l10n.t('Show reasons') }
          : { command: 'layoutLens.showOutput', title: l10n.t('Show output') };
  };
  return {
    show(now, version) {
      state = now;
      if (version) detail = version;
      draw();
    },
    count(now) {
      counts = now;
      draw();
    },
    dispose: () => item.dispose(),
  };
}

/** `12 known, 2 partly, 1 unknown`, without what there is none of. */
const countText = ({ known, partly, unknown }: Counts): string =>
  [
    l10n.t('{0} known', known),
    ...(partly > 0 ? [l10n.t('{0} partly', partly)] : []),
    ...(unknown > 0 ? [l10n.t('{0} unknown', unknown)] : []),
  ].join(', ');
