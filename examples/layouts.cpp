// A tour of layouts in C++. Hover any name or expression; nothing here has been compiled.
//
// A layout maps coordinates to offsets: (4,8):(8,1) takes (i,j) to 8*i + 1*j.

#include <cute/tensor.hpp>

using namespace cute;

void reading(int m) {
    // The same 4 x 8 matrix, stored by rows and by columns. The inlay shows what make_layout chose.
    auto by_rows = make_layout(make_shape(Int<4>{}, Int<8>{}), LayoutRight{});
    auto by_columns = make_layout(make_shape(Int<4>{}, Int<8>{}));
    auto padded = Layout<Shape<_4, _8>, Stride<_9, _1>>{};

    // Coordinates are evaluated too: hover the call.
    auto offset = by_rows(2, 3);
    auto row = by_rows(2, _);

    // What is known only when the program runs stays a name.
    auto tall = make_layout(make_shape(m, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));
}

void operations() {
    // Rows 0 and 4 of a row-major matrix, and how that came about: see the hover's steps.
    using Matrix = Layout<Shape<_8, _16>, Stride<_16, _1>>;
    auto two_rows = composition(Matrix{}, Layout<Shape<_2, _16>, Stride<_4, _8>>{});

    // Tiles of 4 x 8: first the coordinate inside a tile, then which tile.
    auto tiles = zipped_divide(Matrix{}, make_tile(Int<4>{}, Int<8>{}));

    // What is left over, what undoes it, and what it simplifies to.
    auto rest = complement(Layout<_4, _2>{}, Int<32>{});
    auto undo = right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
    auto simple = coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{});

    // A 2 x 2 block repeated over a 3 x 4 grid.
    auto blocks = blocked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_3, _4>>{});

    // Swizzled shared memory: 8 rows of 64 halves, free of bank conflicts by column.
    auto shared = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
}

void mistakes() {
    auto outer = Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{};

    // Compiles, and computes something else than outer(inner(i)). The warning says where.
    auto wrong = composition(outer, Layout<_6, _3>{});

    // Does not compile: 6 elements do not fill whole modes of 4.
    auto refused = composition(outer, Layout<_6, _1>{});

    // Compiles: 12 elements in tiles of 5 become 15 coordinates, three of them out of bounds.
    auto rounded_up = logical_divide(Layout<_12, _1>{}, Layout<_5, _1>{});

    // Compiles, but hardly anything that uses it: the shape has two modes, the stride three.
    auto unequal = make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<1>{}, Int<4>{}, Int<32>{}));
}
