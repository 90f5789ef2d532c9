// SPDX-License-Identifier: MIT
#include "series.hpp"

#include <algorithm>

namespace windrose {

namespace {

/// A change of at least this many tenths of a hectopascal counts as a tendency.
constexpr std::int32_t tendency_threshold = 5;

Tendency tendency_between(std::int32_t first, std::int32_t last) {
    if (last - first >= tendency_threshold) {
        return Tendency::rising;
    }
    return first - last >= tendency_threshold ? Tendency::falling : Tendency::steady;
}

}  // namespace

void Series::add(const Frame& frame) { frames_.push(frame); }

FrameError Series::add(const std::string& sentence) {
    Frame frame;
    const FrameError error = parse_frame(sentence.c_str(), &frame);
    if (error == FRAME_OK) {
        add(frame);
    }
    return error;
}

Summary Series::summary() const {
    Summary summary;
    std::int64_t sum = 0;
    std::int64_t measured = 0;
    std::int32_t low = INT32_MAX;
    std::int32_t high = INT32_MIN;
    std::optional<std::int32_t> first_pressure;

    each([&](const Frame& frame) {
        ++summary.count;
        if (frame.celsius_tenths != FRAME_MISSING) {
            ++measured;
            sum += frame.celsius_tenths;
            low = std::min(low, frame.celsius_tenths);
            high = std::max(high, frame.celsius_tenths);
        }
        if (frame.pressure_tenths != FRAME_MISSING) {
            first_pressure = first_pressure.value_or(frame.pressure_tenths);
            summary.tendency = tendency_between(*first_pressure, frame.pressure_tenths);
        }
    });
    if (measured > 0) {
        summary.coldest = low / 10.0;
        summary.mean = static_cast<double>(sum) / static_cast<double>(measured) / 10.0;
        summary.warmest = high / 10.0;
    }
    return summary;
}

std::pair<Series, std::size_t> read_log(File& log) {
    Series series;
    std::size_t refused = 0;
    std::string line;
    line.reserve(FRAME_MAX);  // one allocation for the whole log
    while (log.read_line(line)) {
        refused += series.add(line) == FRAME_OK ? 0 : 1;
    }
    return {std::move(series), refused};
}

}  // namespace windrose
