// All of it compiles, and what is offered in it compiles too.
#include <cute/tensor.hpp>
using namespace cute;

static constexpr int kTile = 5;

using Atom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
using TileShape = Shape<_16, Int<8 * 2>>;

struct Traits {
  static constexpr int kRows = 64;
  using SmemLayout = Layout<Shape<_8, Int<kRows>>, Stride<Int<kRows>, _1>>;
};

void tiles(int m) {
  auto made = make_layout(make_shape(Int<Traits::kRows>{}, Int<25>{} + _3{}), LayoutRight{});
  auto nested = make_layout(make_shape(make_shape(_2{}, _4{}), _8{}), make_stride(make_stride(_1{}, _2{}), _8{}));
  auto flat = coalesce(nested);
  auto named = logical_divide(Layout<_12, _1>{}, Int<kTile>{});
  auto by_modes = zipped_divide(make_layout(make_shape(_24{}, Int<50>{})), make_tile(_12{}, _16{}));
  auto wrong = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _3>{});
  auto smem = typename Traits::SmemLayout{};
  auto rows = size<0>(smem) * _2{};
  auto count = int(size(smem)) + Traits::kRows;
  auto element = smem(2, 3);
  auto row = smem(1, _);
  auto open = make_layout(make_shape(m, _8{}));
  auto odd = make_layout(make_shape(Int<25>{} * _3{}, Int<11>{}));
  if (count > 3 && element != count) {
    auto inner = make_shape(_4{}, size<1>(smem));
    print(inner);
  }
}

int main() { tiles(4); }
