import type { Rule } from '../rule.ts';
import { checkExpectedBytes } from './expected-bytes.ts';

export const transactionBytes: Rule = {
  id: 'transaction-bytes',
  severity: 'warning',
  title: 'Other bytes than the barrier expects',
  description:
    'A transaction barrier is told how many bytes TMA copies bring, and those that arrive at it bring more or fewer: of elements rather than bytes, of all stages rather than one, of one operand rather than two. With too many expected bytes the wait never ends, with too few it ends before the data is there. Nothing is said of copies to several CTAs.',
  checkDocument: checkExpectedBytes,
};
