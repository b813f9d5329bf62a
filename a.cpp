#include "probe.hpp"
using namespace cute;
namespace snippet {
namespace a { struct Tag {}; constexpr auto f(Tag) { return _3{}; } }
struct Base { static constexpr int k = 4; constexpr int f(int n) const; template <int N> static constexpr auto g(); static int h; auto call() const { return f(2); } };
constexpr int Base::f(int n) const { return n * k; }
template <int N> constexpr auto Base::g() { return Int<N + k>{}; }
constexpr int h = 3;
int Base::h = 7;
template <class T> constexpr auto g(T) { return _9{}; }
inline void run() {
auto x = f(a::Tag{});
truth::value(0, x);
auto y = Int<h>{};
truth::value(1, y);
auto z = g(3);
truth::value(2, z);
auto w = Base::g<4>();
truth::value(3, w);
auto v = Int<Base{}.f(2)>{};
truth::value(4, v);
auto u = make_layout(Base::h);
truth::value(5, u);
auto s = Base{}.call();
truth::value(6, s);
}
}

int main(){ snippet::run(); }
