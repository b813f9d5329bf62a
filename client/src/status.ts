// The entry of Layout Lens in the language status of an editor.

import { type Disposable, LanguageStatusSeverity, languages } from 'vscode';
import { LANGUAGES } from './languages.ts';

type ServerState = 'starting' | 'running' | 'stopped';

export interface Status extends Disposable {
  show(state: ServerState, version?: string): void;
}

export function createStatus(): Status {
  const item = languages.createLanguageStatusItem(
    'layoutLens.status',
    LANGUAGES.map((language) => ({ language })),
  );
  item.name = 'Layout Lens';
  let detail = '';
  return {
    show(state, version) {
      if (version) detail = version;
      item.busy = state === 'starting';
      item.severity = state === 'stopped' ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
      item.text = state === 'stopped' ? '$(error) Layout Lens' : '$(symbol-array) Layout Lens';
      item.detail =
        state === 'running' ? detail : state === 'starting' ? 'starting' : 'the server is not running';
      item.command =
        state === 'stopped'
          ? { command: 'layoutLens.restartServer', title: 'Restart server' }
          : { command: 'layoutLens.showOutput', title: 'Show output' };
    },
    dispose: () => item.dispose(),
  };
}
