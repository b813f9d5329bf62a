// The modes of what functions of CuTe make of tensors, layouts and shapes that a template leaves open: as many as C++
// gives them whatever the parameters are, and nothing where that is not known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Symbolic } from '../../../server/src/evaluate/model/symbolic.ts';
import { openCpp } from './support.ts';

/** `tensor (?,…)` where more modes may follow. */
function partsText({ parts }: Symbolic): string {
  if (parts.kind === 'term') return parts.extent.text;
  const modes = [...parts.modes.map((m) => m.text), ...(parts.isOpenEnded === true ? ['…'] : [])];
  return `${parts.kind} (${modes.join()})`;
}

async function check(cases: Readonly<Record<string, string>>): Promise<void> {
  const expressions = Object.keys(cases);
  const document = await openCpp(`#include <cute/tensor.hpp>
using namespace cute;
template <class T, class L, class S, class Tile, int N> void f(T const& x, L const& l, S s, Tile tile) {
  auto two = x(_, _, 0);
  auto three = x(_, _, _, 0);
  auto layout = two.layout();
  auto shape = two.shape();
${expressions.map((text, i) => `  auto v${i} = ${text};`).join('\n')}
}
`);
  const found = expressions.map((text, i) => {
    const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === `v${i}`)!;
    const { value } = document.model.evaluate(site);
    return [text, value instanceof Symbolic ? partsText(value) : '-'];
  });
  document.dispose();
  assert.deepEqual(Object.fromEntries(found), cases);
}

test('modes taken, grouped and appended', () =>
  check({
    two: 'tensor (?,?)',
    three: 'tensor (?,?,?)',
    layout: 'layout (?,?)',
    shape: 'tuple (?,?)',
    'take<0,2>(three)': 'tensor (?,?)',
    'take<1,-1>(three)': 'tensor (?,?)',
    'take<1,1>(three)': '-',
    'take<2,1>(three)': '-',
    'take<-1,2>(three)': '-',
    'take<0,12>(s)':
      'tuple (size<0>(s),size<1>(s),size<2>(s),size<3>(s),size<4>(s),size<5>(s),size<6>(s),size<7>(s),size<8>(s),size<9>(s),size<10>(s),size<11>(s))',
    'take<0,13>(s)': '-',
    'group_modes<0,2>(three)': 'tensor (?,?)',
    'group_modes<1,-1>(three)': 'tensor (?,?)',
    'group_modes<1,1>(three)': '-',
    'group_modes<2,1>(three)': '-',
    'group_modes<1,1>(x)': '-',
    'group_modes<1,3>(x)': '-',
    'group_modes<0,12>(x)': '-',
    'group_modes<0,13>(x)': '-',
    'append<3>(layout, l)': 'layout (?,?,?)',
    'append<2>(s, _1{})': 'tuple (?,?)',
    'append<1>(s, _1{})': '-',
    'append<12>(s, _1{})': 'tuple (?,?,?,?,?,?,?,?,?,?,?,?)',
    'append<13>(s, _1{})': '-',
    'append<N>(s, _1{})': '-',
    'append<1>(layout, l)': '-',
    'append<15>(layout, l)': '-',
    'append(s, _1{})': 'tuple (…)',
    'append(s, s)': '-',
    'append(s)': '-',
    'append(shape, _4{})': 'tuple (?,?,_4)',
    'tuple_cat(shape, shape)': 'tuple (?,?,?,?)',
    'tuple_cat(shape, layout)': '-',
    'tuple_cat(shape, s)': '-',
    'make_shape(s, tile, _4{})': '-',
    'make_shape()': '-',
    'make_layout(shape)': 'layout (?,?)',
    'make_layout(layout, layout)': 'layout (?,?)',
    'make_layout(group_modes<0,2>(layout), group_modes<0,2>(layout))': 'layout (?,?)',
  }));

test('layouts and tensors divided and filtered', () =>
  check({
    'zipped_divide(two, tile)': 'tensor (?,?)',
    'zipped_divide(x, tile)': 'tensor (?,?)',
    'zipped_divide(x, make_tile(_8{}, _4{}))': 'tensor ((_8,_4),?)',
    'zipped_divide(two, make_tile(_8{}, _4{}))': 'tensor (?,?)',
    'zipped_divide(shape, make_tile(_8{}, _4{}))': '-',
    'zipped_divide(x)': '-',
    'tiled_divide(x, make_tile(_8{}, _4{}))': 'tensor ((_8,_4),?,?,…)',
    'flat_divide(x, make_tile(_8{}, _4{}))': 'tensor (_8,_4,?,?,…)',
    'logical_divide(two, make_tile(_8{}))': 'tensor (?,?)',
    'logical_divide(two, make_tile(_8{}, _4{}, _2{}))': '-',
    'logical_divide(two, layout)': 'tensor (?,?)',
    'local_tile(x, make_tile(_8{}, _4{}), make_coord(_, 0))': 'tensor (_8,_4,…)',
    'local_tile(x, tile, make_coord(_, 0))': '-',
    'local_tile(x, make_tile(_8{}, _4{}))': '-',
    'filter_zeros(two)': 'tensor (?,?)',
    'filter_zeros(layout, shape)': 'layout (?,?)',
    'filter_zeros(layout, shape, shape)': '-',
    'filter_zeros(x)': '-',
    'product_each(shape)': 'tuple (?,?)',
    'product_each(layout)': '-',
    'product_each(s)': '-',
    'coalesce(layout)': '-',
    'coalesce(layout, shape)': 'layout (?,?)',
    'coalesce(layout, s)': '-',
    'composition(l, layout)': 'layout (?,?)',
    'composition(l, l)': '-',
    'layout.template layout<1>()': '-',
    'layout.template shape<1>()': '-',
    'layout.template stride<1>()': '-',
    'layout.shape()': 'tuple (?,?)',
    'two.layout()': 'layout (?,?)',
    'x.layout()': '-',
    'x.shape()': '-',
    'x.template shape<0>()': '-',
    'x.shape(0)': '-',
    'x.data()': '-',
    'UMMA::tile_to_mma_shape(l, shape)': '-',
    'UMMA::tile_to_mma_shape(l, make_shape(make_shape(_8{}, _4{}), _2{}, _4{}))': 'layout ((_8,_4),_2,_4)',
    'UMMA::tile_to_mma_shape(l, s)': '-',
    'partition_shape_C(l, shape)': 'tuple (MMA,MMA_M,MMA_N)',
    'partition_shape_C(l, s)': 'tuple (MMA,MMA_M,MMA_N,…)',
    'partition_shape_C(l)': '-',
    'partition_fragment_C(l, shape)': 'tensor (MMA,MMA_M,MMA_N)',
  }));
