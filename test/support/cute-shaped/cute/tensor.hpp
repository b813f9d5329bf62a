// Declarations in the shape of CuTe's, enough to ask a compiler for types where CuTe itself is not at hand.
#pragma once

namespace cute {

template <auto v> struct C {
  static constexpr auto value = v;
};
template <int v> using Int = C<v>;
using _1 = C<1>;
using _4 = C<4>;
using _8 = C<8>;
using _16 = C<16>;
using _64 = C<64>;

template <class... T> struct tuple {};
template <class... T> using Shape = tuple<T...>;
template <class... T> using Stride = tuple<T...>;

template <class S, class D> struct Layout {};
template <int B, int M, int S> struct Swizzle {};
template <class A, class O, class L> struct ComposedLayout {};

template <class... T> constexpr tuple<T...> make_shape(T...) { return {}; }
template <class... T> constexpr tuple<T...> make_stride(T...) { return {}; }
template <class S, class D> constexpr Layout<S, D> make_layout(S, D) { return {}; }
template <int B, int M, int S, class A, class D>
constexpr ComposedLayout<Swizzle<B, M, S>, C<0>, Layout<A, D>> composition(Swizzle<B, M, S>, Layout<A, D>) {
  return {};
}
/** Not CuTe's: what the evaluator makes of this name is another layout. */
template <class S, class D> constexpr Layout<C<3>, C<7>> coalesce(Layout<S, D>) { return {}; }

}  // namespace cute
