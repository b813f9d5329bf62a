// CuTe's functions on tuples that hold more than integers, at the ends of the tuples. Every expected value was printed
// by a compiled program.

import { test } from 'node:test';
import { printed } from '../cpp/support.ts';

test('parts at the ends of tuples', () =>
  printed([
    ['take<1,3>(make_tuple(_, 2, _3{}, _4{}))', '(2,_3)'],
    ['take<2,2>(make_tuple(_, 2, _3{}))', '()'],
    ['take<0,-1>(make_tuple(_, 2, _3{}))', '(_,2,_3)'],
    ['group<1,-1>(make_tuple(_, 2, _3{}))', '(_,(2,_3))'],
    ['group<0,3>(make_tuple(_, 2, _3{}))', '((_,2,_3))'],
    ['group<2,3>(make_tuple(_, 2, _3{}))', '(_,2,(_3))'],
    ['insert<3>(make_tuple(_, 2, _3{}), _9{})', '(_,2,_3,_9)'],
    ['insert<0>(make_tuple(_, 2), _9{})', '(_9,_,2)'],
    ['remove<1>(make_tuple(_, 2, _3{}))', '(_,_3)'],
    ['select<1,1>(make_tuple(_, 2, _3{}))', '(2,2)'],
    ['replace<2>(make_tuple(_, 2, _3{}), _)', '(_,2,_)'],
    ['prepend<3>(make_layout(_4{}), _)', '(_,_,_4:_1)'],
    ['append<1>(make_layout(_4{}), _)', '_4:_1'],
  ]));

test('parts that tuples do not have', () =>
  printed([
    ['take<1,4>(make_tuple(_, 2, _3{}))', 'unknown(unsupported)'],
    ['take<2,1>(make_tuple(_, 2, _3{}))', 'unknown(unsupported)'],
    ['group<2,4>(make_tuple(_, 2, _3{}))', 'unknown(unsupported)'],
    ['insert<4>(make_tuple(_, 2, _3{}), _9{})', 'unknown(unsupported)'],
    ['remove<3>(make_tuple(_, 2, _3{}))', 'unknown(unsupported)'],
  ]));

test('tuples side by side, and what is no tuple', () =>
  printed([
    ['zip(_4{})', '_4'],
    ['zip(_4{}, _5{})', '((_4,_5))'],
    ['zip(5, _6{}, 7)', '((5,_6,7))'],
    ['zip(make_tuple(_4{}, _5{}))', '((_4,_5))'],
    ['zip(make_tuple(make_tuple(_, 2)))', '((_),(2))'],
    ['zip(make_tuple(make_tuple(1, _2{}), make_tuple(3, 4)))', '((1,3),(_2,4))'],
    ['zip(make_tuple(_, 2), make_tuple(_3{}, _), make_tuple(5, 6))', '((_,_3,5),(2,_,6))'],
    ['zip(make_layout(_4{}), make_layout(_5{}))', '((_4,_5)):((_1,_1))'],
    ['tuple_cat(make_tuple(_4{}), make_tuple())', '(_4)'],
    ['tuple_cat()', '()'],
  ]));

test('coordinates that an identity layout gives are tuples', () =>
  printed([
    ['zip(make_identity_layout(make_shape(_2{}, _3{}))(1, 2), make_tuple(3, _4{}))', '((1,3),(2,_4))'],
    ['tuple_cat(make_identity_layout(make_shape(_2{}, _3{}))(1, 2), make_tuple(3, _4{}))', '(1,2,3,_4)'],
  ]));
