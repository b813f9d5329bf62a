// A template in a header: what it holds is said by the files that instantiate it, here tiles.cu.
#pragma once
#include <cute/tensor.hpp>

template <class Element, int kRows, int kColumns>
struct Tiles {
  static constexpr int kVector = 16 / sizeof(Element);
  using Rows = cute::Layout<cute::Shape<cute::Int<kRows>, cute::Int<kColumns>>, cute::Stride<cute::Int<kColumns>, cute::_1>>;
  using Vectors = decltype(cute::logical_divide(Rows{}, cute::Shape<cute::_1, cute::Int<kVector>>{}));
};
