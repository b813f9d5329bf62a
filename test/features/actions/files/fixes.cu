// What can be mended, and what may stand where a comment cannot.
#include <cute/tensor.hpp>
using namespace cute;

static constexpr int kTile = 5;
static constexpr int kShared = 7;
static constexpr int kTwice = kShared * 2;

void divides() {
  auto refused = logical_divide(Layout<Shape<_12, _8>, Stride<_7, _1>>{}, Int<64>{});
  auto named = logical_divide(Layout<_12, _1>{}, Int<kTile>{});
  auto shared = logical_divide(Layout<_24, _1>{}, Int<kShared>{});
  auto by_modes = zipped_divide(make_layout(make_shape(_24{}, Int<50>{})), make_tile(_12{}, _16{}));
  auto composed = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _1>{});
  auto wrong = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _3>{});
  auto quotient = shape_div(_8{}, _3{});
}

void strides(int m) {
  auto too_many = make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}, _2{}));
  auto too_few = Layout<Shape<_4, _8>, Stride<_1>>{};
  auto flat = make_layout(make_shape(4, make_shape(_2{}, _8{})), make_stride(_8{}, _1{}));
  auto commented = make_layout(make_shape(_4{}, _8{}));  // (4,16)
  auto ranks = make_layout(make_shape(_4{}, _8{}, _2{}));  // (M,N)
}

#define BROKEN \
  composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _3>{})

auto joined = zipped_divide( \
    make_layout(_12{}), make_layout(_5{}));
auto spread = zipped_divide(
    make_layout(make_shape(_12{})),
    logical_divide(make_layout(_12{}), Int<5>{}));
auto macro = BROKEN;

/*
 * The tile is logical_divide(12:1, 5) here, and (4,8):(1,2,3) is none.
 */
// composition((4,6,8):(2,3,5), 6:3) is wrong.
char const* text = R"(
  (4,8):(1,2,3)
)";
