// Starts the workbench in the page. `window.workbench` is VS Code's own interface to it, for the tests.

/* global require, webPackagePaths */
(async () => {
  const { origin, host } = window.location;
  const at = (URI, path) => URI.from({ scheme: 'http', authority: host, path });

  const paths = Object.fromEntries(
    Object.entries(webPackagePaths).map(([name, file]) => [
      name,
      `${origin}/static/node_modules/${name}/${file}`,
    ]),
  );
  require.config({ baseUrl: `${origin}/static/out`, recordStats: true, paths });
  const loadScript = (src) =>
    new Promise((done, failed) => {
      const script = document.createElement('script');
      Object.assign(script, { src, onload: done, onerror: failed });
      document.head.append(script);
    });
  await loadScript('/static/out/vs/workbench/workbench.web.main.nls.js');
  await loadScript('/static/out/vs/workbench/workbench.web.main.js');
  const { settings, open, test } = await (await fetch('/page.json')).json();

  require(['vs/workbench/workbench.web.main', 'vs/base/common/uri'], (workbench, { URI }) => {
    const folder = URI.from({ scheme: 'memory', path: '/examples' });
    window.workbench = workbench;
    window.openFile = (path) => workbench.commands.executeCommand('vscode.open', URI.joinPath(folder, path));
    workbench.create(document.body, {
      productConfiguration: {
        nameShort: 'Layout Lens',
        nameLong: 'Layout Lens in VS Code',
        applicationName: 'layout-lens-workbench',
        dataFolderName: '.layout-lens-workbench',
        version: '1.91.1',
        enableTelemetry: false,
      },
      webviewEndpoint: `http://{{uuid}}.${host.replace(/^[^.]+\./, '')}/static/out/vs/workbench/contrib/webview/browser/pre/`,
      additionalBuiltinExtensions: [at(URI, '/memory-files'), at(URI, '/extension')],
      workspaceProvider: { workspace: { folderUri: folder }, trusted: true, open: async () => true },
      // VS Code runs tests that lie within an extension under development.
      ...(test && {
        developmentOptions: {
          extensions: [at(URI, '/extension')],
          extensionTestsPath: at(URI, '/extension/suite.js'),
        },
      }),
      enableWorkspaceTrust: false,
      defaultLayout: { editors: open.map((path) => ({ uri: URI.joinPath(folder, path) })) },
      configurationDefaults: {
        'workbench.startupEditor': 'none',
        'workbench.tips.enabled': false,
        'editor.minimap.enabled': false,
        'files.autoSave': 'off',
        ...settings,
      },
    });
  });
})();
