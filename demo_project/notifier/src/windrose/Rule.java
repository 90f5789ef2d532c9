// SPDX-License-Identifier: MIT
package windrose;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Decides whether a reading is worth a message. */
@FunctionalInterface
public interface Rule {

    /** Returns the message, or nothing when there is nothing to say. */
    Optional<String> check(Frame frame);

    /** Returns a rule that fires when either rule does; this one has the first word. */
    default Rule or(Rule other) {
        return frame -> check(frame).or(() -> other.check(frame));
    }

    /**
     * A measurement that fell below its limit.
     *
     * @param name what the message calls it
     * @param limit the lowest value that is still all right
     * @param measurement takes the value out of a frame
     */
    record Below(String name, double limit, Function<Frame, OptionalDouble> measurement)
            implements Rule {

        @Override
        public Optional<String> check(Frame frame) {
            OptionalDouble value = measurement.apply(frame);
            return value.isPresent() && value.getAsDouble() < limit
                    ? Optional.of(name + " " + value.getAsDouble() + " < " + limit)
                    : Optional.empty();
        }
    }
}
