// The one schema of the settings. The manifest's `contributes.configuration.properties` is a copy of it,
// which a test compares; the server reads its defaults from here.

type SettingScope = 'window' | 'resource' | 'machine';

interface SettingProperty {
  readonly type: 'boolean' | 'string' | 'number' | 'object' | 'array';
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly scope: SettingScope;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
}

export const settingsSchema: Readonly<Record<`layoutLens.${string}`, SettingProperty>> = {
  'layoutLens.diagnostics.run': {
    type: 'string',
    enum: ['onType', 'onSave', 'off'],
    enumDescriptions: [
      'Check a file while it is typed.',
      'Check a file when it is opened and saved.',
      'Do not check files.',
    ],
    default: 'onType',
    scope: 'resource',
    markdownDescription: 'When layouts are checked.',
  },
  'layoutLens.diagnostics.severity': {
    type: 'object',
    additionalProperties: { type: 'string', enum: ['error', 'warning', 'information', 'hint', 'off'] },
    default: {},
    scope: 'resource',
    markdownDescription:
      'Severity by rule, for example `{ "over-tiling": "information", "out-of-domain": "off" }`. Rules that are not named keep their own severity.',
  },
  'layoutLens.hover.picture': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription: 'Show a picture of the layout in hovers.',
  },
  'layoutLens.hover.derivation': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription: 'Show in hovers, step by step, how a result came about.',
  },
  'layoutLens.inlayHints.values': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription: 'Show the value of a layout behind its declaration.',
  },
  'layoutLens.inlayHints.offsets': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription: 'Show the offset behind a layout that is called with a coordinate.',
  },
  'layoutLens.inlayHints.annotations': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription: 'Show extents beside the names in shape annotations such as `// (CPY,CPY_M,CPY_K)`.',
  },
  'layoutLens.inlayHints.maximumLength': {
    type: 'number',
    default: 36,
    minimum: 8,
    maximum: 200,
    scope: 'resource',
    markdownDescription:
      'Longest inlay label, in characters; the tooltip has the whole text. VS Code itself cuts labels at 43 characters a line.',
  },
  'layoutLens.parameters': {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    default: {},
    scope: 'resource',
    markdownDescription:
      'Values of names that the code leaves open, such as template parameters: `{ "kBlockM": 128, "Element": "half_t" }`. A `layout-lens: assume` comment takes precedence.',
  },
  'layoutLens.headers.follow': {
    type: 'boolean',
    default: true,
    scope: 'resource',
    markdownDescription:
      'Follow `#include`: names that included files declare get their values. A file that is not found is skipped.',
  },
  'layoutLens.headers.cute': {
    type: 'boolean',
    default: false,
    scope: 'resource',
    markdownDescription:
      'Also read the headers of CuTe itself (`cute/…`). What they define is known without reading them.',
  },
  'layoutLens.includePaths': {
    type: 'array',
    items: { type: 'string' },
    default: [],
    scope: 'resource',
    markdownDescription:
      'Folders to search for included files, absolute or relative to the workspace folder. The folder of the including file is searched before; after them come the include paths of `compile_commands.json`, and last any file of the workspace whose path ends with the included one.',
  },
  'layoutLens.python.extraPaths': {
    type: 'array',
    items: { type: 'string' },
    default: [],
    scope: 'resource',
    markdownDescription:
      'Folders to search for imported Python packages, absolute or relative to the workspace folder, such as the `site-packages` of an environment. The workspace itself is searched before; after them come the `extraPaths` of `pyrightconfig.json` or `pyproject.toml`. Modules are read, never run.',
  },
  'layoutLens.compiler': {
    type: 'string',
    default: '',
    scope: 'machine',
    markdownDescription:
      'A compiler, by its name or path (`g++`, `clang++`, `nvcc`), that the command *Layout Lens: Check with the Compiler* asks for types. Empty: none. It is asked by that command alone, only in trusted workspaces, and what it reads is never run.',
  },
  'layoutLens.literals.languages': {
    type: 'array',
    items: { type: 'string' },
    default: ['markdown', 'mlir', 'mojo', 'rust'],
    scope: 'window',
    markdownDescription:
      'Other languages in whose files layout literals are hovered, each on its own, as far as the editor sends such files. VS Code sends those that are named when the extension starts.',
  },
  'layoutLens.trace.server': {
    type: 'string',
    enum: ['off', 'messages', 'verbose'],
    default: 'off',
    scope: 'window',
    markdownDescription: 'Write the messages between editor and server to the output channel.',
  },
};
