// The readers of C++ that call each other, put together.

import type { Readers } from './cpp-cursor.ts';
import { readExpression, readPostfix, readUnary } from './cpp-expressions.ts';
import { readParameters } from './cpp-functions.ts';
import { readLambda } from './cpp-lambdas.ts';
import { readBlock } from './cpp-statements.ts';
import { readTemplateParameters } from './cpp-templates.ts';

export const READERS: Readers = {
  expression: readExpression,
  unary: readUnary,
  postfix: readPostfix,
  block: readBlock,
  lambda: readLambda,
  templateParameters: readTemplateParameters,
  parameters: readParameters,
};
