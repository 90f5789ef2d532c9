module;
#include <cassert>
export module shapes.round;

import std;
import <vector>;
import "legacy.hpp";
import :detail;
export import shapes.base;

export namespace shapes {
class Circle {
 public:
  double area() const;
};
}
export double pi();
export { int twice(int x); }
