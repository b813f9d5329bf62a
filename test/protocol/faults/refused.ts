// What the protocol does not allow: it is answered with the protocol's own errors, and the server lives on.

import assert from 'node:assert/strict';
import type { Answer } from '../raw.ts';

export const SERVER_NOT_INITIALIZED = -32002;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL = -32603;

const JAVASCRIPT = /undefined|is not a function|\bnull\b|TypeError|Cannot read/;

export function refused(answer: Answer, code: number): void {
  assert.equal(answer.error?.code, code, JSON.stringify(answer));
  assert.doesNotMatch(answer.error.message, JAVASCRIPT);
}
