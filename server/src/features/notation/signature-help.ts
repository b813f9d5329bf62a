// textDocument/signatureHelp in `.layout` files: the ways of calling the function around the cursor, with what each
// parameter is.

import type { SignatureHelp, SignatureHelpParams, SignatureInformation } from 'vscode-languageserver';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { callAtEnd } from './call-at.ts';
import {
  NOTATION_FUNCTIONS,
  type NotationFunction,
  type ParameterList,
  parameterLists,
} from './functions.ts';
import { parameterDoc } from './parameter-words.ts';

/** `cute.composition` and `gl.BlockedLayout` are known by their last names. */
const functionNamed = (name: string): NotationFunction | undefined =>
  NOTATION_FUNCTIONS.find((f) => f.name === name) ??
  NOTATION_FUNCTIONS.find((f) => f.name === name.replace(/^.*\./, ''));

const isOpenEnded = (list: ParameterList): boolean => list.at(-1)?.endsWith('…') ?? false;

/** Which parameter an argument belongs to; null where there are more arguments than parameters. */
function activeOf(list: ParameterList, argument: number): number | null {
  if (argument < list.length) return argument;
  return isOpenEnded(list) ? list.length - 1 : null;
}

function informationOf({ name, doc }: NotationFunction, list: ParameterList): SignatureInformation {
  const open = `${name}(`;
  let label = open;
  const parameters = list.map((parameter, i) => {
    const start = label.length + (i === 0 ? 0 : 2);
    label += `${i === 0 ? '' : ', '}${parameter}`;
    const documentation = parameterDoc(parameter);
    return {
      label: [start, start + parameter.length] as [number, number],
      ...(documentation === null ? {} : { documentation }),
    };
  });
  return { label: `${label})`, documentation: doc, parameters };
}

export function answerSignatureHelp(
  { document, analysis }: ReadyDocument,
  { position }: SignatureHelpParams,
): SignatureHelp | null {
  if (document.dialect !== 'notation') return null;
  const call = callAtEnd(analysis.text.slice(0, document.offsetAt(position)));
  const found = call === null ? undefined : functionNamed(call.name);
  if (call === null || found === undefined) return null;
  const lists = parameterLists(found);
  const active = lists.findIndex((list) => activeOf(list, call.argument) !== null);
  const activeSignature = Math.max(0, active);
  const activeParameter = activeOf(lists[activeSignature] ?? [], call.argument);
  return {
    signatures: lists.map((list) => informationOf(found, list)),
    activeSignature,
    // One behind the last one says that there is none.
    activeParameter: activeParameter ?? lists[activeSignature]!.length,
  };
}
