// The operands of a product that tensors are, by their names.

/** The mode of (M,N,K) that each operand lacks. */
export const LACKS: Readonly<Record<string, number>> = { A: 1, B: 0, C: 2, D: 2 };
export const MODES = ['M', 'N', 'K'];

/** `mA`, `gB_nkl`, `tensor_C`, `A`: the operand that a tensor is, by its name; a name may say its modes otherwise. */
export function operandNamed(text: string): string | null {
  const found = /^(?:.*[.>])?(?:[mgst]|[mgst]?tensor_?|t_)?([ABCD])(?:_([a-z]+))?$/.exec(text);
  const [, operand, suffix = ''] = found ?? [];
  const said = /^([mnk]{2})l?$/.exec(suffix)?.[1]?.toUpperCase();
  if (operand === undefined || said === undefined) return operand ?? null;
  return said === MODES.filter((_, i) => i !== LACKS[operand]).join('') ? operand : null;
}

/** The name that a call gives its value to, `gB = local_tile(…)`; empty where there is none. */
const targetBefore = (text: string, at: number): string => {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /(\w+)\s*=\s*(?:[\w.]+(?:\.|::))?$/.exec(line)?.[1] ?? '';
};

/** The name that says which operand a tensor is: its own, or that of what is made of it. */
export function nameFor(given: string, text: string, at: number): string {
  return operandNamed(given) === null && /^\w+$/.test(given) ? targetBefore(text, at) : given;
}
