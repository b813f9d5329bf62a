// Prints values for test/truth: each on a line of its own, `number JSON`, with their structure and static marks.
#pragma once
#include <cute/tensor.hpp>
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace truth {

template <class T> void write(T const& value);

template <class T> struct Constant : std::false_type {};
template <auto v> struct Constant<cute::C<v>> : std::true_type {};
template <class T, T v> struct Constant<std::integral_constant<T, v>> : std::true_type {};

template <class T> struct Layoutlike : std::false_type {};
template <class S, class D> struct Layoutlike<cute::Layout<S, D>> : std::true_type {};

template <class T> struct Pair : std::false_type {};
template <class A, class B> struct Pair<std::pair<A, B>> : std::true_type {};
template <class... T> struct Pair<std::tuple<T...>> : std::true_type {};

template <class T, std::size_t... I> void write_elements(T const& t, std::index_sequence<I...>) {
  using std::get;
  using cute::get;
  std::size_t n = 0;
  ((std::printf(n++ == 0 ? "" : ","), write(get<I>(t))), ...);
}

template <class T> void write_integer(char const* kind, T value) {
  if constexpr (std::is_same_v<T, bool>) std::printf("{\"%s\":%s}", kind, value ? "true" : "false");
  else if constexpr (std::is_signed_v<T>) std::printf("{\"%s\":\"%lld\"}", kind, (long long)value);
  else std::printf("{\"%s\":\"%llu\"}", kind, (unsigned long long)value);
}

template <class T> void write_printed(T const& value) {
  std::printf("{\"printed\":\"");
  cute::print(value);
  std::printf("\"}");
}

template <class T> struct Printed : std::false_type {};
template <auto v, int... N> struct Printed<cute::ScaledBasis<cute::C<v>, N...>> : std::true_type {};
template <int... N> struct Printed<cute::ScaledBasis<int, N...>> : std::true_type {};
template <int B, int M, int S> struct Printed<cute::Swizzle<B, M, S>> : std::true_type {};
template <class A, class O, class B> struct Printed<cute::ComposedLayout<A, O, B>> : std::true_type {};
template <> struct Printed<cute::Underscore> : std::true_type {};

template <class T> void write(T const& value) {
  using cute::is_tuple;
  if constexpr (Constant<T>::value) write_integer("static", T::value);
  else if constexpr (std::is_enum_v<T>) write_integer("enum", (std::underlying_type_t<T>)value);
  else if constexpr (std::is_integral_v<T>) write_integer("dynamic", value);
  else if constexpr (std::is_floating_point_v<T>) std::printf("{\"other\":\"%g\"}", (double)value);
  else if constexpr (Printed<T>::value) write_printed(value);
  else if constexpr (Layoutlike<T>::value) {
    std::printf("{\"shape\":");
    write(value.shape());
    std::printf(",\"stride\":");
    write(value.stride());
    std::printf("}");
  } else if constexpr (cute::is_tensor<T>::value) {
    std::printf("{\"tensor\":");
    write(value.layout());
    std::printf("}");
  } else if constexpr (Pair<T>::value) {
    std::printf("[");
    write_elements(value, std::make_index_sequence<std::tuple_size_v<T>>{});
    std::printf("]");
  } else if constexpr (is_tuple<T>::value) {
    std::printf("[");
    write_elements(value, std::make_index_sequence<cute::tuple_size<T>::value>{});
    std::printf("]");
  } else if constexpr (std::is_pointer_v<T>) std::printf("{\"other\":\"pointer\"}");
  else std::printf("{\"other\":\"object\"}");
}

/** Prints a value; the number that is returned makes an initialiser of it. */
template <class T> int value(int number, T const& found) {
  std::printf("%d ", number);
  write(found);
  std::printf("\n");
  return 0;
}

/** Prints what an object of a type holds, as far as the type says; run-time integers of it are not known. */
template <class T> int type(int number) {
  if constexpr (std::is_default_constructible_v<T>) return value(number, T{});
  std::printf("%d {\"other\":\"type\"}\n", number);
  return 0;
}

template <class T> int begin(T number) {
  std::printf("begin %d\n", int(number));
  std::fflush(stdout);
  return 0;
}

}  // namespace truth
