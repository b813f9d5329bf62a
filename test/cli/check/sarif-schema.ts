// Whether a log keeps to OASIS’s schema of SARIF 2.1.0.

import { readFileSync } from 'node:fs';
import { type Schema, Validator } from '@cfworker/json-schema';

const schema = JSON.parse(
  readFileSync(new URL('./sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8'),
) as Schema;

/** All faults, not the first alone. */
const validator = new Validator(schema, '4', false);

/** Where a log breaks the schema; empty for one that keeps to it. */
export const sarifFaults = (value: unknown): readonly string[] =>
  validator.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
