/// @file
/// Definitions outside of their classes.
#include "awkward.hpp"
#include <algorithm>

using namespace std;

namespace outer {

Foo::Foo() = default;
Foo::Foo(Foo&& other) noexcept : number_(other.number_) {}
Foo::~Foo() {}
Foo& Foo::operator=(const Foo& other) { return *this; }
Foo::operator bool() const { return true; }
inline C10_API Foo::operator double() const { return 1; }
C10_API Foo Foo::make(int a, std::vector<int> b, Foo* c) { return Foo(a); }
template <> int Foo::convert<int>() const { return 1; }
const char* const Foo::kName = "foo";
template <typename Key, typename Value>
const typename Map<Key, Value>::Item& Map<Key, Value>::
operator[](size_t index) const {
  return items[index];
}
void detail::Impl::run() {
  struct Local { void method() {} };
  auto inner = [&](int x) { return x; };
  Foo vexing();
  using Alias = int;
  for (auto& x : values) { if (x) { continue; } }
}

class Here {
  void later();
  static int count;
};
void Here::later() {}
int Here::count = 0;

#if defined(WIDE)
class Wide : public Here {
#else
class Wide : public Foo {
#endif
  void shared_method();
};

Derived::Derived(int x)
    :
#ifdef FAST
      Base(x),
#endif
      x_(x) {
}

TEST_F(WideTest, Works) {
  if (true) { EXPECT_EQ(1, 1); }
}
BENCHMARK(bm_run)->Range(1, 2);
NAMESPACE_BEGIN(detail)
int after_macro() { return 1 < 2 && 3 > 2; }
NAMESPACE_END(detail)

class Widget : public QObject {
  Q_OBJECT
  Q_PROPERTY(int size READ size WRITE setSize)
 public:
  Widget();
  MACRO_WITHOUT_SEMICOLON(int)
  int size() const;
};

const char* raw = R"(
class InRaw { void f() {} };
)";
// class InComment { void f(); };
/* struct InBlock { int x; }; */
}  // namespace outer
