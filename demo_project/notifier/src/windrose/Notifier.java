// SPDX-License-Identifier: MIT
package windrose;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Sends a message for every reading that breaks a rule, and no message twice. */
public final class Notifier {

    private final List<Rule> rules;
    private final Consumer<String> channel;
    private final Set<String> sent = new HashSet<>();

    private Notifier(Builder builder) {
        this.rules = List.copyOf(builder.rules);
        this.channel = builder.channel;
    }

    /** Collects what a notifier needs. */
    public static final class Builder {
        private final List<Rule> rules = new ArrayList<>();
        private Consumer<String> channel = System.out::println;

        /** Adds a rule. */
        public Builder rule(Rule rule) {
            rules.add(rule);
            return this;
        }

        /** Sends messages to {@code channel} instead of the standard output. */
        public Builder channel(Consumer<String> channel) {
            this.channel = channel;
            return this;
        }

        /** Returns the notifier. */
        public Notifier build() {
            return new Notifier(this);
        }
    }

    /** Checks a reading against every rule. Threads may call this at the same time. */
    public synchronized void accept(Frame frame) {
        for (Rule rule : rules) {
            rule.check(frame)
                    .map(text -> frame.station() + " " + text)
                    .filter(message -> sent.add(fingerprint(message)))
                    .ifPresent(channel);
        }
    }

    /** Returns a short key of a message. */
    private static String fingerprint(String message) {
        try {
            // MD5 on purpose: the key only spares memory. Nobody gains from two
            // messages with one key but a message less.
            MessageDigest digest = MessageDigest.getInstance("MD5");
            byte[] key = digest.digest(message.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(key);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("every Java platform has MD5", error);
        }
    }

    /** Reads a log of sentences from the standard input. */
    public static void main(String[] arguments) throws IOException {
        Notifier notifier = new Builder()
                .rule(new Rule.Below("temperature", 0, Frame::celsius))
                .rule(new Rule.Below("pressure", 980, Frame::pressure))
                .build();
        BufferedReader log =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            try {
                notifier.accept(Frame.parse(line));
            } catch (Frame.FrameError error) {
                System.err.println(error.getMessage());
            }
        }
    }
}
