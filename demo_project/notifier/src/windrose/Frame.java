// SPDX-License-Identifier: MIT
package windrose;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One reading of one station. A measurement is empty where its sensor failed.
 *
 * @param station three capital letters and two digits
 * @param time the moment of the reading
 * @param celsius air temperature
 * @param humidity relative, in percent
 * @param pressure in hectopascal
 */
public record Frame(
        String station,
        Instant time,
        OptionalDouble celsius,
        OptionalDouble humidity,
        OptionalDouble pressure) {

    private static final int POLYNOMIAL = 0x07;

    private static final Pattern GRAMMAR = Pattern.compile(
            "WX,([A-Z]{3}[0-9]{2}),([0-9]{1,10}),(-?[0-9]{1,3}\\.[0-9])?,([0-9]{1,3})?,([0-9]{1,4}\\.[0-9])?");

    /** Why a sentence was refused. */
    public enum Fault {
        /** No leading {@code $}, or no {@code *} before the checksum. */
        ENVELOPE,
        /** The checksum is not that of the sentence. */
        CRC,
        /** A field is absent, superfluous or malformed. */
        FIELDS
    }

    /** A sentence was refused. */
    public static final class FrameError extends Exception {
        private static final long serialVersionUID = 1L;
        private final Fault fault;

        FrameError(Fault fault, String sentence) {
            super(fault + ": " + sentence);
            this.fault = fault;
        }

        /** Returns the reason. */
        public Fault fault() {
            return fault;
        }
    }

    /**
     * Reads a sentence without its line end.
     *
     * @throws FrameError when the sentence is damaged
     */
    public static Frame parse(String sentence) throws FrameError {
        int star = sentence.length() - 3;
        if (star < 1 || sentence.charAt(0) != '$' || sentence.charAt(star) != '*') {
            throw new FrameError(Fault.ENVELOPE, sentence);
        }
        String body = sentence.substring(1, star);
        if (!sentence.substring(star + 1).equals(String.format("%02X", crc8(body)))) {
            throw new FrameError(Fault.CRC, sentence);
        }
        Matcher match = GRAMMAR.matcher(body);
        if (!match.matches()) {
            throw new FrameError(Fault.FIELDS, sentence);
        }
        return new Frame(
                match.group(1),
                Instant.ofEpochSecond(Long.parseLong(match.group(2))),
                measurement(match.group(3)),
                measurement(match.group(4)),
                measurement(match.group(5)));
    }

    /** Returns the CRC-8 of a text's UTF-8 bytes, with the initial value 0. */
    static int crc8(String text) {
        int crc = 0;
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            crc ^= next & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc << 1 ^ ((crc & 0x80) != 0 ? POLYNOMIAL : 0)) & 0xFF;
            }
        }
        return crc;
    }

    private static OptionalDouble measurement(String text) {
        return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
