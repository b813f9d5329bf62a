#include "tiles.hpp"

using Narrow = Tiles<cute::half_t, 64, 32>;
using Wide = Tiles<float, 128, 64>;

Narrow::Vectors narrow;
Wide::Vectors wide;
