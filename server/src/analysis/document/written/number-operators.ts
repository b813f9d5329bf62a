// What operators make of two numbers that are known: `/` of C++, `//` of Python.

type Operators<T> = Readonly<Record<string, (a: number, b: number) => T>>;

export const OPERATORS: Operators<number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '>>': (a, b) => a >> b,
  '<<': (a, b) => a << b,
  '^': (a, b) => a ^ b,
  '|': (a, b) => a | b,
};

export const COMPARISONS: Operators<boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
