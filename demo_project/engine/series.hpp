// SPDX-License-Identifier: MIT
/// @file
/// Rolling statistics over the readings of a station.
#ifndef WINDROSE_SERIES_HPP
#define WINDROSE_SERIES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "file.hpp"
#include "frame.h"
#include "ring.hpp"

#if defined(_WIN32) && defined(WINDROSE_BUILD)
#define WINDROSE_API __declspec(dllexport)
#elif defined(_WIN32)
#define WINDROSE_API __declspec(dllimport)
#else
#define WINDROSE_API __attribute__((visibility("default")))
#endif

namespace windrose {

/// Which way the air pressure goes.
enum class Tendency { falling, steady, rising };

/// What a series says about its readings; temperatures are in degrees Celsius.
struct WINDROSE_API Summary {
    std::size_t count = 0;
    std::optional<double> coldest;
    std::optional<double> mean;
    std::optional<double> warmest;
    Tendency tendency = Tendency::steady;
};

/// The readings of one station during its last day.
class WINDROSE_API Series {
public:
    /// One reading every ten minutes.
    static constexpr std::size_t readings_per_day = 144;

    /// Add a reading that is already decoded.
    void add(const Frame& frame);

    /// Decode a sentence and add it; anything but FRAME_OK leaves the series as it was.
    FrameError add(const std::string& sentence);

    /// Compute the statistics of the readings that the series holds.
    Summary summary() const;

    /// Call `visit` with every reading, oldest first.
    template <typename Visitor>
    void each(Visitor&& visit) const {
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            visit(frames_[i]);
        }
    }

private:
    Ring<Frame, readings_per_day> frames_;
};

/// Read a log of sentences; returns the series and how many lines were refused.
WINDROSE_API std::pair<Series, std::size_t> read_log(File& log);

}  // namespace windrose

#endif
