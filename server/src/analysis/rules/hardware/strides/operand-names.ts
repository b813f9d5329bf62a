// What names of pointers and strides say of the operand that they are those of: `b_ptr`, `ldb`, `stride_bn`, `b_row_stride`.

/** Operands of products, and of attention: a stride along K is none of the operand K. */
const FAMILIES = ['ABCD', 'QKVO'];

const familyOf = (operand: string): string | undefined =>
  FAMILIES.find((letters) => letters.includes(operand));

/** Whether two letters, in capitals, are operands of one product. */
export const areOfOneProduct = (one: string, other: string): boolean =>
  familyOf(one) !== undefined && familyOf(one) === familyOf(other);

const POINTERS = [
  /^(?:(?:d|h|dev|device|gmem|global)_|[dgmp]|(?:ptr|tensor|block|matrix|mat)_?)?([A-Z])(?:_?(?:[pP]tr|pointer|data|dev|device|gmem|global))?$/,
  /^(?:(?:d|h|dev|device|gmem|global|ptr|tensor|block|matrix|mat)_|[gmp]|ptr)?([a-z])(?:_(?:data|dev|device|gmem|global)|_?(?:[pP]tr|pointer))?$/,
];

/** The letter of what a pointer is to, in capitals. */
export function pointedOperand(name: string): string | null {
  const found = POINTERS.map((form) => form.exec(name)?.[1]).find((operand) => operand !== undefined);
  return found?.toUpperCase() ?? null;
}

/** Between an operand and its mode nothing, or `_`; letters behind the mode say more of it. */
const STRIDES = [
  /^(?<before>ld_?)(?<operand>[a-zA-Z])(?<behind>)$/,
  /^(?<before>strides?_?)(?<operand>[A-DQKVO])(?<behind>)$/,
  /^(?<before>strides?_)(?<operand>[a-dqkvo])(?<behind>)$/,
  /^(?<before>)(?<operand>[A-DQKVO])(?<behind>_?(?:ld|(?:row_|head_|batch_)?strides?))$/,
  /^(?<before>)(?<operand>[a-dqkvo])(?<behind>_(?:ld|(?:row_|head_|batch_)?strides?))$/,
  /^(?<before>stride_?)(?<operand>[a-zA-Z])(?<behind>_?(?<mode>[a-zA-Z])(?![a-z])\w*)$/,
  /^(?<before>)(?<operand>[a-zA-Z])(?<behind>_stride_?(?<mode>[a-zA-Z])(?![a-z])\w*)$/,
];
/** CuTe's own name in C++; in Python it is a gradient. */
const OF_CUTE = /^(?<before>d)(?<operand>[A-DQKVO])(?<behind>)$/;

export interface StrideName {
  readonly name: string;
  /** In capitals. */
  readonly operand: string;
  /** The mode that it is named after, in small letters. */
  readonly mode: string | null;
  /** The name that the stride of another operand has. */
  readonly named: (operand: string) => string;
}

export function strideName(name: string, language: 'cpp' | 'python'): StrideName | null {
  const forms = language === 'cpp' ? [...STRIDES, OF_CUTE] : STRIDES;
  const found = forms.map((form) => form.exec(name)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { before = '', operand = '', behind = '', mode } = found;
  const isLower = operand === operand.toLowerCase();
  return {
    name,
    operand: operand.toUpperCase(),
    mode: mode?.toLowerCase() ?? null,
    named: (other) => `${before}${isLower ? other.toLowerCase() : other}${behind}`,
  };
}
