/* SPDX-License-Identifier: MIT */
/** @file
 * A simulated station: prints one sentence an hour of a made-up day.
 *
 * Usage: station [STATION] [HOURS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

/** Where the simulated clock starts: 2024-06-10 06:00 UTC. */
static const int64_t START = 1717999200;

/** Coldest at 04:00, warmest twelve hours later, in tenths of a degree. */
static int32_t celsius_at(int hour)
{
    const int from_warmest = abs((hour + 20) % 24 - 12);
    return 180 - 9 * from_warmest;
}

/** A reading of the simulated sensors; the hygrometer fails every fifth hour. */
static Frame measure(const char *station, int hour)
{
    Frame frame = {
        .seconds = START + 3600LL * hour,
        .celsius_tenths = celsius_at((6 + hour) % 24),
        .humidity = hour % 5 == 4 ? FRAME_MISSING : 60 + hour % 24,
        .pressure_tenths = 10132 - hour,
    };
    snprintf(frame.station, sizeof frame.station, "%s", station);
    return frame;
}

int main(int argc, char **argv)
{
    const char *station = argc > 1 ? argv[1] : "BGO01";
    const int hours = argc > 2 ? atoi(argv[2]) : 24;
    if (strlen(station) != 5 || hours < 1 || hours > 999) {
        fprintf(stderr, "usage: %s [STATION] [HOURS]\n", argv[0]);
        return 2;
    }
    char sentence[FRAME_MAX];
    for (int hour = 0; hour < hours; ++hour) {
        const Frame frame = measure(station, hour);
        format_frame(&frame, sentence);
        puts(sentence);
    }
    return 0;
}
