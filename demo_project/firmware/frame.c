/* SPDX-License-Identifier: MIT */
/** @file
 * The codec of weather sentences; it allocates nothing and keeps no state.
 */
#include "frame.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crc8_table.h"

uint8_t crc8(const char *bytes, size_t length)
{
    uint8_t crc = 0;
    for (size_t i = 0; i < length; ++i) {
        crc = CRC8_TABLE[crc ^ (uint8_t)bytes[i]];
    }
    return crc;
}

/** Step over `wanted` if it stands at the cursor. */
static bool accept(const char **at, char wanted)
{
    if (**at != wanted) {
        return false;
    }
    ++*at;
    return true;
}

/** Read up to `most` digits and return how many there were. */
static int read_digits(const char **at, int most, int64_t *value)
{
    int count = 0;
    *value = 0;
    while (count < most && **at >= '0' && **at <= '9') {
        *value = *value * 10 + (**at - '0');
        ++*at;
        ++count;
    }
    return count;
}

/** Read an optional number; `decimals` is 1 for tenths and 0 for whole numbers. */
static bool read_measurement(const char **at, int most, int decimals, int32_t *value)
{
    int64_t whole = 0;
    int64_t tenth = 0;
    if (**at == ',' || **at == '*') {
        *value = FRAME_MISSING;
        return true;
    }
    const bool negative = decimals && accept(at, '-');
    if (!read_digits(at, most, &whole)) {
        return false;
    }
    if (decimals) {
        if (!accept(at, '.') || !read_digits(at, 1, &tenth)) {
            return false;
        }
        whole = whole * 10 + tenth;
    }
    *value = (int32_t)(negative ? -whole : whole);
    return true;
}

/** Read three capital letters and two digits. */
static bool read_station(const char **at, char *station)
{
    for (int i = 0; i < 5; ++i, ++*at) {
        const char low = i < 3 ? 'A' : '0';
        const char high = i < 3 ? 'Z' : '9';
        if (**at < low || **at > high) {
            return false;
        }
        station[i] = **at;
    }
    station[5] = '\0';
    return true;
}

FrameError parse_frame(const char *sentence, Frame *frame)
{
    const size_t length = strlen(sentence);
    if (length < 4 || sentence[0] != '$' || sentence[length - 3] != '*') {
        return FRAME_BAD_ENVELOPE;
    }
    char wanted[3];
    snprintf(wanted, sizeof wanted, "%02X", (unsigned)crc8(sentence + 1, length - 4));
    if (memcmp(wanted, sentence + length - 2, 2) != 0) {
        return FRAME_BAD_CRC;
    }
    const char *at = sentence + 1;
    const bool whole = accept(&at, 'W') && accept(&at, 'X') && accept(&at, ',')
        && read_station(&at, frame->station) && accept(&at, ',')
        && read_digits(&at, 10, &frame->seconds) && accept(&at, ',')
        && read_measurement(&at, 3, 1, &frame->celsius_tenths) && accept(&at, ',')
        && read_measurement(&at, 3, 0, &frame->humidity) && accept(&at, ',')
        && *at != '-' && read_measurement(&at, 4, 1, &frame->pressure_tenths)
        && at == sentence + length - 3;
    return whole ? FRAME_OK : FRAME_BAD_FIELDS;
}

/** Write a measurement, or nothing when it is missing; return its text's start. */
static const char *format_measurement(int32_t value, int decimals, char text[12])
{
    if (value == FRAME_MISSING) {
        text[0] = '\0';
    } else if (decimals) {
        snprintf(text, 12, "%s%d.%d", value < 0 ? "-" : "", abs(value) / 10, abs(value) % 10);
    } else {
        snprintf(text, 12, "%d", (int)value);
    }
    return text;
}

size_t format_frame(const Frame *frame, char *out)
{
    char celsius[12];
    char humidity[12];
    char pressure[12];
    /* Three bytes and the NUL stay free for the checksum. */
    snprintf(out, FRAME_MAX - 3, "$WX,%s,%lld,%s,%s,%s", frame->station,
             (long long)frame->seconds, format_measurement(frame->celsius_tenths, 1, celsius),
             format_measurement(frame->humidity, 0, humidity),
             format_measurement(frame->pressure_tenths, 1, pressure));
    const size_t length = strlen(out);
    /* sprintf on purpose: the line above left room for exactly these three bytes. */
    return length + (size_t)sprintf(out + length, "*%02X", (unsigned)crc8(out + 1, length - 1));
}
