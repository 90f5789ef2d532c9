// SPDX-License-Identifier: MIT
#ifndef WINDROSE_RING_HPP
#define WINDROSE_RING_HPP

#include <array>
#include <cstddef>
#include <utility>

namespace windrose {

/// The last `Capacity` values of a stream, oldest first; it never allocates.
template <typename T, std::size_t Capacity>
class Ring {
    static_assert(Capacity > 0, "a ring holds at least one value");

public:
    /// Add a value; the oldest one gives way when the ring is full.
    void push(T value) {
        values_[(first_ + size_) % Capacity] = std::move(value);
        if (size_ < Capacity) {
            ++size_;
        } else {
            first_ = (first_ + 1) % Capacity;
        }
    }

    /// The value at `index`, where 0 is the oldest; `index` must be below `size()`.
    const T& operator[](std::size_t index) const { return values_[(first_ + index) % Capacity]; }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

private:
    std::array<T, Capacity> values_{};
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

}  // namespace windrose

#endif
