/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Weather sentences on the wire: the frame, its checksum and both directions of the codec.
 *
 * The firmware and the statistics engine share this header, so it is C and C++.
 */
#ifndef WINDROSE_FRAME_H
#define WINDROSE_FRAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes that the longest sentence needs, its terminating NUL included. */
#define FRAME_MAX 48

/** Stands for a measurement that the sensor did not deliver. */
#define FRAME_MISSING INT32_MIN

/** Why a sentence was refused. */
typedef enum FrameError {
    FRAME_OK = 0,
    FRAME_BAD_ENVELOPE, /**< no leading `$`, or no `*` before the checksum */
    FRAME_BAD_CRC,      /**< the checksum is not that of the sentence */
    FRAME_BAD_FIELDS    /**< a field is absent, superfluous or malformed */
} FrameError;

/** One reading of one station. Tenths keep floating point off the microcontroller. */
typedef struct Frame {
    char station[6];         /**< three letters, two digits and a NUL */
    int64_t seconds;         /**< since 1970-01-01 UTC */
    int32_t celsius_tenths;  /**< air temperature, or FRAME_MISSING */
    int32_t humidity;        /**< relative, in percent, or FRAME_MISSING */
    int32_t pressure_tenths; /**< in hectopascal, or FRAME_MISSING */
} Frame;

/** Return the CRC-8 (polynomial 0x07, initial value 0) of `length` bytes. */
uint8_t crc8(const char *bytes, size_t length);

/**
 * Read a sentence without its line end.
 *
 * @param sentence NUL-terminated text such as `$WX,BGO01,1718000000,12.5,81,1013.2*39`
 * @param frame    filled in when the result is FRAME_OK, otherwise unspecified
 */
FrameError parse_frame(const char *sentence, Frame *frame);

/**
 * Write a frame as a sentence with its checksum and without a line end.
 *
 * @param out room for at least FRAME_MAX bytes
 * @return the length of the sentence, without its NUL
 */
size_t format_frame(const Frame *frame, char *out);

#ifdef __cplusplus
}
#endif

#endif
