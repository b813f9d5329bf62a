// Strides of a tensor map that count elements, where nobody knows the numbers: the name of the row's length itself, or a
// leading dimension of a pointer to elements, as BLAS counts it.

import { elementType } from '../../../../hardware/atom/element-type.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callersOf } from '../../../indexing/callers.ts';
import type { Given } from '../../../indexing/given.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';

const CASTS = /^(?:static_cast|(?:cu)?u?int(?:32|64)_t|size_t|const_cast|reinterpret_cast)$/;
const MAXIMUM_DEPTH = 6;

/** `ld`, `lda`, `ld_in`, `leading_dim`. */
const LEADING = /^(?:ld[a-z]?|ld_(?!.*byte)\w+|lead(?:ing)?_dim(?:ension)?)$/;

const written = ({ text }: Given, { span }: Site): string => text.slice(span.start, span.end);

/** The name that stands there behind conversions, where it is given and not assigned; null for anything else. */
function nameAt(given: Given, site: Site, depth = 0): string | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const call = writtenCall(site);
  if (call !== null)
    return call.args.length === 1 && CASTS.test(call.name) ? nameAt(given, call.args[0]!, depth + 1) : null;
  const name = written(given, site).replace(/^\(\s*(?:(?:cu)?u?int(?:32|64)_t|size_t)\s*\)\s*/, '');
  if (!/^[A-Za-z_]\w*$/.test(name)) return null;
  const other = given.arguments.get(name) ?? initialiserOf(site);
  if (other !== null && other !== undefined) return nameAt(given, other, depth + 1);
  const code = functionCodeAt(site, given.text)?.code ?? '';
  const isAssigned = new RegExp(`\\b${escaped(name)}\\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)`).test(code);
  return isAssigned ? null : name;
}

/** The bytes of what the pointer that is handed over points to, by the parameter of the function around. */
function elementBytes(given: Given, pointer: Site): number | undefined {
  const name = /(\w+)\W*$/.exec(written(given, pointer))?.[1];
  const code = functionCodeAt(pointer, given.text)?.code;
  if (name === undefined || code === undefined) return undefined;
  const declared = [
    ...code.matchAll(
      new RegExp(
        `\\b(\\w+)(?:\\s+const)?\\s*\\*\\s*(?:const\\s+)?(?:__restrict__\\s+)?${escaped(name)}\\b`,
        'g',
      ),
    ),
  ];
  const bits = declared.length === 1 ? elementType(declared[0]![1]!)?.bits : undefined;
  return bits === undefined ? undefined : bits / 8;
}

/** Whether some caller of the file gives bytes for a parameter, or a comment says that it has them. */
function mayBeBytes(given: Given, site: Site, name: string): boolean {
  const isSaid = new RegExp(`\\b${escaped(name)}\\b[^\\n;{]*\\bbytes?\\b`, 'i').test(given.text);
  return (
    isSaid ||
    callersOf(given.model, site).some((caller) => {
      const argument = caller.given.get(name);
      return argument !== undefined && !/^\w+$/.test(written(given, argument));
    })
  );
}

interface CountsElements {
  readonly why: string;
  /** Whether it is by what the stride is called that it is told. */
  readonly isByName: boolean;
}

/** Why the stride of the rows counts elements of so many bytes; null: it does not, or that is not known. */
export function countedInElements(
  given: Given,
  stride: Site | undefined,
  length: Site | undefined,
  pointer: Site,
  bytes: number | undefined,
): CountsElements | null {
  if (stride === undefined || length === undefined || bytes === undefined || bytes === 1) return null;
  const name = nameAt(given, stride);
  if (name === null) return null;
  const said = `strides are in bytes, of which an element has ${bytes}`;
  if (nameAt(given, length) === name)
    return { why: `${said}: ${name} is the number of elements of a row`, isByName: false };
  if (given.arguments.size > 0 || !LEADING.test(name)) return null;
  return elementBytes(given, pointer) === bytes && !mayBeBytes(given, stride, name)
    ? { why: `${said}: ${name} is a leading dimension, in elements by its name`, isByName: true }
    : null;
}
