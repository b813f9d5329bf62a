// The readers of C++ that call each other, put together.

import type { Readers } from '../expressions/cursor.ts';
import { readExpression, readUnary } from '../expressions/expressions.ts';
import { readLambda } from '../expressions/lambdas.ts';
import { readPostfix } from '../expressions/postfix.ts';
import { readParameters } from './functions.ts';
import { readBlock } from './statements.ts';
import { readTemplateParameters } from './templates.ts';

export const READERS: Readers = {
  expression: readExpression,
  unary: readUnary,
  postfix: readPostfix,
  block: readBlock,
  lambda: readLambda,
  templateParameters: readTemplateParameters,
  parameters: readParameters,
};
