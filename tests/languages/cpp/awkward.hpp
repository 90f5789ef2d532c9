// The forms of C++ that are easy to get wrong.
#pragma once

#include <vector>
#include "base.hpp"

namespace outer {
namespace inner::deep { int in_deep(); }
inline namespace v1 { void in_version(); }
namespace {
int in_nameless();
}
namespace shorter = outer::inner::deep;

class Forward;
struct AlsoForward;
template <class T> class ForwardTemplate;

/// A base.
class C10_API Foo {
 public:
  Foo();
  /** Makes it of a number. */
  explicit Foo(int number) : number_(number), more_{number} {}
  Foo(const Foo&) = delete;
  Foo(Foo&& other) noexcept;
  virtual ~Foo() = default;
  Foo& operator=(const Foo& other);
  bool operator==(const Foo& other) const { return number_ == other.number_; }
  bool operator<(const Foo&) const;
  int operator()(int x) const;
  int& operator[](std::size_t at);
  explicit operator bool() const;
  operator const char*() const { return ""; }
  void* operator new(std::size_t size);
  void operator delete[](void* memory);
  static Foo make(int a = 1, std::vector<int> b = {}, Foo* c = nullptr);
  virtual int pure() const = 0;
  [[nodiscard]] auto trailing() const -> std::vector<std::pair<int, std::vector<int>>>;
  template <typename T> T convert() const;
  friend bool operator!=(const Foo& a, const Foo& b) { return !(a == b); }
  friend void befriended(Foo&);
  friend class Forward;
  using value_type = int;
  typedef long old_type;
  static constexpr int kLimit = 3;
  static const char* const kName;
  enum Color { Red, Green };
  enum class Mode : unsigned char { On = 1, Off };
  class Nested final {
    void inside();
    struct Deeper { int x; };
  };
  union Either { int i; float f; };
  int (*callback_)(int);
  int number_, more_;
  C10_DISABLE_COPY(Foo);
  MACRO_FIELD(int, size) = 3;
};

struct TORCH_API Bar final : public Foo, private Base<int> {
  using Foo::Foo;
  int pure() const override;
  void finish() const noexcept final {}
};
class C10_API OnlyDeclared;
class alignas(16) TORCH_API Aligned : Bar {};
class BASE_EXPORT ABC { ABC(int x); };
class Sealed MY_FINAL : public Foo {};
struct __attribute__((packed)) Packed { char c; };
enum class DLL_PUBLIC Level : int { Low, High };

template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
struct Box : Base<T> {
  T value;
  Box(T v) : value(v) {}
  T get() const;
};
template <> struct Box<void> {};
template <typename T> struct Box<T*> { T* value; };
template <> struct std::hash<Foo> { size_t operator()(const Foo&) const; };

template <typename T> T Box<T>::get() const { return value; }
template <class T>
template <class U>
U Convert<T>::apply(U u) { return u; }

template <typename T, FMT_ENABLE_IF(is_small<T>::value && !is_big<T>::value)>
FMT_CONSTEXPR auto constrained(T value) -> T { return value; }
template <class T> concept Small = sizeof(T) < 8;
template <class T> requires Small<T> void required(T);
template <class... Ts> void variadic(Ts&&... values);
template <class T> using Pointer = T*;
template <class T> constexpr bool is_small = false;
template <class T> inline constexpr bool is_big<T*> = true;
extern template class Box<int>;

FMT_API void exported();
FMT_API std::string exported_string(int a, int b);
static FMT_INLINE FMT_NORETURN void many_macros() {}
C10_DEPRECATED_MESSAGE("use the other") int deprecated();
std::vector<int> EXPORT_TAIL returned();
inline void attributed() LOCKS_EXCLUDED(mutex) {}
constexpr int kAnswer = 42;
inline const std::string kWord = "class InAString { void f(); };";
extern int shared;
using Callback = void (*)(int);
typedef void (*OldCallback)(int);
Foo& reference();
const Foo* const* pointers();
int (*returns_function(int))(double);
auto lambda = [](int x) { if (x) { return 1; } return 0; };

FMT_BEGIN_NAMESPACE
void in_macro_namespace();
FMT_END_NAMESPACE

extern "C" int linked(int);
extern "C" {
int also_linked(int);
}
}  // namespace outer
