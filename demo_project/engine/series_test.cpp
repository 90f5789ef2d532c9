// SPDX-License-Identifier: MIT
// Checks of the statistics engine: `series_test ../data/vectors.txt`.
#include "series.hpp"

#include <cmath>
#include <iostream>
#include <vector>

namespace {

int failures = 0;

/// Report a check that does not hold, with the line that it stands on.
#define EXPECT(condition)                                                    \
    do {                                                                     \
        if (!(condition)) {                                                  \
            std::cerr << __FILE__ << ':' << __LINE__ << ": " #condition "\n"; \
            ++failures;                                                      \
        }                                                                    \
    } while (false)

void ring_forgets_the_oldest() {
    windrose::Ring<int, 3> ring;
    for (int value : {1, 2, 3, 4}) {
        ring.push(value);
    }
    EXPECT(ring.size() == 3);
    EXPECT(ring[0] == 2);
    EXPECT(ring[2] == 4);
}

void summary_skips_missing_values() {
    windrose::Series series;
    for (const auto& [celsius, pressure] : std::vector<std::pair<std::int32_t, std::int32_t>>{
             {-20, 10100}, {FRAME_MISSING, 10110}, {40, FRAME_MISSING}}) {
        series.add(Frame{"BGO01", 0, celsius, 80, pressure});
    }
    const windrose::Summary summary = series.summary();
    EXPECT(summary.count == 3);
    EXPECT(summary.coldest == -2.0);
    EXPECT(summary.warmest == 4.0);
    EXPECT(summary.mean && std::abs(*summary.mean - 1.0) < 1e-9);
    EXPECT(summary.tendency == windrose::Tendency::rising);
}

void an_empty_series_has_no_temperature() {
    EXPECT(!windrose::Series{}.summary().mean);
}

void sentences_are_decoded() {
    windrose::Series series;
    EXPECT(series.add("$WX,BGO01,1718000000,12.5,81,1013.2*39") == FRAME_OK);
    EXPECT(series.add("$WX,BGO01,1718000000,12.5,81,1013.2*3A") == FRAME_BAD_CRC);
    EXPECT(series.summary().count == 1);
}

void lines_that_are_no_sentences_are_refused(const char* path) {
    windrose::File log(path);
    // A vector is `verdict|sentence`, so none of its lines is a sentence itself.
    const auto [series, refused] = windrose::read_log(log);
    EXPECT(series.summary().count == 0);
    EXPECT(refused > 0);
}

}  // namespace

int main(int argc, char** argv) {
    ring_forgets_the_oldest();
    summary_skips_missing_values();
    an_empty_series_has_no_temperature();
    sentences_are_decoded();
    if (argc > 1) {
        lines_that_are_no_sentences_are_refused(argv[1]);
    }
    std::cout << failures << " failures\n";
    return failures == 0 ? 0 : 1;
}
