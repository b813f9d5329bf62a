// The part of the schema of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) that a log of findings can break: for each
// object its properties, those that it must have, and what they hold. No other property is allowed.

type Check = (value: unknown, at: string) => readonly string[];

const fault = (at: string, what: string): readonly string[] => [`${at}: ${what}`];

const text: Check = (v, at) => (typeof v === 'string' ? [] : fault(at, 'is no string'));
const truth: Check = (v, at) => (typeof v === 'boolean' ? [] : fault(at, 'is no boolean'));
const integerFrom =
  (least: number): Check =>
  (v, at) =>
    Number.isInteger(v) && (v as number) >= least ? [] : fault(at, `is no integer from ${least} on`);
const oneOf =
  (...values: readonly string[]): Check =>
  (v, at) =>
    values.includes(v as string) ? [] : fault(at, `is none of ${values.join(', ')}`);
const uri: Check = (v, at) =>
  typeof v === 'string' && URL.canParse(v) ? [] : fault(at, 'is no absolute URI');
const uriReference: Check = (v, at) =>
  typeof v === 'string' && v !== '' && URL.canParse(v, 'file:///') && !/[\s\\]/.test(v)
    ? []
    : fault(at, 'is no URI reference');
const list =
  (item: Check): Check =>
  (v, at) =>
    Array.isArray(v) ? v.flatMap((each, i) => item(each, `${at}[${i}]`)) : fault(at, 'is no array');
const map =
  (item: Check): Check =>
  (v, at) =>
    typeof v === 'object' && v !== null
      ? Object.entries(v).flatMap(([key, each]) => item(each, `${at}.${key}`))
      : fault(at, 'is no object');

const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (v, at) => {
    if (typeof v !== 'object' || v === null || Array.isArray(v)) return fault(at, 'is no object');
    const all: Readonly<Record<string, Check>> = { ...required, ...optional };
    const missing = Object.keys(required).flatMap((key) => (key in v ? [] : fault(at, `has no ${key}`)));
    const faults = Object.entries(v).flatMap(([key, value]) =>
      all[key] === undefined ? fault(at, `may not have ${key}`) : all[key](value, `${at}.${key}`),
    );
    return [...missing, ...faults];
  };

const LEVEL = oneOf('none', 'note', 'warning', 'error');
const message = object({ text });
const multiformat = object({ text }, { markdown: text });
const artifactLocation = object({}, { uri: uriReference, uriBaseId: text, description: message });
const one = integerFrom(1);
const region = object({}, { startLine: one, startColumn: one, endLine: one, endColumn: one });

const rule = object(
  { id: text },
  {
    name: text,
    shortDescription: multiformat,
    fullDescription: multiformat,
    help: multiformat,
    helpUri: uri,
    defaultConfiguration: object({}, { level: LEVEL }),
  },
);

const result = object(
  { message },
  {
    ruleId: text,
    ruleIndex: integerFrom(-1),
    level: LEVEL,
    locations: list(object({}, { physicalLocation: object({ artifactLocation }, { region }) })),
    partialFingerprints: map(text),
    baselineState: oneOf('new', 'unchanged', 'updated', 'absent'),
  },
);

const log = object(
  {
    version: oneOf('2.1.0'),
    runs: list(
      object(
        { tool: object({ driver: object({ name: text }, { version: text, rules: list(rule) }) }) },
        {
          results: list(result),
          columnKind: oneOf('utf16CodeUnits', 'unicodeCodePoints'),
          originalUriBaseIds: map(artifactLocation),
          invocations: list(
            object(
              { executionSuccessful: truth },
              { toolExecutionNotifications: list(object({ message }, { level: LEVEL })) },
            ),
          ),
        },
      ),
    ),
  },
  { $schema: uri },
);

/** Where a log breaks the schema; empty for one that keeps to it. */
export const sarifFaults = (value: unknown): readonly string[] => log(value, 'log');
