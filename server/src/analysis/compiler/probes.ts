// The text that a compiler is asked with: the document's own, with a probe behind each declaration. A probe is a call of
// a deprecated function in a static_assert, so that the compiler's warning prints the type, and nothing else differs.
// Everything stays on its line.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { type Token, tokenize } from '../../frontends/cpp/text/tokens.ts';
import { maskCpp } from '../../syntax/cpp/mask.ts';
import type { DocumentModel, Site } from '../values/model.ts';

/** What stands before the text, in a file of its own. */
export const PROBE_HEADER = `#pragma once
#if !defined(__CUDACC__) && __has_include(<cuda_runtime.h>)
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#endif
#ifndef __CUDACC__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#ifndef __global__
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __forceinline__ inline
#endif
#endif
namespace layout_lens {
template <class T, T v> struct constant {};
template <int N, class T>
#ifdef __CUDACC__
__host__ __device__
#endif
[[deprecated]] constexpr bool probe() { return true; }
}
`;

export interface Probed {
  readonly text: string;
  /** The declarations by the numbers of their probes; of a constant both its type and its value are asked for. */
  readonly sites: readonly Site[];
}

/** The declarations among the sites that a probe can be put behind. */
export function probed(text: string, model: DocumentModel, wanted: readonly Site[]): Probed {
  const places = statementsIn(maskCpp(text).text);
  const sites: Site[] = [];
  const insertions: { readonly at: number; readonly text: string }[] = [];
  for (const site of wanted) {
    if (site.role !== 'declaration' || site.name === null || site.isEmbedded) continue;
    const statement = places(site.span.start);
    if (statement === null) continue;
    const operand = statement.isAlias ? site.name : `decltype(${site.name})`;
    const ask = (type: string): void => {
      insertions.push({
        at: statement.end,
        text: ` static_assert(::layout_lens::probe<${sites.length}, ${type}>(), "");`,
      });
      sites.push(site);
    };
    const { value } = model.evaluate(site, 'template');
    if (statement.isConstant && (value instanceof Dynamic || typeof value === 'boolean'))
      ask(`::layout_lens::constant<decltype(${site.name}), ${site.name}>`);
    else ask(operand);
  }
  let from = 0;
  let result = '';
  for (const { at, text: probe } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + probe;
    from = at;
  }
  return { text: result + text.slice(from), sites };
}

interface Statement {
  /** Behind its semicolon. */
  readonly end: number;
  readonly isAlias: boolean;
  readonly isConstant: boolean;
}

const OPENING = '([{';
const CLOSING = ')]}';

/** Finds the statement in braces that declares the name at an offset; null for what is none, as a parameter. */
function statementsIn(text: string): (offset: number) => Statement | null {
  const { tokens } = tokenize(text);
  const index = new Map(tokens.map((token, i) => [token.start, i]));
  const partner = partners(tokens);
  return (offset) => {
    const name = index.get(offset);
    if (name === undefined) return null;
    const begin = beginOf(tokens, partner, name);
    const end = begin === null ? null : endOf(tokens, partner, name);
    if (begin === null || end === null) return null;
    const before = tokens.slice(begin, name).map((token) => token.text);
    const [first = ''] = before;
    if (/^(?:template|friend|return|for|if|while|case|extern|asm)$/.test(first)) return null;
    return {
      end: tokens[end]!.end,
      isAlias: first === 'typedef' || first === 'using',
      isConstant: before.includes('constexpr'),
    };
  };
}

/** The other bracket of each bracket, by their indices. */
function partners(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== 'punctuation') return;
    if (OPENING.includes(text)) open.push(i);
    else if (CLOSING.includes(text)) {
      const at = open.pop();
      if (at === undefined) return;
      found.set(at, i).set(i, at);
    }
  });
  return found;
}

/** The first token of the statement; null where the next bracket around the name is no brace. */
function beginOf(
  tokens: readonly Token[],
  partner: ReadonlyMap<number, number>,
  name: number,
): number | null {
  let i = name - 1;
  // The names of a structured binding stand in brackets of their own.
  while (i >= 0 && (tokens[i]!.text === ',' || tokens[i]!.kind === 'name')) i--;
  if (tokens[i]?.text !== '[' || !/^(?:auto|&|&&|const)$/.test(tokens[i - 1]?.text ?? '')) i = name - 1;
  else i--;
  for (; i >= 0; i--) {
    const { text, kind } = tokens[i]!;
    if (kind !== 'punctuation') continue;
    if (text === ';' || text === '{' || text === '}') return i + 1;
    if (text === '(' || text === '[') return null;
    if (text === ':' && /^(?:public|private|protected)$/.test(tokens[i - 1]?.text ?? '')) return i + 1;
    if (text === ')' || text === ']') {
      const other = partner.get(i);
      if (other === undefined) return null;
      // `if (x) auto y = …;` declares nothing behind it.
      i = other;
    }
  }
  return 0;
}

/** The statement's semicolon. */
function endOf(tokens: readonly Token[], partner: ReadonlyMap<number, number>, name: number): number | null {
  let i = name + 1;
  while (tokens[i]?.text === ',' || (tokens[i]?.kind === 'name' && tokens[i - 1]?.text === ',')) i++;
  if (tokens[i]?.text !== ']') i = name + 1;
  else i++;
  for (; i < tokens.length; i++) {
    const { text, kind } = tokens[i]!;
    if (kind === 'end') return null;
    if (kind !== 'punctuation') continue;
    if (text === ';') return i;
    if (CLOSING.includes(text)) return null;
    if (OPENING.includes(text)) {
      const other = partner.get(i);
      if (other === undefined) return null;
      i = other;
    }
  }
  return null;
}
